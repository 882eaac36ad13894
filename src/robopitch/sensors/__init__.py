"""What the teams see and feel: truth, made as good or bad as a real sensor.

One file per sensor; `channel.py` says when it looks and when its frames arrive, `noise.py` what is wrong with them.
"""

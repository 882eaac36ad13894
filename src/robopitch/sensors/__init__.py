"""Sensors: from the true state to reports with the noise, loss and delay of real sensors.

One file per sensor. `channel.py` determines rate and delay of frames, `noise.py` the noise.
"""

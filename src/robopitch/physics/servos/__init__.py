"""Servos of the Dynamixel kind: control tables, motor, control law, and the registers as a bus sees them.

Nothing is imported here: the tables are plain data, and the compiled law loads Numba.
"""

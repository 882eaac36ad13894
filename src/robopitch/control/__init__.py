"""What runs on a robot: kinematics, limiters, prediction, estimation, behaviours.

Imports nothing from the simulator, and needs numpy alone: a team can lift it onto a real robot. Metres, seconds and
radians; x forward and y left in a robot's frame.
"""

"""Omnidirectional vision of a robot as features: points on white lines, points on obstacles, and the ball.

A camera looks up into a mirror above the robot and sees all around [CAMBADA-sim §3.3.8 and §4.5.1]. This sensor gives
what the vision software finds in its image.
"""

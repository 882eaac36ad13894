"""Software for a robot: kinematics, limiters, prediction, estimation, behaviours.

It imports nothing from the simulator and needs only numpy: a team can copy it to a real robot. Units are metres,
seconds and radians; in a robot's frame x points forward and y to the left. docs/references.md explains the tags in
square brackets.
"""

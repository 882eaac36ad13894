"""A small league outside the package: field, robot, sensor, protocol and referee of its own."""

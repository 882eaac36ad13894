"""The modules of a team: vision, state estimator, strategy, motion, radio, joystick, identification [MI20 §2.4]."""

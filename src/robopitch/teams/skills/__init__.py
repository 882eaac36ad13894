"""Skills of one robot with the ball, independent of the team's strategy: one file each, with its parameters."""

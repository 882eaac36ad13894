"""The leagues. Each folder reads like a rule book: field, ball, robots and the rules of one family of leagues."""

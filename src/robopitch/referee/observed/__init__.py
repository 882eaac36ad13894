"""What happened on the field: pure functions and small trackers over a short history of the truth."""

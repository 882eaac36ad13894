"""The camera over the table, and its vision."""

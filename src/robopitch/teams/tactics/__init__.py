"""What several robots of a team do together, or one of them where the others do not: for both reference teams."""

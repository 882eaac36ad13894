"""Tournaments: who plays whom, ratings, an early verdict, and the page."""

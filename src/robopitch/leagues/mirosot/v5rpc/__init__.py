"""Strategies of SimuroSot, in V5RPC."""

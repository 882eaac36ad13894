"""The hub, to which control programs of humanoid robots connect."""

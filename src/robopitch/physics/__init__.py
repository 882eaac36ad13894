"""Physics: the flat state, the engines that advance it, and the laws they share."""

"""Models in the house: one that runs on this computer already, or one served from a file."""

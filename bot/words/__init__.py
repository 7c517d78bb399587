"""English words, and those of a schema: forms and lists of words, units, names of what is shown."""

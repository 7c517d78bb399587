"""The steps of a turn: one file, one step, one public name the same as the file's."""

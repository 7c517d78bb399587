"""The reader: from a message to the query trees that it could mean, scored; see README.md."""

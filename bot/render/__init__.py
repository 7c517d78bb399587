"""How an answer looks in each channel: tables, files, choices."""

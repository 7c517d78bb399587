"""Worker processes for work that takes the processor: reading questions, checking Cypher."""

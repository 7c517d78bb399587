"""Rules of composition: each takes a sketch and what words point at, and yields sketches."""

"""The realiser: query trees, and any reading Cypher, in English."""

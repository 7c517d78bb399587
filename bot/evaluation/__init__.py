"""Evaluation: questions with gold Cypher, asked of candidates, judged and reported."""

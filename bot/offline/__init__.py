"""The rule parser: question -> query tree -> Cypher, and query tree -> English, without a model."""

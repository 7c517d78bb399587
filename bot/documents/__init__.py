"""From documents to a graph: the one place that writes into a graph; README.md shows the way."""

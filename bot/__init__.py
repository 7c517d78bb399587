"""The application: it takes a message and gives an answer from the graph, shown in full."""

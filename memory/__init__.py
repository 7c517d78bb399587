"""What is remembered: conversations, people, examples, and the graph's schema and values."""

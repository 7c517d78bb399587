"""The property graph: Bolt client, schema introspection, embedded server, loaders, sample data."""

"""From a query tree (`memory.query`) to a statement with parameters, and what to do with trees."""

"""Query trees (`memory.query`) as statements with parameters, renamed and taken apart."""

"""The passes that cut a question into pieces, one sort of piece a module."""

"""What may run, what may leave and what may be said; and what is said instead."""

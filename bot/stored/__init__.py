"""What a schema's properties hold, and what can be reckoned of them: kinds, dates, ages, spans."""

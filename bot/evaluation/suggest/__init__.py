"""Helps people to make a question set for their own graph: pairs drafted, proven and reviewed.

Pairs come from the schema, from chat answers that people rated, and a language model, where there
is one, words those from the schema as a person would. The rule parser shares its wording with the
schema's questions and so does well on them: reword what you keep, or let the model.
"""

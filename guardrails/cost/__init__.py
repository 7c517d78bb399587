"""What a statement can cost: sizes followed through its names, by abstract interpretation.

    sizes.py       how large a value can be (`Size`), and what adding and multiplying make of it
    functions.py   what each function makes of the sizes of its arguments
    values.py      expressions: the size of the value, and the steps that one row of it takes
    graph.py       how many nodes there are, and how many paths lead on from them
    rows.py        clauses: how many rows there are, how many are held, how much work that is
    regex.py       which regular expressions cannot blow up
    bounds.py      the answer: what is out of bounds, and the text with bounds on its open paths

Work within a row (a list predicate, a `reduce`, a regular expression) cannot be stopped by either
database once it has begun, so it must be small; rows can be stopped, so that their limit is wide.
"""

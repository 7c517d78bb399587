"""Legal forms of firms, folded and without stops: they tell no firm from another by themselves."""

from __future__ import annotations

LEGAL_FORMS = frozenset([
    "ab", "ag", "aktiengesellschaft", "aps", "as", "asa", "bhd", "bv", "co", "company", "corp",
    "corporation", "doo", "eood", "gbr", "ges", "gesellschaft", "gmbh", "inc", "incorporated",
    "kft", "kg", "kgaa", "kk", "limited", "llc", "llp", "lp", "ltd", "ltda", "mbh", "nv", "ohg",
    "oy", "oyj", "plc", "pllc", "pte", "pty", "pvt", "sa", "sarl", "sas", "se", "sl", "snc",
    "spa", "srl", "sro", "ug",
])  # fmt: skip

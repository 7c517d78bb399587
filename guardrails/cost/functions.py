"""What functions make of the sizes of their arguments; names are in lower case."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from math import inf, pi

from guardrails.cost.sizes import (
    STORED_TEXT,
    TRUTH,
    UNKNOWN,
    Size,
    list_of,
    listed,
    number,
    text,
)
from guardrails.cost.sizes import calculated as _calculated
from guardrails.words import words

Effect = Callable[[Sequence[Size]], Size]

# A number that is one of those given, or smaller.
_KEEPING = words(
    "abs ceil ceiling floor round tointeger tointegerornull tofloat tofloatornull toint"
)
_LENGTHS = words("size length char_length character_length cardinality path_length")
_SMALL = words(
    "rand sign asin acos atan atan2 cos cosh cot coth sin sinh tan tanh haversin radians degrees "
    "apoc.text.levenshteinsimilarity apoc.text.jarowinklerdistance "
    "apoc.text.sorensendicesimilarity "
    "apoc.text.fuzzymatch vector.similarity.cosine vector.similarity.euclidean isempty exists "
    "isnan toboolean tobooleanornull point.withinbbox apoc.coll.contains apoc.coll.containsall"
)
# Texts no longer than the first argument.
_TEXTS = words(
    "tolower toupper lower upper trim ltrim rtrim btrim left right substring normalize "
    "apoc.text.capitalize apoc.text.capitalizeall apoc.text.decapitalize apoc.text.decapitalizeall "
    "apoc.text.camelcase apoc.text.uppercamelcase apoc.text.snakecase apoc.text.swapcase "
    "apoc.text.touppercase apoc.text.clean apoc.text.phonetic apoc.text.doublemetaphone "
    "apoc.text.slug apoc.text.charat apoc.text.urldecode"
)
_SHORT = words(
    "type valuetype elementid element_id randomuuid apoc.date.format apoc.date.convertformat "
    "apoc.date.toiso8601 apoc.number.format apoc.number.arabictoroman apoc.date.systemtimezone"
)
_WIDENING = words(
    "apoc.text.base64encode apoc.text.urlencode apoc.text.hexvalue apoc.text.rawtohex "
    "apoc.convert.tojson apoc.convert.tosortedjsonmap apoc.text.tocypher"
)
_ITEMS = words(
    "head last apoc.coll.max apoc.coll.min apoc.coll.randomitem apoc.agg.first apoc.agg.last "
    "apoc.agg.nth apoc.map.get apoc.agg.median"
)
_SAME_LIST = words(
    "tail tobooleanlist tofloatlist tointegerlist tostringlist apoc.coll.sort apoc.coll.sortmaps "
    "apoc.coll.sortmulti apoc.coll.sortnodes apoc.coll.sorttext apoc.coll.toset apoc.coll.set "
    "apoc.coll.slice apoc.coll.shuffle apoc.coll.reverse apoc.coll.remove apoc.coll.removeall "
    "apoc.coll.subtract apoc.coll.dropduplicateneighbors apoc.coll.duplicates apoc.coll.different "
    "apoc.convert.tolist apoc.convert.toset apoc.convert.tonodelist apoc.convert.tostringlist "
    "apoc.convert.tofloatlist apoc.convert.tointlist apoc.convert.tobooleanlist apoc.agg.slice "
    "apoc.convert.torelationshiplist apoc.coll.runningtotal apoc.coll.elements"
)
_LISTING_FEW = {"keys": 50.0, "labels": 5.0, "nodes": 16.0, "relationships": 15.0, "rels": 15.0}
_JOINED_LISTS = words(
    "apoc.coll.union apoc.coll.unionall apoc.coll.intersection apoc.coll.disjunction "
    "apoc.coll.insertall apoc.coll.insert apoc.coll.zip apoc.coll.pairs apoc.coll.pairsmin"
)
# Which argument says how often.
_REPEATING = {
    "apoc.text.repeat": 1,
    "apoc.text.lpad": 1,
    "apoc.text.rpad": 1,
    "apoc.text.random": 0,
    "apoc.coll.randomitems": 1,
}
# Which argument is a regular expression, and which text it reads.
PATTERNS = {
    "apoc.text.replace": 1,
    "apoc.text.regreplace": 1,
    "apoc.text.regexgroups": 1,
    "apoc.text.regexgroupsbyname": 1,
    "apoc.text.split": 1,
}
_REPLACING = words("replace apoc.text.replace apoc.text.regreplace")
_ELEMENTS = words("startnode endnode properties point apoc.convert.tonode apoc.convert.tomap")
# How often a text or item may be repeated.
_MAX_REPEAT = 10_000
# Days and the like that two of the data are apart.
_FAR = 100_000.0
_MOMENTS = words("date datetime localdatetime time localtime duration")
# Reads both of its arguments for each place of the other.
QUADRATIC = words(
    "apoc.text.levenshteindistance apoc.text.levenshteinsimilarity apoc.text.distance"
)


def applied(name: str, given: Sequence[Size]) -> Size:
    """The size of what a function returns."""
    if not given:
        return _CONSTANTS.get(name, UNKNOWN)
    first = given[0]
    if name in _KEEPING:
        return number(first.low, first.high)
    if name in _LENGTHS:
        return number(0.0, first.length)
    if name in _SMALL:
        return number(-1_000.0, 1_000.0)
    if name in ("coalesce", "nullif", "min", "max"):
        return _one_of(given)
    if name in _ITEMS:
        return first.entry
    if name in _SAME_LIST or (name == "reverse" and first.kind != "text"):
        return first
    effect = _EFFECTS.get(name) or _by_family(name)
    return effect(given)


def _by_family(name: str) -> Effect:
    if name in _TEXTS:
        return _shortened
    if name in _SHORT:
        return lambda given: text(50.0)
    if name in _WIDENING:
        return lambda given: text(4 * given[0].as_text + 10)
    if name in _LISTING_FEW:
        return lambda given: list_of(Size("element"), _LISTING_FEW[name])
    if name in _JOINED_LISTS:
        return lambda given: listed(*(one.as_list for one in given))
    if name in _REPEATING:
        return lambda given: _repeated(given, _REPEATING[name])
    if name in _REPLACING:
        return _replaced
    if name in _ELEMENTS:
        return lambda given: Size("element", item=_stored(), held=10.0)
    if name.partition(".")[0] in _MOMENTS:
        return _moment
    return _anything


def _stored() -> Size:
    return Size("any", length=STORED_TEXT, held=5.0)


def _one_of(given: Sequence[Size]) -> Size:
    found = given[0]
    for one in given[1:]:
        found |= one
    # `max([1, 2])` takes one of a list.
    return found if len(given) > 1 or found.kind != "list" else found | found.entry


def _moment(given: Sequence[Size]) -> Size:
    """A date, time or duration: as far off as the data are, or as the text says."""
    for one in given:
        far = max((len(run) for run in re.findall(r"\d+", one.text or "")), default=0) > 6
        if far or (one.text is None and max(abs(one.entry.low), abs(one.entry.high)) > _FAR):
            return UNKNOWN
    return Size("element", item=number(-_FAR, _FAR))


def _shortened(given: Sequence[Size]) -> Size:
    length = given[0].as_text
    if len(given) > 1:
        length = min(length, max(given[-1].high, 0.0)) if given[-1].kind == "plain" else length
    return text(length)


def _replaced(given: Sequence[Size]) -> Size:
    if len(given) < 3:
        return text(inf)
    longer = max(given[2].as_text, 1.0)
    shorter = given[1].length if given[1].text else 1.0
    return text(given[0].as_text * max(longer / shorter, 1.0))


def _repeated(given: Sequence[Size], place: int) -> Size:
    often = given[place].high if len(given) > place else inf
    often = often if often < _MAX_REPEAT else inf
    if place == 0:
        return text(often)
    one = given[2] if len(given) > 2 and given[2].kind == "text" else given[0]
    if given[0].kind == "list":
        return list_of(given[0].entry, often)
    return text(max(one.as_text, 1.0) * max(often, 0.0) + given[0].as_text)


def _formatted(given: Sequence[Size]) -> Size:
    """`apoc.text.format`: the widest field of a format such as `%9d` says how long."""
    template = given[0].text
    if template is None:
        return text(inf)
    digits = "".join(c if c.isdecimal() else " " for c in template)
    widest = max((float(width) for width in digits.split()), default=0.0)
    return text(len(template) * max(widest, 1.0) + sum(one.as_text for one in given[1:]))


def _split(given: Sequence[Size]) -> Size:
    whole = given[0]
    separator = given[1].text if len(given) > 1 else None
    if whole.text is not None and separator:
        parts = float(whole.text.count(separator) + 1)
    elif whole.text is not None or whole.kind == "text":
        parts = whole.length
    else:
        parts = whole.length / 20  # words of a stored text, if it is one
    return list_of(text(whole.as_text / max(parts, 1.0)), parts)


def _joined(given: Sequence[Size]) -> Size:
    between = given[1].as_text if len(given) > 1 else 0.0
    return text(given[0].length * (given[0].entry.as_text + between))


def _flattened(given: Sequence[Size]) -> Size:
    inner = given[0].entry
    return list_of(inner.entry, given[0].length * (inner.length if inner.kind == "list" else 1))


def _anything(given: Sequence[Size]) -> Size:
    """What is not known better holds all that it was given, and may be any number."""
    length = sum(one.length for one in given)
    held = 1 + sum(one.held for one in given)
    item: Size | None = None
    for one in given:
        found = one.entry
        item = found if item is None else item | found
    return Size("any", -inf, inf, length, item, held)


def _power(given: Sequence[Size]) -> Size:
    return _calculated("^", given[0], given[-1])


def _exponential(given: Sequence[Size]) -> Size:
    return _calculated("^", number(0.0, 2.72), given[0])


def _ordinary(given: Sequence[Size]) -> Size:
    """Roots and logarithms: no larger than what they are of."""
    most = max(abs(given[0].low), abs(given[0].high), 1_000.0)
    return number(-most, most)


_CONSTANTS: Mapping[str, Size] = {
    "pi": number(pi, pi),
    "e": number(2.71, 2.72),
    "rand": TRUTH,
    **{name: Size("element", item=number(0.0, 10_000.0)) for name in _MOMENTS},
    **{
        f"{name}.{clock}": Size("element", item=number(0.0, 10_000.0))
        for name in _MOMENTS
        for clock in ("statement", "transaction", "realtime")
    },
}
_EFFECTS: Mapping[str, Effect] = {
    "tostring": lambda given: text(given[0].as_text, whole=given[0].text),
    "tostringornull": lambda given: text(given[0].as_text, whole=given[0].text),
    "reverse": lambda given: text(given[0].length),
    "split": _split,
    "apoc.text.split": _split,
    "apoc.text.join": _joined,
    "apoc.text.format": _formatted,
    "apoc.coll.flatten": _flattened,
    "apoc.coll.sum": lambda given: Size(
        low=given[0].length * min(given[0].entry.low, 0.0),
        high=given[0].length * max(given[0].entry.high, 0.0),
    ),
    "apoc.coll.avg": lambda given: number(given[0].entry.low, given[0].entry.high),
    "sqrt": _ordinary,
    "log": _ordinary,
    "log10": _ordinary,
    "ln": _ordinary,
    "exp": _exponential,
    "power": _power,
    "mod": lambda given: _calculated("%", given[0], given[-1]),
    "distance": lambda given: number(0.0, 1e8),
    "point.distance": lambda given: number(0.0, 1e8),
}

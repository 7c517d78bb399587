"""Roles join the pattern: directors, the owner, Ann Roe's friends."""

from __future__ import annotations

from collections.abc import Iterator

from bot.reader.anchors import Role
from bot.reader.rules.work import Work
from bot.reader.sketch import Belief, Link, Sketch, Vertex


def role(work: Work, sketch: Sketch, one: Role) -> Iterator[Sketch]:
    """Somebody called by the part in a relationship: directors, the owner."""
    sign = "+" if one.forward else "-"
    for join in work.ground.schema.relationships[one.type].joins[:3]:
        mine, other = (join.start, join.end) if one.forward else (join.end, join.start)
        for number, vertex in enumerate(sketch.vertices):
            if vertex.group:
                continue
            if mine == other == vertex.label and _whose(work, sketch, one, number):
                yield _between(work, sketch, one, number)
            if vertex.label == other:
                joined, new = sketch.vertex(Vertex(mine, one.start), cover=one.mask)
                ends = (new, one.type, number) if one.forward else (number, one.type, new)
                joined.links = (*joined.links, Link(*ends))
                said: list[Belief] = [
                    "role.new",
                    f"role{sign}",
                    ("join.named", one.score),
                    "join.step",
                    f"label.{one.how}",
                    *(["role.on_implied"] if vertex.implied else []),
                ]
                yield joined.believe(work.weights, said)
            if vertex.label == mine and any(
                link.type == one.type and (link.start if one.forward else link.end) == number
                for link in sketch.links
            ):
                yield sketch.but(cover=one.mask).believe(work.weights, ["role.again"])
            elif vertex.label == mine and vertex.implied and sketch.links:
                # The boss of the boss: whoever was implied is one, too, of somebody else.
                vertices = list(sketch.vertices)
                vertices[number] = vertex._replace(implied=False, position=one.start)
                chained, new = sketch.but(vertices=tuple(vertices)).vertex(
                    Vertex(other, None, True), cover=one.mask
                )
                ends = (number, one.type, new) if one.forward else (new, one.type, number)
                chained.links = (*chained.links, Link(*ends))
                said = ["role.chained", f"role{sign}", ("join.named", one.score), "join.step"]
                yield chained.believe(work.weights, [*said, f"label.{one.how}"])


def _whose(work: Work, sketch: Sketch, one: Role, number: int) -> bool:
    """Return whether a role is that of who is named before it: Ann Roe's friends."""
    tokens, at = work.anchors.tokens, sketch.vertices[number].position
    named = any(v.start == at and v.end == one.start - 1 for v in work.anchors.values)
    return named and number != sketch.target and tokens[one.start - 1].kind == "genitive"


def _between(work: Work, sketch: Sketch, one: Role, number: int) -> Sketch:
    """Return a copy in which all that led to somebody leads to whom a role makes theirs."""
    joined, new = sketch.vertex(Vertex(sketch.vertices[number].label, one.start), cover=one.mask)
    moved = {number: new}
    joined.links = tuple(
        link._replace(start=moved.get(link.start, link.start), end=moved.get(link.end, link.end))
        for link in joined.links
    )
    ends = (new, one.type, number) if one.forward else (number, one.type, new)
    joined.links = (*joined.links, Link(*ends))
    said: list[Belief] = [
        "role.possessed",
        ("join.named", one.score),
        "join.step",
        f"label.{one.how}",
    ]
    return joined.believe(work.weights, said)

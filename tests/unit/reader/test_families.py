"""Families of questions whose right reading is among the candidates, over the parser's schemas."""

from __future__ import annotations

import gzip
import json
from functools import cache

import pytest

from bot.reader.alike import Core, core_of
from bot.reader.anchoring import anchors_of
from bot.reader.ground import Ground
from bot.reader.search import sketches
from bot.reader.training import Priors
from bot.reader.tree import tree_of
from memory.codec import load_query
from memory.embedding import word_vectors
from tests.unit.offline.cases import FOLDER, World, load

READ = {
    # What is picked first, and what goes on from it.
    "regatta": "Which boats were used in the race with the most entries?",
    "bakeries": "Which towns have bakeries that sell more than five cakes?",
    "library": "Which books did the author of Night Ferry write?",
    # So many times another, or what is usual; a number held to another number.
    "printworks": "Which printers are at least twice as heavy as the Heidel?",
    "archive": "Which archivists earn 10 percent less than Nora Lamb?",
    "films": "Which films grossed more than twice their budget?",
    # Times that are held to each other.
    "workbench": "Which repairs were returned within 3 days of the request?",
    # One thing is left out; what has none of something.
    "hospital": "What else does Ada Byron take besides Aspirin?",
    "bindery": "Which papers have no sheets on order?",
    # Each two once.
    "talks": "Which members admire each other?",
    # All there are.
    "company": "Which employees have all the skills?",
    "parish": "Is there a fair in every parish?",
    "vets": "visits by vet",
    "valley": "How many visits did Ada Brook make?",
    "campsite": "pitches that cost around 30 a night",
    # Two things that rows are told apart by; lists, each of their values; how a text begins.
    "forum": "number of questions per tag and year",
    "choir": "Which language is spoken by the most singers?",
    "games": "Which games begin with The?",
    "beacons": "Which beacons have at least 1 TB of storage?",
    "yard": "In which year did Ana Holt join?",
}


@cache
def _worlds(name: str) -> tuple[World, Ground]:
    world = load(FOLDER / f"{name}.toml")
    return world, Ground(world.schema, word_vectors)


@cache
def _cores() -> dict[tuple[str, str], Core]:
    """What the questions mean."""
    kept = json.loads(gzip.decompress((FOLDER / "trees.json.gz").read_bytes()))
    wanted = set(READ.items())
    trees = {
        (name, asked): load_query(text) for name, asked, text in kept if (name, asked) in wanted
    }
    return {key: core_of(tree) for key, tree in trees.items() if tree is not None}


@pytest.mark.parametrize(("name", "question"), READ.items(), ids=READ.values())
def test_what_is_meant_is_among_the_candidates(name: str, question: str) -> None:
    world, ground = _worlds(name)
    anchors = anchors_of(question, ground, world.link(question))
    trees = [tree_of(sketch, ground) for sketch in sketches(ground, anchors, Priors())]
    meant = _cores()[name, question]
    assert any(core_of(tree).like(meant) for tree in trees if tree is not None)

"""One thing, one node: what is certain is merged, what is alike is asked, all can be undone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bot.documents.found import Fact, Found, Mention
from bot.documents.kept import Kept
from bot.documents.ledger import Ledger
from bot.documents.normal import Normal
from bot.documents.passages import cut
from bot.documents.project import Join, Node, Projection
from bot.documents.same import Sameness
from bot.documents.schema import DocumentSchema, schema_from
from bot.errors import StoreError

TODAY = date(2026, 11, 27)
SCHEMA = schema_from(
    r"""
labels:
  Firm: {names: {Norvia Robotics: [Norvia Bots]}}
  Case: {properties: {number: {type: identifier, pattern: '\d+-cv'}}}
  Town: {}
relationships:
  INVOLVED_IN: {from: Firm, to: Case}
""",
    "schema.yaml",
)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    found = Ledger(tmp_path / "documents" / "x.sqlite")
    yield found
    found.close()


def read(ledger: Ledger, name: str, text: str, *things: tuple[str, str], **facts: Fact) -> str:
    """Keep a document of one passage that names these things."""
    kept = Kept(text)
    (passage,) = cut(kept)
    ledger.put(name, Path(name), f"hash of {text}", kept, [passage])
    (id_,) = [one for one in ledger.unread("model:x") if ledger.passage(one).document == name]
    mentions = [
        Mention(thing, text.index(thing[1]), text.index(thing[1]) + len(thing[1]))
        for thing in things
    ]
    ledger.save(id_, "model:x", "scripted", Found(mentions, list(facts.values())), TODAY)
    return id_


def nodes(ledger: Ledger, label: str, schema: DocumentSchema = SCHEMA) -> list[str]:
    """The names of the nodes of a label."""
    made = Projection(ledger, schema, {}).items()
    return sorted(
        str(one.properties["name"]) for one in made if isinstance(one, Node) and one.label == label
    )


def settled(ledger: Ledger) -> Sameness:
    sameness = Sameness(ledger, SCHEMA, TODAY)
    sameness.settle()
    return sameness


def test_what_is_certain_is_one_node_with_all_its_spellings(ledger: Ledger) -> None:
    read(
        ledger,
        "a",
        "Norvia Robotics and Norvia Bots",
        ("Firm", "Norvia Robotics"),
        ("Firm", "Norvia Bots"),
    )
    read(ledger, "b", "Halden Foods met HALDEN  FOODS", ("Firm", "Halden Foods"))
    read(ledger, "c", "Halden Foods plc", ("Firm", "Halden Foods plc"))
    text = "Byte Data Works (the “BDW”) said BDW"
    read(ledger, "d", text, ("Firm", "Byte Data Works"), ("Firm", "BDW"))
    number = {
        f"x{n}": Fact(("Case", name), "number", 0, 4, value=Normal("77-cv"))
        for n, name in enumerate(["The dam case", "No. 77-cv"])
    }
    read(
        ledger,
        "e",
        "The dam case, No. 77-cv",
        ("Case", "The dam case"),
        ("Case", "No. 77-cv"),
        **number,
    )
    sameness = settled(ledger)
    assert nodes(ledger, "Firm") == ["Byte Data Works", "Halden Foods plc", "Norvia Robotics"]
    assert nodes(ledger, "Case") == ["The dam case"]
    assert {one.why for one in sameness.merges()} == {
        "the schema lists it as a spelling",
        "the names differ only in a legal form",
        "a text gives it as an abbreviation",
        "both have the number 77cv",
    }
    assert not sameness.calls()
    halden = next(
        one
        for one in Projection(ledger, SCHEMA, {}).items()
        if isinstance(one, Node) and one.properties.get("name") == "Halden Foods plc"
    )
    assert halden.properties["spellings"] == ["Halden Foods plc", "Halden Foods"]
    assert halden.properties["extracted_on"] == TODAY
    assert halden.properties["extracted_by"] == "scripted"


def test_what_is_only_alike_is_a_call_and_no_merge(ledger: Ledger) -> None:
    firms = [
        "Acme Ltd", "Acme Inc", "Viridian Labs", "Veridian Labs", "Fund 1", "Fund 2",
        "Great Northern Rail", "GNR", "Byte", "Byte Cloud Services",
    ]  # fmt: skip
    read(ledger, "a", ", ".join(firms), *(("Firm", one) for one in firms))
    sameness = settled(ledger)
    assert nodes(ledger, "Firm") == sorted(firms) and not sameness.merges()
    assert {call.names for call in sameness.calls()} == {
        ("Acme Ltd", "Acme Inc"),
        ("Viridian Labs", "Veridian Labs"),
        ("Great Northern Rail", "GNR"),
        ("Byte", "Byte Cloud Services"),
    }


def test_numbers_that_differ_in_leading_noughts_alone_are_a_call(ledger: Ledger) -> None:
    numbers = {"Ada Works v. Byte": "4:29-cv-01187", "the beam case": "4:29-CV-1187"}
    facts = {
        f"x{n}": Fact(("Case", name), "number", 0, 4, value=Normal(number))
        for n, (name, number) in enumerate(numbers.items())
    }
    read(ledger, "a", ", ".join(numbers), *(("Case", one) for one in numbers), **facts)
    sameness = settled(ledger)
    assert [call.names for call in sameness.calls()] == [tuple(numbers)]
    assert not sameness.merges()


def told_of(name: str, *numbers: str) -> dict[str, Fact]:
    """Facts that give a case its numbers."""
    return {
        f"x{at}": Fact(("Case", name), "number", 0, 4, value=Normal(one), written=one)
        for at, one in enumerate(numbers)
    }


def test_one_name_with_numbers_that_differ_is_two_nodes(ledger: Ledger) -> None:
    for document, number in (("a", "77-cv"), ("b", "No. 078-CV"), ("c", "78-cv")):
        read(ledger, document, f"In re Dam, {number}", ("Case", "In re Dam"),
             **told_of("In re Dam", number))  # fmt: skip
    read(ledger, "b2", "In re Dam goes on.", ("Case", "In re Dam"))
    sameness = Sameness(ledger, SCHEMA, TODAY)
    for _ in range(2):
        sameness.settle()
        assert nodes(ledger, "Case") == ["In re Dam", "In re Dam"]
        assert not sameness.several_numbers() and not sameness.calls()
    ids = [one.id for one in Projection(ledger, SCHEMA, {}).items()
           if isinstance(one, Node) and one.label == "Case"]  # fmt: skip
    assert len(set(ids)) == 2
    # One document says that both are one case: they are put together again.
    read(ledger, "d", "In re Dam, 77-cv, then 78-cv", ("Case", "In re Dam"),
         **told_of("In re Dam", "77-cv", "78-cv"))  # fmt: skip
    sameness.settle()
    assert nodes(ledger, "Case") == ["In re Dam"]
    assert sameness.several_numbers() == ["In re Dam (number 77-cv, 78-cv, No. 078-CV)"]


def test_a_passage_without_a_number_is_about_what_its_document_tells_of(ledger: Ledger) -> None:
    read(ledger, "a", "In re Dam, 77-cv", ("Case", "In re Dam"), **told_of("In re Dam", "77-cv"))
    text = "In re Dam, 78-cv. " + "It was calm. " * 200 + "\n\nIn re Dam goes on."
    kept = Kept(text)
    passages = list(cut(kept))
    ledger.put("b", Path("b"), "hash", kept, passages)
    ids = [one for one in ledger.unread("model:x") if ledger.passage(one).document == "b"]
    for id_, passage, facts in zip(
        (ids[0], ids[-1]), (passages[0], passages[-1]), (told_of("In re Dam", "78-cv"), {}),
        strict=True,
    ):  # fmt: skip
        at = passage.start + passage.text.index("In re Dam")
        facts = [replace(one, start=at, end=at + 4) for one in facts.values()]
        found = Found([Mention(("Case", "In re Dam"), at, at + 9)], facts)
        ledger.save(id_, "model:x", "scripted", found, TODAY)
    Sameness(ledger, SCHEMA, TODAY).settle()
    named = ledger.db.execute(
        "SELECT thing, count(*) FROM mentions GROUP BY thing ORDER BY 2"
    ).fetchall()
    assert [count for _, count in named] == [1, 2]


def test_a_spelling_without_a_number_is_merged_with_neither_of_two(ledger: Ledger) -> None:
    for document, number in (("a", "77-cv"), ("b", "78-cv")):
        read(ledger, document, f"Dam, {number}", ("Case", "Dam"), **told_of("Dam", number))
    read(ledger, "c", "Dam Inc. was in court.", ("Case", "Dam Inc."))
    sameness = Sameness(ledger, SCHEMA, TODAY)
    sameness.settle()
    assert nodes(ledger, "Case") == ["Dam", "Dam", "Dam Inc."]
    assert len(sameness.calls()) == 2


def test_things_with_numbers_of_their_own_are_two(ledger: Ledger) -> None:
    facts = {
        f"x{n}": Fact(("Case", name), "number", 0, 4, value=Normal(f"{n}-cv"))
        for n, name in enumerate(["Ada v. Byte", "Ada v. Byte Inc"])
    }
    read(
        ledger,
        "a",
        "Ada v. Byte, Ada v. Byte Inc",
        ("Case", "Ada v. Byte"),
        ("Case", "Ada v. Byte Inc"),
        **facts,
    )
    sameness = settled(ledger)
    assert len(nodes(ledger, "Case")) == 2 and not sameness.merges() and not sameness.calls()


def test_nothing_is_merged_across_labels_and_that_is_said(ledger: Ledger) -> None:
    read(ledger, "a", "Halden", ("Firm", "Halden"), ("Town", "Halden"))
    sameness = settled(ledger)
    assert not sameness.merges() and not sameness.calls()
    assert Projection(ledger, SCHEMA, {}).clashes() == ["Halden is both Firm and Town"]


def test_a_merge_is_undone_for_good_and_a_decision_holds(ledger: Ledger) -> None:
    read(
        ledger,
        "a",
        "Acme, Acme Inc, Norvia",
        ("Firm", "Acme"),
        ("Firm", "Acme Inc"),
        ("Firm", "Norvia"),
    )
    sameness = settled(ledger)
    (merge,) = sameness.merges()
    assert nodes(ledger, "Firm") == ["Acme Inc", "Norvia"]
    assert sameness.undo(merge.id) and not sameness.undo(merge.id)
    settled(ledger)
    assert nodes(ledger, "Firm") == ["Acme", "Acme Inc", "Norvia"]
    ids = [one.id for one in ledger.things()]
    sameness.decide(ids[0], ids[2], True, "a person says so", "person")
    settled(ledger)
    assert nodes(ledger, "Firm") == ["Acme Inc", "Norvia"]
    assert [(one.same, one.undone, one.by) for one in sameness.merges()] == [
        (True, True, "rule"), (True, False, "person"),
    ]  # fmt: skip


def test_passages_that_stay_are_not_read_again(ledger: Ledger) -> None:
    parts = [f"# Part {n}\n\n{'Norvia grows. ' * 60}" for n in range(4)]
    text = "\n\n".join(parts)
    assert ledger.put("a", Path("a"), "1", Kept(text), list(cut(Kept(text)))) == 4
    for id_ in ledger.unread("model:x"):
        one = ledger.passage(id_).passage
        at = one.start + one.text.index("Norvia")
        mention = Mention(("Firm", "Norvia"), at, at + 6)
        ledger.save(id_, "model:x", "scripted", Found([mention]), TODAY)
    assert not ledger.unread("model:x") and not ledger.unread("lists:y")
    changed = "\n\n".join(["New words in front.", parts[0], parts[1] + "More.", *parts[2:]])
    assert ledger.put("a", Path("a"), "2", Kept(changed), list(cut(Kept(changed)))) in (1, 2)
    assert len(ledger.unread("model:x")) in (1, 2)
    for start, end in ledger.db.execute('SELECT start, "end" FROM mentions'):
        assert changed[start:end] == "Norvia"
    ledger.remove("a")
    assert not list(ledger.things()) and not ledger.documents()


def test_values_follow_most_passages_and_the_others_are_kept(ledger: Ledger) -> None:
    for number, day in enumerate((3, 3, 4)):
        written = f"{day} May 2021"
        filed = Fact(
            ("Case", "Dam"), "filed", 0, 3, value=Normal(date(2021, 5, day)), written=written
        )
        read(ledger, str(number), "Dam", ("Case", "Dam"), filed=filed)
    (dam,) = (
        one
        for one in Projection(ledger, SCHEMA, {}).items()
        if isinstance(one, Node) and one.label == "Case"
    )
    assert dam.properties["filed"] == date(2021, 5, 3)
    assert dam.properties["filed_written"] == "3 May 2021"
    assert dam.properties["filed_also"] == ["4 May 2021"]


def test_a_thing_that_the_graph_has_is_its_own_node(ledger: Ledger) -> None:
    read(ledger, "a", "Norvia Robotics", ("Firm", "Norvia Robotics"))
    known = {"Firm": ("title", {"norvia robotics": "NORVIA Robotics"})}
    items = list(Projection(ledger, SCHEMA, known).items())
    assert not [one for one in items if isinstance(one, Node) and one.label == "Firm"]
    (mention,) = (one for one in items if isinstance(one, Join) and one.type == "MENTIONS")
    assert (mention.end, mention.end_value) == (("Firm", "title"), "NORVIA Robotics")
    assert mention.properties["words"] == "Norvia Robotics"


def test_a_file_that_cannot_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "x.sqlite").write_bytes(b"no database" * 500)
    with pytest.raises(StoreError, match="cannot be used"):
        Ledger(tmp_path / "x.sqlite")

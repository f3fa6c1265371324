"""The written training data: every mark stands on its value, whatever was put around it."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from random import Random

from hwu64 import idle_talk, read_hwu64
from noise import noisy
from records import Measured, Record, grams, humanised
from schema_queries import SchemaWriter, read_schema
from templates import Implied, Mention, Words, expand
from topic_files import read_topics
from topics import sibling_tools, topic_record

HERE = Path(__file__).parent
SCHEMA = {
    "api_name": "getFilmDetails",
    "api_description": "Retrieve details of a film",
    "field": "Entertainment/Film",
    "parameters": {
        "title": {"type": "str", "description": "The title of the film (e.g., Arrival, Heat)"},
        "year": {"type": "int", "description": "The year in which it was released"},
        "uncut": {"type": "bool", "description": "Whether to take the uncut version"},
    },
}


def marked(record: Record) -> dict[str, list[str]]:
    return {n: [record["query"][a:b] for a, b in s["spans"]] for n, s in record["slots"].items() if s["k"] == "span"}


class Templates(unittest.TestCase):
    def test_takes_one_alternative_and_keeps_mentions_and_implications(self) -> None:
        pieces = expand("(find|show) {food:words}<open=true> now", Random(1))
        self.assertIn(pieces[0], (Words("find"), Words("show")))
        self.assertEqual(pieces[1:], [Words(" "), Mention("food", "words"), Implied("open", "true"), Words(" now")])

    def test_a_mention_may_give_its_own_text(self) -> None:
        self.assertEqual(expand("the {near=closest} {kind}", Random(1))[1], Mention("near", "=closest"))

    def test_alternatives_may_hold_others(self) -> None:
        texts = {"".join(p.text for p in expand("a( b( c|)|)", Random(seed)) if isinstance(p, Words)) for seed in range(40)}
        self.assertEqual(texts, {"a", "a b", "a b c"})

    def test_refuses_brackets_that_do_not_pair(self) -> None:
        for broken in ("a (b", "a) b"):
            with self.assertRaises(ValueError):
                expand(broken, Random(1))


class Topics(unittest.TestCase):
    def setUp(self) -> None:
        self.topics = read_topics(HERE / "topics")

    def test_every_way_of_asking_names_parameters_that_exist(self) -> None:
        for topic in self.topics:
            known = {parameter.key for parameter in topic.parameters} | {"person_name_free"}
            for ask in topic.asks:
                for seed in range(12):
                    used = {p.name for p in expand(ask, Random(seed)) if not isinstance(p, Words)}
                    self.assertLessEqual(used, known, ask)

    def test_what_is_marked_or_chosen_belongs_to_the_tool(self) -> None:
        rng = Random(3)
        for topic in self.topics:
            for _ in range(15):
                record = noisy(topic_record(topic, rng), rng)
                parameters = {p["name"]: p for p in record["tools"][0]["params"]}
                self.assertLessEqual(set(record["slots"]), set(parameters))
                for name, slot in record["slots"].items():
                    if slot["k"] == "opt":
                        self.assertIn(slot["v"][0], parameters[name]["options"])
                for texts in marked(record).values():
                    self.assertTrue(all(text and text == text.strip() for text in texts), record)

    def test_no_two_parameters_of_a_tool_have_one_name(self) -> None:
        rng = Random(4)
        for topic in self.topics:
            for _ in range(15):
                names = [p["name"] for p in topic_record(topic, rng)["tools"][0]["params"]]
                self.assertEqual(len(names), len(set(names)), names)

    def test_a_text_that_an_ask_gives_is_marked_where_it_stands(self) -> None:
        topic = next(t for t in self.topics if t.names[0] == "find_exhibitions")
        records = [topic_record(topic, Random(seed)) for seed in range(60)]
        marks = [texts for record in records for texts in marked(record).values()]
        self.assertIn(["close by"], marks)
        self.assertIn(["nearest"], marks)

    def test_siblings_are_the_other_tools_of_a_subject(self) -> None:
        topic = next(t for t in self.topics if t.subject == "podcasts")
        names = {name for t in self.topics if t.subject == "podcasts" and t is not topic for name in t.names}
        siblings = sibling_tools(topic, self.topics, Random(1))
        self.assertTrue(siblings)
        self.assertLessEqual({tool["name"] for tool in siblings}, names)

    def test_a_tool_without_a_subject_has_no_siblings(self) -> None:
        alone = next(t for t in self.topics if not t.subject)
        self.assertEqual(sibling_tools(alone, self.topics, Random(1)), [])

    def test_numbers_are_marked_without_their_units(self) -> None:
        topic = next(t for t in self.topics if t.names[0] == "calculate_triangle_area")
        for seed in range(30):
            record = noisy(topic_record(topic, Random(seed)), Random(seed))
            base = next(iter(marked(record).values()))
            self.assertRegex(base[0], r"^[\d.]+$|^[a-z-]+$|^(cm|meters|inches|feet)$")


class Schemas(unittest.TestCase):
    def test_marks_follow_the_values_through_sentences_and_noise(self) -> None:
        schema = read_schema(SCHEMA)
        writer = SchemaWriter([schema])
        for seed in range(200):
            rng = Random(seed)
            record = noisy(writer.record(schema, rng), rng)
            for name, texts in marked(record).items():
                self.assertTrue(texts, (name, record))
                self.assertTrue(all(text and text == text.strip() for text in texts), record)
                if name == "year":
                    self.assertRegex(texts[0], r"^\d{4}$")

    def test_names_become_words(self) -> None:
        self.assertEqual(humanised("getFilm_details.now"), "get Film details now")


class Utterances(unittest.TestCase):
    def test_small_talk_fits_no_tool(self) -> None:
        self.assertTrue(all(record["gold"] == -1 and not record["tools"] for record in idle_talk(50, Random(1))))

    def test_intents_become_tools_and_spans_stay(self) -> None:
        lines = [{"text": "wake me at six", "tool": "alarm_set", "spans": [[11, 14, "time"]]}, {"text": "thanks", "tool": "general_praise", "spans": []}]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "hwu64.jsonl"
            path.write_text("\n".join(map(json.dumps, lines)))
            alarm, thanks = read_hwu64(path, HERE / "hwu64.toml", Random(1))
        self.assertEqual(alarm["tools"][0]["name"], "set_alarm")
        self.assertEqual(list(marked(alarm).values()), [["six"]])
        self.assertEqual((thanks["gold"], thanks["tools"]), (-1, []))

    def test_parameters_come_in_the_order_of_the_texts_in_every_process(self) -> None:
        """Texts in a set have another order in each."""
        line = {"tool": "alarm_set", "text": "a b c d", "spans": [[0, 1, "date"], [2, 3, "time"], [4, 5, "timeofday"], [6, 7, "event_name"]]}
        program = "import sys, hwu64; from pathlib import Path; print(hwu64._frequent(list(hwu64.read_lines(Path(sys.argv[1])))))"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "hwu64.jsonl"
            path.write_text(json.dumps(line))
            made = {
                subprocess.check_output([sys.executable, "-c", program, path], cwd=HERE, env={"PYTHONHASHSEED": seed}, text=True).strip()
                for seed in "123"
            }
        self.assertEqual(made, {"{'alarm_set': ['date', 'time', 'timeofday', 'event_name']}"})


class Apart(unittest.TestCase):
    QUESTION = "find me a good thai place near the old harbour please"

    def measured(self) -> Measured:
        test = {"question": [[{"role": "user", "content": self.QUESTION}]], "function": [{"name": "eat.find", "parameters": {"properties": {"where": {}, "what": {}}}}]}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "bfcl").mkdir()
            (Path(folder) / "bfcl" / "simple.jsonl").write_text(json.dumps(test))
            (Path(folder) / "texts.jsonl").write_text(json.dumps({"text": "Where is my card?", "label": "card"}))
            return Measured(Path(folder))

    def record(self, query: str, parameters: list[str]) -> Record:
        params = [{"name": name, "type": "string", "description": ""} for name in parameters]
        return Record(src="", query=query, tools=[{"name": "eat.find", "description": "", "params": params}], gold=0, slots={}, rel=True)

    def test_eight_words_in_a_row_are_too_many_and_seven_are_not(self) -> None:
        measured = self.measured()
        self.assertTrue(measured.has(self.record("could you find me a good thai place near the lake", ["x"])))
        self.assertFalse(measured.has(self.record("find me a good thai place near my hotel", ["x"])))

    def test_a_measured_tool_is_never_trained_on(self) -> None:
        measured = self.measured()
        self.assertTrue(measured.has(self.record("something else", ["what", "where"])))
        self.assertFalse(measured.has(self.record("something else", ["what"])))

    def test_texts_to_be_sorted_are_measured_too(self) -> None:
        self.assertTrue(self.measured().has(self.record("where is my card", ["x"])))

    def test_short_texts_are_compared_whole(self) -> None:
        self.assertEqual(grams("Hello, there!"), {"hello there"})

    def test_without_a_measured_set_nothing_is_checked_so_it_throws(self) -> None:
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(ValueError):
            Measured(Path(folder))


if __name__ == "__main__":
    unittest.main()

import { describe, expect, test } from "bun:test";
import { type Classified, classifiedFrom, labelOutcome, plansFor } from "../../scripts/eval/labels.ts";
import { foldOf, nluppOutcome } from "../../scripts/eval/nlupp.ts";
import { figureIn, REFUSED } from "./answers.ts";

function labelled(...labels: readonly string[]): Classified {
  const classifications = labels.map((label) => ({ text: "…", label, confidence: 0.8 }));
  return classifiedFrom({ status: 200, body: { classifications }, clientMs: 3 });
}

describe("labels", () => {
  const texts = ["cat", "dog", "oos"].flatMap((label) =>
    Array.from({ length: 120 }, (_, index) => ({ label, text: `${label} ${index}` })),
  );
  const plans = plansFor("pets", texts, 40);

  test("are tried with 0, 5, 10 and 50 examples a class on the same texts, out-of-scope texts apart", () => {
    expect(plans.map(({ classes, allowNone }) => [classes[0]?.examples?.length ?? 0, allowNone])).toEqual([
      [0, false],
      [5, false],
      [10, false],
      [50, false],
      [0, true],
      [50, true],
    ]);
    expect(plans[0]?.classes.map(({ label }) => label)).toEqual(["cat", "dog"]);
    const sizes = Object.entries(plans[5]?.tested ?? {}).map(([name, tested]) => [
      name,
      tested.length,
      tested[0]?.label,
    ]);
    expect(sizes).toEqual([
      ["right label in scope", 40, "cat"],
      ["none out of scope", 40, "none"],
    ]);
    expect(plans[3]?.tested["right label"]).toEqual(plans[0]?.tested["right label"] ?? []);
  });

  test("are calibrated apart from those with examples", () => {
    expect(new Set(plans.slice(0, 2).map(({ family }) => family)).size).toBe(2);
  });

  test("are right when the first one is; what is refused is wrong", () => {
    const tested = ["cat", "dog", "cat"].map((label) => ({ text: label, label }));
    const results = [labelled("cat"), labelled("cat"), classifiedFrom(REFUSED)];
    const outcome = labelOutcome({ part: "pets", family: "labels" }, "right label", tested, results);
    expect(outcome.lines[0]).toMatchObject({ part: "pets", n: 3, value: 1 / 3 });
    expect(outcome.verdicts).toEqual([
      { family: "labels", confidence: 0.8, right: true },
      { family: "labels", confidence: 0.8, right: false },
    ]);
    expect(outcome.refused).toEqual({ "pets: validation_error": 1 });
  });
});

describe("several intents in a text", () => {
  const intents = { card: "is it about a card?", lost: "is it about something lost?" };
  const texts = Array.from({ length: 100 }, (_, index) => ({
    text: `text ${index}`,
    intents: index % 2 === 0 ? ["card", "lost"] : [],
  }));

  test("are learned from one fold of twenty, and tested on all others", () => {
    const folds = Array.from({ length: 20 }, (_, fold) => foldOf({ intents, texts }, fold));
    for (const { classes, rest } of folds) {
      expect(rest).toHaveLength(95);
      expect(classes.map(({ label, description }) => [label, description])).toEqual(Object.entries(intents));
      const tested = new Set(rest.map(({ text }) => text));
      expect(classes.flatMap(({ examples }) => examples ?? []).filter((text) => tested.has(text))).toEqual([]);
    }
    const learned = folds.flatMap(({ classes }) => classes[0]?.examples ?? []);
    expect(learned).toHaveLength(50);
    expect(new Set(learned).size).toBe(50);
  });

  test("count as a set, whatever part of the text they are for, and none is no intent", () => {
    const tested = [
      { text: "lost my card", intents: ["card", "lost"] },
      { text: "hm", intents: [] },
    ];
    const outcome = nluppOutcome("calls", tested, [labelled("lost", "lost", "new"), labelled("none")]);
    // One hit, one made up, one missed.
    expect(figureIn(outcome.lines, "multi-intent F1")).toBe(0.5);
    expect(figureIn(outcome.lines, "all intents right")).toBe(0.5);
  });
});

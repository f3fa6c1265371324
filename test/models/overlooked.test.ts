/** What a sentence has that its call does not, and what that says of the call. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { JointReading } from "#models/embedded/networks/joint-model.ts";
import type { ParameterValue } from "#models/embedded/parameter-value.ts";
import { type Overlooked, overlookedIn } from "#models/embedded/read-back/overlooked.ts";
import { CARRIED_OUT, enoughFor, evidenceOf, OVERLOOKED, readBack } from "#models/embedded/read-back/read-back.ts";
import { type Parameter, parametersOf } from "#models/embedded/tool-parameters.ts";

const QUERY = "give me two baths of cider";
const WORDS = QUERY.split(" ");
const PARAMETERS = parametersOf({
  type: "object",
  properties: {
    drink: { type: "string", enum: ["cider", "beer"] },
    count: { type: "integer" },
    note: { type: "string" },
  },
});
const [DRINK, COUNT, NOTE] = PARAMETERS as [Parameter, Parameter, Parameter];

/** A reading of words as parts of a parameter's value, each as surely as said. */
function readingOf(inside: Readonly<Record<string, readonly [Parameter, number]>>, about = ""): JointReading {
  const starts = WORDS.map((word) => QUERY.indexOf(word));
  const ends = WORDS.map((word) => QUERY.indexOf(word) + word.length);
  const shareOf = (word: string, parameter: Parameter) => {
    const [own, share] = inside[word] ?? [null, 0];
    return own === parameter ? share : 0;
  };
  return {
    tool: { name: "pour", description: "", parameters: PARAMETERS.map((one) => ({ ...one, description: about })) },
    tokens: { ids: WORDS.map((_, at) => at), starts, ends },
    relevance: 0,
    parameters: PARAMETERS.map((parameter) => ({
      ...{ parameter, stated: 1, truth: 0, choices: [], startLog: new Float64Array(), endLog: new Float64Array() },
      inside: Float64Array.from(WORDS, (word) => shareOf(word, parameter)),
    })),
  };
}

function valueFor(parameter: Parameter, value: string | number, said: string | null): ParameterValue {
  const start = said === null ? 0 : QUERY.indexOf(said);
  const span = said === null ? null : { start, end: start + said.length };
  return { parameter, value, span, dependsOnClock: false };
}

function left(values: readonly ParameterValue[], reading = readingOf({})): Overlooked {
  return overlookedIn({ query: QUERY, reading, values });
}

describe("what is left over", () => {
  test("a number that is nobody's", () => {
    expect(left([valueFor(DRINK, "cider", "cider")]).numberLeft).toBe(1);
    expect(left([valueFor(COUNT, 2, "two")]).numberLeft).toBe(0);
  });

  test("words that were read as a value that the call does not have", () => {
    const reading = readingOf({ baths: [NOTE, 0.4], cider: [DRINK, 0.9] });
    expect(left([valueFor(DRINK, "cider", "cider")], reading).unused).toBeCloseTo(0.4);
    expect(left([], reading).unused).toBe(1);
  });

  test("an option that the sentence names, and one that was understood of something else", () => {
    expect(left([valueFor(DRINK, "cider", "cider")])).toMatchObject({ named: 1, guessed: 0 });
    expect(left([valueFor(DRINK, "beer", null)])).toMatchObject({ named: 0, guessed: 1 });
  });

  test("an option whose word the sentence has as a part of something else is neither", () => {
    expect(left([valueFor(DRINK, "cider", null)])).toMatchObject({ named: 0, guessed: 0 });
  });

  test("how much of the sentence is in the call", () => {
    expect(left([]).covered).toBe(0);
    expect(left([valueFor(COUNT, 2, "two"), valueFor(NOTE, "baths of cider", "baths of cider")])).toMatchObject({
      covered: 4 / 6,
      texts: 1,
    });
  });

  test("a tool whose parameters are explained at length is not terse", () => {
    expect(left([]).terse).toBe(1);
    expect(left([], readingOf({}, "How many of them are wanted")).terse).toBe(0);
    expect(left([], readingOf({}, "What is drunk")).terse).toBeCloseTo(2 / 3);
  });
});

const words = { tool: "pour : Pours a drink", said: [], open: [] };
const nothing: Overlooked = {
  ...{ unused: 0, numberLeft: 0, named: 0, guessed: 0, texts: 0, covered: 0.5, terse: 1 },
};

function confidenceWith(overlooked: Overlooked | null): number {
  const evidence = evidenceOf({ fits: 0.8, certainty: null, overlooked, words });
  const tool = { name: "pour", description: "Pours a drink", parameters: [] };
  const request = { query: QUERY, history: [] };
  return readBack(
    { verdict: () => 1 },
    { ...{ request, tool, words, evidence, nearest: 0, asOne: null, isReckoned: false } },
  ).confidence;
}

describe("a call to a terse tool", () => {
  test.each(["unused", "numberLeft", "guessed"] as const)("is less sure with %s", (name) => {
    expect(confidenceWith({ ...nothing, [name]: 1 })).toBeLessThan(confidenceWith(nothing));
  });

  test("that has all that was said is as sure as it was before, however little that is", () => {
    const few: Overlooked = { ...nothing, texts: 3, covered: 0 };
    expect(confidenceWith(few)).toBe(confidenceWith(null));
    expect(confidenceWith({ ...few, unused: 0.2 })).toBeLessThan(confidenceWith(null));
  });

  test.each(["named", "covered"] as const)("is surer with %s", (name) => {
    expect(confidenceWith({ ...nothing, [name]: 1 })).toBeGreaterThan(confidenceWith(nothing));
  });
});

test("of a tool that is described at length it says nothing, whatever it is", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const count = fc.nat(3);
  const any = {
    unused: share,
    numberLeft: fc.nat(1),
    named: count,
    guessed: count,
    texts: count,
    covered: share,
  };
  fc.assert(
    fc.property(fc.record(any), (numbers) => {
      expect(confidenceWith({ ...numbers, terse: 0 })).toBe(confidenceWith(null));
    }),
  );
});

describe("enough for a call", () => {
  test("is more where a deed would be carried out than where something is looked up, and least where a deed asks back", () => {
    const [deed, lookup, asked] = [
      enoughFor({ looksUp: false, asksBack: false }),
      enoughFor({ looksUp: true, asksBack: false }),
      enoughFor({ looksUp: false, asksBack: true }),
    ];
    expect(deed).toBeGreaterThan(lookup);
    expect(lookup).toBeGreaterThan(asked);
  });

  test("is more for a look-up that asks back than for one that answers: mostly something else was wanted", () => {
    expect(enoughFor({ looksUp: true, asksBack: true })).toBeGreaterThan(enoughFor({ looksUp: true, asksBack: false }));
  });

  test("and what speaks against a call counts more where it would be carried out", () => {
    expect(CARRIED_OUT).toBeLessThan(0);
    const odds = (confidence: number) => Math.log(confidence / (1 - confidence));
    const half: Overlooked = { ...nothing, unused: 0.5 };
    const added = odds(confidenceWith(half)) - odds(confidenceWith(null));
    const { unused, named, texts, covered, constant } = OVERLOOKED;
    const said = unused * 0.5 + named * nothing.named + texts * nothing.texts + covered * nothing.covered;
    expect(added).toBeCloseTo(said + constant + CARRIED_OUT, 6);
  });
});

/** The fit of "none": what it is offered, and that it finds what the data say. */
import { describe, expect, test } from "bun:test";
import { offersOf } from "../../scripts/train/none/offered.ts";
import type { Owner } from "../../scripts/train/none/owners.ts";
import type { Row } from "../../scripts/train/none/rows.ts";
import { countsOf, fitted, likelihood } from "../../scripts/train/none/rule.ts";

const tool = (name: string, examples: readonly string[] = []) => ({ name, description: "", parameters: {}, examples });
const OWNERS: readonly Owner[] = [
  {
    source: "written",
    name: "bakery",
    tools: [tool("order_bread", ["the usual loaf"]), tool("opening_hours"), tool("track_order")],
    asked: [
      { text: "two rolls please", tool: "order_bread", kind: "plain" },
      { text: "my usual loaf", tool: "order_bread", kind: "taught" },
      { text: "who invented bread?", tool: null, kind: "plain" },
    ],
  },
  { source: "written", name: "harbour", tools: [tool("book_berth")], asked: [] },
];

describe("what is offered", () => {
  const offers = offersOf(OWNERS, 10);

  test("with the tool that is meant, without it, and another owner's", () => {
    const shown = offers
      .filter(({ text, examples }) => text === "two rolls please" && examples.length === 0)
      .map(({ offer, gold, tools }) => [offer, gold, tools.some(({ name }) => name === "order_bread")]);
    expect(shown).toEqual([
      ["own", "order_bread", true],
      ["near", null, false],
      ["far", null, false],
    ]);
  });

  test("what no tool does is never offered its own", () => {
    const idle = offers.filter(({ text }) => text === "who invented bread?");
    expect(idle.map(({ offer }) => offer)).not.toContain("own");
    expect(idle.every(({ gold }) => gold === null)).toBe(true);
  });

  test("what only an example explains comes with it", () => {
    const taught = offers.filter(({ text }) => text === "my usual loaf");
    expect(taught.length).toBeGreaterThan(0);
    expect(taught.every(({ examples }) => examples.length > 0)).toBe(true);
  });

  test("is the same each time", () => {
    expect(offersOf(OWNERS, 10)).toEqual(offers);
  });
});

function row(offer: Row["offer"], relevance: number, tools: number): Row {
  const said = { coverage: 0, required: 1, given: 1, explained: 0, isUncalledFor: false, isDeedSaid: false, named: 0 };
  const fit = { relevance, ...said, ahead: 0, nearest: 0, asked: 0, tools };
  const isRight = offer === "own";
  return {
    source: "written",
    offer,
    kind: "plain",
    text: "",
    isTaught: false,
    isRight,
    fit,
    confidence: 0.5,
  };
}

/** Own tools read better than others, by two in the mean. */
const ROWS = [1, 4].flatMap((tools) =>
  Array.from({ length: 60 }, (_, index) => (index % 30) / 10 - 1.5).flatMap((noise) => [
    row("own", 1 + noise, tools),
    row("near", -1 + noise, tools),
    row("far", -1 + noise, tools),
  ]),
);

describe("the fit", () => {
  const rule = fitted(ROWS);
  const at = (relevance: number, tools: number) => likelihood(row("own", relevance, tools), rule);

  test("holds a tool that reads better for likelier, and one of many for likelier than an only one", () => {
    expect(at(1, 1)).toBeGreaterThan(at(-1, 1));
    expect(at(0, 4)).toBeGreaterThan(at(0, 1));
  });

  test("says on average what is right, each row counted as the prior has it", () => {
    const counts = [...countsOf(ROWS)];
    const share = (of: (row: Row) => number) => counts.reduce((sum, [one, count]) => sum + count * of(one), 0);
    expect(share((one) => likelihood(one, rule)) / share(() => 1)).toBeCloseTo(
      share((one) => (one.isRight ? 1 : 0)) / share(() => 1),
      2,
    );
  });

  test("counts an only tool as meant by five queries in eighteen, and one of four by twenty in thirty-three", () => {
    const own = (tools: number) => {
      const counts = [...countsOf(ROWS)].filter(([{ fit }]) => fit.tools === tools);
      const sum = (some: typeof counts) => some.reduce((total, [, count]) => total + count, 0);
      return sum(counts.filter(([{ offer }]) => offer === "own")) / sum(counts);
    };
    expect(own(1)).toBeCloseTo(5 / 18, 6);
    expect(own(4)).toBeCloseTo(20 / 33, 6);
  });

  test("leaves out what has nothing to be compared with", () => {
    expect(countsOf([row("own", 1, 8)]).size).toBe(0);
  });
});

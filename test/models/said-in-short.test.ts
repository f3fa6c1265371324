/** Several things that are said in short: as rows, all at once, as what is left of them, and by words that point at them. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { inUtc } from "#core/local-time.ts";
import type { Tool } from "#core/toolset.ts";
import { withoutExcepted } from "#models/embedded/exceptions/without-excepted.ts";
import { inQuery, partOf, within, withWords } from "#models/embedded/requests/part-text.ts";
import { rowsWritten } from "#models/embedded/requests/written-rows.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { openRealModels } from "./real-weights.ts";

const models = await openRealModels();
const tool = (name: string, description: string, properties: object, required = Object.keys(properties)): Tool =>
  ({ name, description, parameters: { type: "object", properties, required } }) as Tool;
const oneOf = (...options: readonly string[]) => ({ type: "string", enum: options });
const TOOLS: readonly Tool[] = [
  tool("kiln", "Start or stop a kiln.", { kiln: { type: "integer" }, state: oneOf("start", "stop") }),
  tool("hatch", "Open or close a hatch.", { side: oneOf("bow", "stern", "keel"), action: oneOf("open", "close") }),
  tool("lamp", "Switch the lamp of a hall.", { hall: oneOf("foyer", "gallery", "stage"), on: { type: "boolean" } }),
  tool("serve", "Order something to eat.", { dish: { type: "string" }, portions: { type: "integer" } }),
  tool("pay", "Pay somebody.", { person: { type: "string" }, euros: { type: "number" } }),
  tool("thank", "Thank somebody for what they gave.", { person: { type: "string" } }),
];

async function ask(query: string, callsMax = 8) {
  const draft = await models.model.call(
    {
      ...{ query, tools: TOOLS, callsMax, now: inUtc(Date.parse("2026-11-22T10:00:00Z")) },
      ...{ context: null, history: [], memories: [], persona: null, findSimilar: async () => [] },
    },
    AbortSignal.timeout(20_000),
  );
  const calls = draft.tool === null ? [] : [{ ...draft, tool: draft.tool }, ...(draft.others ?? [])];
  return {
    calls: calls.map((call) => [TOOLS[call.tool]?.name, call.parameters]),
    more: draft.more ?? false,
    said: calls.map(({ spans }) => Object.values(spans).map(({ start, end }) => query.slice(start, end))),
    unfilled: calls.flatMap(({ unfilled = [] }) => unfilled.map(({ parameter, said, why }) => [parameter, said, why])),
  };
}

const kiln = (number: number, state: string) => ["kiln", { kiln: number, state }];
const hatch = (side: string, action: string) => ["hatch", { side, action }];
const lamp = (hall: string, on: boolean) => ["lamp", { hall, on }];
const serve = (dish: string, portions: number) => ["serve", { dish, portions }];
const pay = (person: string, euros: number) => ["pay", { person, euros }];

describe("each of a row is a call", () => {
  test("whose words are those of the row", async () => {
    const { calls, said } = await ask("stop kilns 3 to 5");
    expect(calls).toEqual([kiln(3, "stop"), kiln(4, "stop"), kiln(5, "stop")]);
    expect(said.every((words) => words.includes("3 to 5"))).toBe(true);
  });

  test("but for what is taken out of it", async () => {
    const { calls } = await ask("start kilns 2 to 5 but not 4");
    expect(calls).toEqual([kiln(2, "start"), kiln(3, "start"), kiln(5, "start")]);
  });

  test("and where one call is wanted, the first, and there are more", async () => {
    const { calls, more } = await ask("stop kilns 3 to 5", 1);
    expect(calls).toEqual([kiln(3, "stop")]);
    expect(more).toBe(true);
  });
});

describe("a row is written out", () => {
  const readable = (properties: object) => ({
    name: "water",
    description: "Water something.",
    parameters: parametersOf({ type: "object", properties } as never),
  });
  const BED = readable({ bed: { type: "integer" }, litres: { type: "number" } });
  const CODES = readable({ bed: { type: "string" } });
  test.each([
    ["water beds 3 to 5 now", "water beds 3, 4 and 5 now"],
    ["beds 7-8 need water", "beds 7 and 8 need water"],
    ["water beds two through four", "water beds 2, 3 and 4"],
  ])("%s", (text, written) => {
    expect(rowsWritten(text, [BED])?.text).toBe(written);
  });

  test.each([
    ["water bed 3 to 5 cm", "one bed, and how much"],
    ["water beds 3 to 50", "more than one answer holds"],
    ["water beds 5 to 3", "no row"],
    ["water beds with 3 to 5 litres", "about so much"],
    ["water beds 3 to 4.5", "no whole number"],
  ])("not %s: %s", (text) => {
    expect(rowsWritten(text, [BED])).toBeNull();
  });

  test("of codes, where the tool takes a text", () => {
    expect(rowsWritten("water beds A1 to A3", [CODES])?.text).toBe("water beds A1, A2 and A3");
    expect(rowsWritten("water beds A1 to B3", [CODES])).toBeNull();
    expect(rowsWritten("water beds 1 to 3", [CODES])).toBeNull();
  });

  test("not where a tool takes several, or the first and the last", () => {
    const list = readable({ beds: { type: "array", items: { type: "integer" } } });
    const ends = readable({ first_bed: { type: "integer" }, last_bed: { type: "integer" } });
    const range = readable({ beds: { type: "string" } });
    for (const other of [list, ends, range]) expect(rowsWritten("water beds 3 to 5", [BED, other])).toBeNull();
  });
});

describe("all of them are a call each", () => {
  test.each([
    ["open all three hatches", ["bow", "stern", "keel"].map((side) => hatch(side, "open"))],
    ["turn all the lamps on", ["foyer", "gallery", "stage"].map((hall) => lamp(hall, true))],
    ["lamps off everywhere but the stage", [lamp("foyer", false), lamp("gallery", false)]],
    ["close every hatch except the bow one", [hatch("stern", "close"), hatch("keel", "close")]],
    [
      "open the keel hatch and close the other two",
      [hatch("keel", "open"), hatch("bow", "close"), hatch("stern", "close")],
    ],
  ])("%s", async (query, calls) => {
    expect((await ask(query)).calls).toEqual(calls);
  });

  test("but not where they are as many as nobody knows, or one call is wanted", async () => {
    expect((await ask("open both hatches")).calls).toEqual([["hatch", { action: "open" }]]);
    expect((await ask("open all three hatches", 1)).calls).toEqual([["hatch", { action: "open" }]]);
  });
});

describe("what is left open is asked back for", () => {
  test.each([
    ["stop kiln 3 or 4", [["kiln", "3 or 4", "several"]]],
    ["open the bow or the stern hatch", [["side", "bow or the stern", "several"]]],
    ["pay 20 euros to Ann or Ben", [["person", "Ann or Ben", "several"]]],
  ])("%s", async (query, unfilled) => {
    expect((await ask(query)).unfilled).toEqual(unfilled);
  });

  test("and a number with nothing else beside it is none of two", async () => {
    expect((await ask("stop kiln 3 or I'll cry")).unfilled).toEqual([]);
  });
});

describe("what one number counts is one thing, and each number counts its own", () => {
  test.each([
    ["3 soups, 2 pies and a salad", [serve("soups", 3), serve("pies", 2), serve("salad", 1)]],
    ["two fish and chips", [serve("fish and chips", 2)]],
    ["20 euros each to Ann, Ben and Cora", [pay("Ann", 20), pay("Ben", 20), pay("Cora", 20)]],
  ])("%s", async (query, calls) => {
    expect((await ask(query)).calls).toEqual(calls);
  });
});

test("a request that only points at what was said has it", async () => {
  const { calls } = await ask("thank Ann and pay her 5 euros");
  expect(calls).toEqual([["thank", { person: "Ann" }], pay("Ann", 5)]);
});

test("a sentence in the words of the tools alone is cut as any other", async () => {
  expect((await ask("bow hatch open, keel hatch close")).calls).toEqual([hatch("bow", "open"), hatch("keel", "close")]);
});

describe("what is said not to be, of what nobody asked for, changes nothing", () => {
  test.each([
    ["thank Ann but not Ben", "thank Ann"],
    ["stop 3 and 4, not 5", "stop 3 and 4"],
    ["switch on D1 but leave D2 alone", "switch on D1"],
  ])("%s", (text, left) => {
    expect(withoutExcepted(text)?.text.replace(/[ ,]+$/, "")).toBe(left);
  });

  test.each(["thank everybody but not Ben", "stop 3 and 4, not now", "thank Ann but not before 5"])(
    "unlike %s",
    (text) => {
      expect(withoutExcepted(text)).toBeNull();
    },
  );
});

test("what is written in the place of words stands where they stood, in a part of a part as well", () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 3, maxLength: 8 });
  fc.assert(
    fc.property(words, fc.nat(), fc.stringMatching(/^[a-z]{1,9}$/), (said, seed, other) => {
      const query = said.join(" ");
      const at = seed % said.length;
      const start = said.slice(0, at).join(" ").length + (at > 0 ? 1 : 0);
      const place = { start, end: start + (said[at] ?? "").length };
      const outer = partOf(query, [{ start: 0, end: query.length }]);
      const part = within(outer, withWords(query, [{ ...place, words: other }]));
      expect(part.text).toBe(said.map((word, index) => (index === at ? other : word)).join(" "));
      expect(inQuery(part, { start, end: start + other.length })).toEqual(place);
    }),
  );
});

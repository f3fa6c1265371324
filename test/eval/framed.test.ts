/** Orders in frames: the verb in the form that the frame wants, and whether somebody asked for what was carried out. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type ClockedServer, openClockedServer } from "../../scripts/eval/clocked-server.ts";
import type { EverydayCase, EverydaySource } from "../../scripts/eval/everyday-data.ts";
import { askFramed, rightOrders, shownAnswers } from "../../scripts/eval/framed/asking-framed.ts";
import { type AskedFrame, framedMarkdown, framedRows } from "../../scripts/eval/framed/framed-figures.ts";
import { type Frame, framed, framesIn, framesOf } from "../../scripts/eval/framed/frames.ts";
import { byLot, orderOf, ordersIn } from "../../scripts/eval/framed/orders.ts";
import { formsOf } from "../../scripts/eval/framed/verb-forms.ts";
import { crossedShareOf } from "../../scripts/eval/statistics.ts";

describe("a verb", () => {
  test.each([
    ["lock", "locked", "locked", "locking", "locks"],
    ["take", "took", "taken", "taking", "takes"],
    ["put", "put", "put", "putting", "puts"],
    ["stop", "stopped", "stopped", "stopping", "stops"],
    ["cancel", "cancelled", "cancelled", "cancelling", "cancels"],
    ["dry", "dried", "dried", "drying", "dries"],
    ["play", "played", "played", "playing", "plays"],
    ["wash", "washed", "washed", "washing", "washes"],
    ["move", "moved", "moved", "moving", "moves"],
    ["show", "showed", "shown", "showing", "shows"],
    ["enter", "entered", "entered", "entering", "enters"],
    ["rehair", "rehaired", "rehaired", "rehairing", "rehairs"],
    ["tell", "told", "told", "telling", "tells"],
  ] as const)("%s has its forms", (base, past, participle, ing, thirdPerson) => {
    expect(formsOf(base)).toEqual({ base, past, participle, ing, thirdPerson });
  });

  test.each(["table", "locked", "makes", "constructor", ""])("%p is none in its base form", (word) => {
    expect(formsOf(word)).toBeNull();
  });
});

describe("an order", () => {
  test("is its verb and the rest, without its full stop", () => {
    const order = orderOf("Lock the front door.");
    expect(order).toMatchObject({ verb: { base: "lock", past: "locked" }, rest: "the front door" });
    const said = framesIn("N thanks: cheers for {ing} {rest}!\nP wish: it would help if you {p} {rest}").map((frame) =>
      order ? framed(frame, order) : "",
    );
    expect(said).toEqual(["cheers for locking the front door!", "it would help if you locked the front door"]);
  });

  test.each([
    ["stop it", "too short"],
    ["don't lock the front door", "denied"],
    ["lock the front door but not the back door", "with an exception"],
    ["lock the front door, then the gate", "of two clauses"],
    ["fire the kiln to 1240 and hold it there", "of two verbs"],
    ["lock 9 is open for Anna", "a noun in front"],
    ["the front door wants locking", "without its verb in front"],
    ["lock the front door please", "polite already"],
    ["put the kettle on so that it is warm when the guests come back from their walk", "too long"],
  ])("%p is not framed: %s", (query) => {
    expect(orderOf(query)).toBeNull();
  });

  test("is one call that is carried out, whichever way it is understood", () => {
    const call = { tool: "lock" };
    const cases: readonly EverydayCase[] = [
      { kind: "plain", query: "lock the front door", calls: [call] },
      { kind: "question", query: "lock the second door", calls: [] },
      { kind: "two", query: "lock the third door", calls: [call, call] },
      { kind: "missing", query: "lock the fourth door", calls: [call], missing: ["until"] },
      { kind: "either", query: "lock the fifth door", calls: [call], accept: [{ calls: [] }] },
      { kind: "de", query: "open de grote oven", calls: [call] },
      { kind: "follow-up", query: "lock the sixth door", calls: [call], history: [{ query: "lock", tool: "lock" }] },
    ];
    const source = { name: "doors", now: 0, timeZone: "UTC", tools: [], cases } as unknown as EverydaySource;
    expect(ordersIn([source]).map(({ request }) => request.kind)).toEqual(["plain"]);
  });

  test("is drawn by lot: each once, and the same way for the same seed", () => {
    const orders = Array.from({ length: 50 }, (_, at) => at);
    const drawn = byLot(orders, 1);
    expect(drawn.toSorted((one, other) => one - other)).toEqual(orders);
    expect(byLot(orders, 1)).toEqual(drawn);
    expect(byLot(orders, 2)).not.toEqual(drawn);
  });
});

describe("the frames", () => {
  test("of both files are there, and none in both", () => {
    const letters = (file: "seen" | "measured") => Map.groupBy(framesOf(file), ({ asks }) => asks);
    expect([letters("seen").get(false)?.length, letters("seen").get(true)?.length]).toEqual([75, 29]);
    expect([letters("measured").get(false)?.length, letters("measured").get(true)?.length]).toEqual([80, 50]);
    const plain = ({ text }: Frame) => text.toLowerCase().replace(/[^a-z{} ]/g, "");
    const all = [...framesOf("seen"), ...framesOf("measured")].map(plain);
    expect(all.length).toBe(new Set(all).size);
  });

  test.each([
    "we usually {b} {rest}",
    "X habit: we usually {b} {rest}",
    "N habit: we usually {b}",
    "N habit: we usually {rest} {b}",
    "N habit: we {b} and {p} {rest}",
    "N habit: we usually {verb} {rest}",
  ])("%p is refused", (line) => {
    expect(() => framesIn(line)).toThrow("expected");
  });
});

describe("what is counted", () => {
  const frame = (asks: boolean, kind: string): Frame => ({ asks, kind, text: "{b} {rest}" });
  const asked: readonly AskedFrame[] = [
    { frame: frame(false, "thanks"), judged: [judged("wrong", 0.9), judged("wrong", 0.6), judged("right", null)] },
    { frame: frame(false, "habit"), judged: [judged("asked", null), judged("right", null), judged("right", null)] },
    { frame: frame(true, "wish"), judged: [judged("right", 0.9), judged("wrong", 0.9), judged("none", null)] },
  ];

  function judged(judgement: AskedFrame["judged"][number]["judgement"], confidence: number | null) {
    return { kind: "", judgement, confidence };
  }
  const sharesOf = (file: "seen" | "measured", byKind: boolean) =>
    framedRows(file, asked, byKind).map(({ kind, questions, shares }) => [
      kind,
      questions,
      ...Object.values(shares).map((share) => share?.share),
    ]);
  const totals = [
    [null, 6, 2 / 6, 1 / 6],
    [null, 3, 1 / 3, 1 / 3, 0, 1 / 3],
  ];

  test("is what was carried out though nobody asked, and what was not though somebody did", () => {
    expect(sharesOf("seen", false)).toEqual(totals);
    const table = framedMarkdown("seen", framedRows("seen", asked, false));
    expect(table).toContain("| seen: nobody asks | frames | questions | carried out, % |");
    expect(table).toContain("| all | 2 | 6 | 33.3 (");
  });

  test("is counted by kind of the frames that may be looked into, and of no others", () => {
    expect(sharesOf("seen", true)).toEqual([
      totals[0],
      ["habit", 3, 0, 0],
      ["thanks", 3, 2 / 3, 1 / 3],
      totals[1],
      ["wish", 3, 1 / 3, 1 / 3, 0, 1 / 3],
    ] as never);
    expect(sharesOf("measured", true)).toEqual(totals);
  });

  test("lies inside its interval, which is wider where whole frames fare alike", () => {
    const mixed = Array.from({ length: 20 }, (_, row) => Array.from({ length: 20 }, (__, at) => (row + at) % 2 === 0));
    const alike = Array.from({ length: 20 }, (_, row) => Array.from({ length: 20 }, () => row % 2 === 0));
    const widthOf = (rows: readonly (readonly boolean[])[]) => {
      const share = crossedShareOf(rows);
      return share === null ? 0 : share.high - share.low;
    };
    expect(widthOf(alike)).toBeGreaterThan(2 * widthOf(mixed));
    expect(crossedShareOf([])).toBeNull();
    expect(crossedShareOf([[false, false]])?.high).toBeGreaterThan(0.5);
    const tables = fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 })).chain(([rows, columns]) =>
      fc.array(fc.array(fc.boolean(), { minLength: columns, maxLength: columns }), {
        minLength: rows,
        maxLength: rows,
      }),
    );
    fc.assert(
      fc.property(tables, (rows) => {
        const { share, low, high } = crossedShareOf(rows) ?? { share: -1, low: 0, high: 0 };
        const cells = rows.flat();
        expect(share).toBe(cells.filter(Boolean).length / cells.length);
        expect(low).toBeLessThanOrEqual(share + 1e-12);
        expect(high).toBeGreaterThanOrEqual(share - 1e-12);
      }),
      { numRuns: 50 },
    );
  });
});

describe("of the server", () => {
  /** Loading the model takes a second; on a busy machine many times that. */
  const BUSY_MS_MAX = 60_000;
  let server: ClockedServer;
  beforeAll(async () => {
    server = await openClockedServer();
  }, BUSY_MS_MAX);
  afterAll(() => server.close());

  test(
    "each right order is asked for in every frame, and its own call is what is right",
    async () => {
      const query = "water the roses";
      const cases: readonly EverydayCase[] = [
        { kind: "plain", query, calls: [{ tool: "water_roses" }] },
        { kind: "plain", query: "water the roses well", calls: [{ tool: "another" }] },
      ];
      const tools = [
        { name: "water_roses", description: "Waters the roses.", parameters: { type: "object", properties: {} } },
      ];
      const source: EverydaySource = {
        ...{ name: "garden", now: Date.parse("2031-05-31T12:00:00Z") as never, timeZone: "UTC" },
        ...{ tools, cases },
      };
      const on = { server, progress: { show: () => {} } };
      const orders = await rightOrders(ordersIn([source]), on);
      expect(orders.map(({ request }) => request.query)).toEqual([query]);
      const frames = framesIn("N denial: do not {b} {rest}\nN echo: {b} {rest}\nP polite: please {b} {rest}");
      const asked = await askFramed(frames, orders, on);
      expect(asked.map(({ judged }) => judged.map(({ judgement }) => judgement))).toEqual([
        ["right"],
        ["wrong"],
        ["right"],
      ]);
      const [denied] = shownAnswers(asked[0] as NonNullable<(typeof asked)[0]>);
      expect(denied).toMatchObject({ asks: false, kind: "denial", query: "do not water the roses", calls: [] });
    },
    BUSY_MS_MAX,
  );
});

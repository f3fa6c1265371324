import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ClockedServer, openClockedServer } from "../../scripts/eval/clocked-server.ts";
import { askEveryday, everydayOutcome } from "../../scripts/eval/everyday.ts";
import { type EverydayCase, type EverydaySource, readEveryday } from "../../scripts/eval/everyday-data.ts";
import { judge } from "../../scripts/eval/everyday-scoring.ts";
import { heldBackOf, markdownOf, measureSources, type SourceShares } from "../../scripts/eval/everyday-sources.ts";

const GARDEN = [
  {
    name: "water_roses",
    description: "Waters the roses.",
    parameters: { type: "object", properties: { day: { type: "string", format: "date" } }, required: ["day"] },
  },
];
/** What every source is asked, and what is right on May 31 of 2031. */
const CASES: readonly EverydayCase[] = [
  {
    kind: "relative-time",
    query: "water the roses tomorrow",
    calls: [{ tool: "water_roses", parameters: { day: "2031-06-01" } }],
  },
  { kind: "missing", query: "water the roses", calls: [{ tool: "water_roses" }], missing: ["day"] },
  {
    kind: "follow-up",
    query: "water the roses on 2031-07-01",
    history: [{ query: "water the roses tomorrow", tool: "water_roses", parameters: { day: "2031-06-01" } }],
    calls: [{ tool: "water_roses", parameters: { day: "2031-07-02" } }],
  },
];
/** In UTC it is the same day still, in Vienna half an hour before the next. */
const LATE = "2031-05-31T23:30:00+02:00";
const DATA = { now: LATE, time_zone: "Europe/Vienna", toolset: { tools: GARDEN }, cases: CASES };

/** Loading the model takes a second, and an answer a fraction of one; on a busy machine many times that. */
const BUSY_MS_MAX = 60_000;

let folder: string;
let server: ClockedServer;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-everyday-"));
  server = await openClockedServer();
}, BUSY_MS_MAX);
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

function folderWith(name: string, files: Readonly<Record<string, object>>): string {
  const path = join(folder, name);
  mkdirSync(path);
  for (const [file, data] of Object.entries(files)) writeFileSync(join(path, `${file}.json`), JSON.stringify(data));
  return path;
}

const silent = { show: () => {} };

describe("a source", () => {
  test(
    "is asked on its own day and in its own time zone, by the server's own rules",
    async () => {
      const earlier = { ...DATA, now: "2030-01-01T00:00:00Z" };
      const sources = readEveryday(folderWith("asked", { home: DATA, past: earlier }));
      const { sources: asked, answerMs } = await askEveryday(server, sources, 1_000, silent);
      expect(asked.flatMap(({ answered }) => answered.map(({ answer }) => answer.refused))).toEqual(
        Array(6).fill(null),
      );
      const judgements = asked.map(({ source, answered }) => [
        source.name,
        Object.fromEntries(answered.map(({ judged }) => [judged.kind, judged.judgement])),
      ]);
      expect(judgements).toEqual([
        ["home", { "relative-time": "right", missing: "right", "follow-up": "wrong" }],
        ["past", { "relative-time": "wrong", missing: "right", "follow-up": "wrong" }],
      ]);
      expect(answerMs).toHaveLength(6);
    },
    BUSY_MS_MAX,
  );

  test(
    "has at most so many requests, the same ones each time",
    async () => {
      const sources = readEveryday(folderWith("few", { home: DATA }));
      const once = await askEveryday(server, sources, 2, silent);
      const again = await askEveryday(
        server,
        [{ ...(sources[0] as EverydaySource), cases: CASES.toReversed() }],
        2,
        silent,
      );
      const queries = [once, again].map(({ sources: [one] }) => one?.answered.map(({ request }) => request.query));
      expect(queries[0]).toHaveLength(2);
      expect(queries[1]).toEqual(queries[0]);
    },
    BUSY_MS_MAX,
  );

  test("is read as docs/how-to/measure.md shows it", () => {
    const page = readFileSync(join(import.meta.dir, "../../docs/how-to/measure.md"), "utf8");
    const [, shown = ""] = /```json\n(\{\n[\s\S]*?)```/.exec(page) ?? [];
    const [garden] = readEveryday(folderWith("shown", { garden: JSON.parse(shown) as object }));
    expect(garden).toMatchObject({
      name: "garden",
      now: Date.parse("2030-05-31T16:00:00Z"),
      timeZone: "Europe/Vienna",
    });
    const herbs = { tool: "water", parameters: { bed: "herbs" } };
    // The fields that the page names are those that are judged by.
    const judgements = garden?.cases.map((request) => judge(request, [herbs], []));
    expect(judgements).toEqual(["wrong", "wrong", "wrong", "right"]);
    expect(garden?.cases.map((request) => judge(request, [], []))).toEqual(["none", "none", "right", "right"]);
  });

  test("in another format is refused by its name", () => {
    expect(() => readEveryday(folderWith("broken", { shop: { ...DATA, now: "soon" } }))).toThrow("shop.json");
    expect(() => readEveryday(join(folder, "nowhere"))).toThrow("nowhere");
  });
});

describe("of what is left out", () => {
  test(
    "only totals are said, not a single request and no kind",
    async () => {
      const sources = readEveryday(folderWith("halves", { home: DATA, banking: DATA }));
      const { sources: asked } = await askEveryday(server, sources, 1_000, silent);
      const outcome = everydayOutcome(asked);
      const lineOf = (part: string, measure: string) =>
        outcome.lines.find((line) => line.part === part && line.measure === measure);
      expect(lineOf("everyday, left out", "right")).toMatchObject({ kind: "share", n: 3, value: 2 / 3 });
      expect(lineOf("everyday, left out", "wrong executions")).toMatchObject({ kind: "error", n: 3, value: 1 / 3 });
      expect(lineOf("everyday, seen", "right")).toMatchObject({ kind: "share", n: 3 });
      expect(lineOf("everyday, all", "right")).toMatchObject({ kind: "detail", n: 6 });
      expect(lineOf("seen, missing", "right")).toMatchObject({ kind: "detail", n: 1 });
      const saved = outcome.answers as readonly { readonly domain?: string }[];
      expect(saved.map(({ domain }) => domain)).toEqual(["home", "home", "home"]);
      // The reliability diagram is theirs alone: two calls that would be carried out, one of them asked for.
      const { verdicts } = outcome;
      expect(verdicts.map(({ family }) => family)).toEqual(Array(2).fill("everyday calls, left out"));
      expect(verdicts.map(({ right }) => right).sort()).toEqual([false, true]);
    },
    BUSY_MS_MAX,
  );
});

describe("by source", () => {
  test(
    "everything is written but the requests of what is held back",
    async () => {
      const names = ["bakery", "florist", "gardener", "nursery"];
      const own = (name: string) => ({ ...DATA, cases: [{ ...CASES[1], query: `water the roses, ${name}` }] });
      const path = folderWith("trades", Object.fromEntries(names.map((name) => [name, own(name)])));
      const [held = ""] = heldBackOf(names, 1);
      const before = join(folder, "before.json");
      writeFileSync(before, JSON.stringify({ sources: names.map((name) => source(name, 0, 1)) }));
      const out = join(folder, "out");
      const text = await measureSources({ folder: path, heldBack: 1, against: before }, { out, limit: 9 });
      expect(text).toContain("| held back | 1 | 100.0 |");
      expect(text).toContain("| the others | 3 | 100.0 ± 0.0 | 0.0 ± 0.0 |");
      expect(text).toContain("| the others | 3 | 100.0 ± 0.0 | -100.0 ± 0.0 |");
      const lines = readFileSync(join(out, "everyday.jsonl"), "utf8").trim().split("\n");
      const saved = lines.map((line) => (JSON.parse(line) as { readonly domain: string }).domain);
      expect(saved).toEqual(names.filter((name) => name !== held));
      const kept = JSON.parse(readFileSync(join(out, "everyday.json"), "utf8")) as { readonly sources: object[] };
      expect(kept.sources).toContainEqual({ ...source(held, 1, 1), heldBack: true });
    },
    BUSY_MS_MAX,
  );

  const source = (name: string, right: number, n = 10): SourceShares => ({
    name,
    heldBack: false,
    n,
    shares: { right, wrong: 1 - right, asked: 0, none: 0, part: 0 },
  });

  test("the mean has its standard error, and the change that of the differences", () => {
    const now = [source("a", 0.5), source("b", 0.9)];
    const text = markdownOf("m", now, [source("a", 0.3), source("b", 0.7)], []);
    expect(text).toContain("| all | 2 | 70.0 ± 20.0 | 30.0 ± 20.0 |");
    expect(text).toContain("| all | 2 | 20.0 ± 0.0 | -20.0 ± 0.0 |");
  });

  test("a source of which another number was asked before is not compared", () => {
    const text = markdownOf("m", [source("a", 0.5), source("b", 0.9)], [source("a", 0.3), source("b", 0.1, 5)], []);
    expect(text).toContain("| all | 1 | 20.0 |");
  });

  test("what is held back is chosen by name, whatever the order", () => {
    const names = ["a", "b", "c", "d", "e"];
    expect(heldBackOf(names.toReversed(), 2)).toEqual(heldBackOf(names, 2));
    expect(heldBackOf(names, 2).size).toBe(2);
    expect(heldBackOf(names, 0).size).toBe(0);
  });
});

/**
 * How often the search for tools finds the right one among all functions of the development data: beside BM25 alone, and the sentence
 * embedder alone.
 *
 *     bun scripts/eval/tool-search.ts --data FOLDER [--write]
 *
 * FOLDER is as docs/how-to/measure.md has it. `--write` puts the tables into docs/measurements/tool-search.md. No weight was fitted on
 * any of these sources: scripts/train/tool-search/fit.ts names those.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CHOICE_WEIGHTS, NONE_MIN } from "#core/tool-search/fitted-weights.ts";
import type { ChoiceWeights } from "#core/tool-search/ranking.ts";
import { linesOf } from "./data-sets.ts";
import { Progress } from "./progress.ts";
import { nameIn, OfflineSearch } from "./tool-search/offline-search.ts";
import { type AskedTool, readPool } from "./tool-search/pool.ts";

const NOTHING = { words: 0, covered: 0, named: 0, meaning: 0, length: 0, takesNothing: 0 };
const WAYS: Readonly<Record<string, ChoiceWeights>> = {
  BM25: { ...NOTHING, words: 1 },
  embedder: { ...NOTHING, meaning: 1 },
  search: CHOICE_WEIGHTS,
};
const FOUND = 10;
const BINS = 5;
/** Of the page, what is written anew. */
const BEGIN = "<!-- tables -->";
const END = "<!-- end of tables -->";
const PAGE = join(import.meta.dir, "../../docs/measurements/tool-search.md");
const OWN_QUERIES = join(import.meta.dir, "tool-search/queries.jsonl");

interface Asked extends AskedTool {
  /** By way, the place of the right tool from 0; -1 where it is not among the first ten. */
  readonly places: Readonly<Record<string, number>>;
  readonly none: number;
  readonly first: { readonly confidence: number; readonly isRight: boolean };
}

function percent(count: number, of: number): string {
  return of === 0 ? "–" : ((100 * count) / of).toFixed(1);
}

function askedIn(search: OfflineSearch, one: AskedTool): Asked {
  const places = Object.entries(WAYS).map(([way, weights]) => {
    const { tools } = search.find(one.text, FOUND, weights);
    return [way, tools.findIndex((tool) => nameIn(search.sets, tool) === one.tool)] as const;
  });
  const { tools, none } = search.find(one.text, 1);
  const [first] = tools;
  const isRight = first !== undefined && nameIn(search.sets, first) === one.tool;
  return { ...one, places: Object.fromEntries(places), none, first: { confidence: first?.confidence ?? 0, isRight } };
}

function foundRow(source: string, asked: readonly Asked[]): string {
  const cells = Object.keys(WAYS).flatMap((way) => {
    const places = asked.map((one) => one.places[way] ?? -1);
    const reciprocal = places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / asked.length;
    const [first, ten] = [places.filter((place) => place === 0), places.filter((place) => place >= 0)];
    return [percent(first.length, asked.length), percent(ten.length, asked.length), reciprocal.toFixed(2)];
  });
  return `| ${[source, asked.length, ...cells].join(" | ")} |`;
}

function foundTable(asked: readonly Asked[]): readonly string[] {
  const ways = Object.keys(WAYS);
  const head = ways.flatMap((way) => [`${way}: first`, "of ten", "MRR"]);
  const bySource = [...Map.groupBy(asked, ({ source }) => source)];
  return [
    `| source | requests | ${head.join(" | ")} |`,
    `| --- |${" ---: |".repeat(1 + head.length)}`,
    ...bySource.map(([source, own]) => foundRow(source, own)),
    foundRow("**all**", asked),
  ];
}

function noneTable(asked: readonly Asked[]): readonly string[] {
  const rows = [...Map.groupBy(asked, ({ source }) => source)].map(([source, own]) => {
    const [meant, not] = [own.filter(({ tool }) => tool !== null), own.filter(({ tool }) => tool === null)];
    const said = (some: readonly Asked[]) => some.filter(({ none }) => none >= NONE_MIN).length;
    return `| ${source} | ${percent(said(not), not.length)} of ${not.length} | ${percent(said(meant), meant.length)} of ${meant.length} |`;
  });
  return ["| source | none is said where none is meant | and where one is |", "| --- | ---: | ---: |", ...rows];
}

function confidenceTable(asked: readonly Asked[]): readonly string[] {
  const bins = Map.groupBy(asked, ({ first }) => Math.min(BINS - 1, Math.floor(first.confidence * BINS)));
  const rows = [...bins]
    .sort(([one], [other]) => one - other)
    .map(([bin, own]) => {
      const mean = own.reduce((sum, { first }) => sum + first.confidence, 0) / own.length;
      const right = own.filter(({ first }) => first.isRight).length;
      return `| ${(bin / BINS).toFixed(1)}–${((bin + 1) / BINS).toFixed(1)} | ${own.length} | ${(100 * mean).toFixed(1)} | ${percent(right, own.length)} |`;
    });
  return [
    "| confidence of the first | requests | in the mean, % | right, % |",
    "| --- | ---: | ---: | ---: |",
    ...rows,
  ];
}

async function tablesOf(data: string, withTrades: boolean): Promise<readonly string[]> {
  const { sets, asked } = readPool(data, withTrades);
  const own = linesOf<AskedTool>(OWN_QUERIES).map((one) => ({ ...one, source: "Own, in other words" }));
  const all = [...asked, ...own];
  const texts = all.map(({ text }) => text);
  const search = await OfflineSearch.of(sets, texts, new Progress());
  const found = all.map((one) => askedIn(search, one));
  const tools = sets.reduce((sum, set) => sum + set.tools.length, 0);
  const pool = withTrades ? "with the tools of the trades that are there to learn from" : "of the measured sets alone";
  const meant = found.filter(({ tool }) => tool !== null);
  return [
    `### ${tools.toLocaleString("en")} tools, ${pool}`,
    "",
    ...foundTable(meant),
    "",
    ...noneTable(found),
    "",
    ...confidenceTable(found),
    "",
  ];
}

const { data, write } = parseArgs({ options: { data: { type: "string" }, write: { type: "boolean" } } }).values;
if (!data) throw new Error("usage: bun scripts/eval/tool-search.ts --data FOLDER [--write]");
const tables = [...(await tablesOf(data, false)), ...(await tablesOf(data, true))].join("\n");
console.log(tables);
if (write) {
  const page = readFileSync(PAGE, "utf8");
  const [before, after] = [page.split(BEGIN)[0], page.split(END)[1]];
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${tables}\n${END}${after}`);
}

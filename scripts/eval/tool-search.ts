/**
 * How often the search for tools finds the right one among all functions of the development data: beside BM25 alone, and the sentence
 * embedder alone.
 *
 *     bun scripts/eval/tool-search.ts --data FOLDER [--write]
 *     bun scripts/eval/tool-search.ts --data FOLDER --languages [--write]
 *
 * FOLDER is as docs/how-to/measure.md has it. `--languages` asks in other languages instead, as it was said and as it is understood. `--write` puts the tables into docs/measurements/tool-search.md. No weight was fitted on
 * any of these sources: scripts/train/tool-search/fit.ts names those.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CHOICE_WEIGHTS, NONE_MIN } from "#core/tool-search/fitted-weights.ts";
import type { ChoiceWeights, Ranking } from "#core/tool-search/ranking.ts";
import { linesOf } from "./data-sets.ts";
import { Progress } from "./progress.ts";
import { nameIn, type OfflineEmbedders, OfflineSearch, PLAIN } from "./tool-search/offline-search.ts";
import { type AskedTool, type Pool, type PoolName, readPool } from "./tool-search/pool.ts";
import { OTHER_LANGUAGES, readSpokenPool, type SpokenQuery } from "./tool-search/spoken-pool.ts";

const NOTHING = { words: 0, covered: 0, named: 0, optional: 0, meaning: 0, length: 0, takesNothing: 0 };
interface Way {
  readonly weights: ChoiceWeights;
  readonly embedders?: OfflineEmbedders;
}

const WAYS = {
  BM25: { weights: { ...NOTHING, words: 1 } },
  embedder: { weights: { ...NOTHING, meaning: 1 }, embedders: PLAIN },
  search: { weights: CHOICE_WEIGHTS },
} as const satisfies Readonly<Record<string, Way>>;
type WayName = keyof typeof WAYS;
const WAY_NAMES = Object.keys(WAYS) as WayName[];
const POOLS: Readonly<Record<PoolName, string>> = {
  measured: "of the measured sets alone",
  "with trades": "with the tools of the trades that are there to learn from",
  "trades kept apart": "with the tools of ten more trades, which were kept apart, and of which alone is asked",
};
const FOUND = 10;
/** Of fewer requests no share is given. */
const FEW = 20;
const BINS = 5;
/** Of the page, what is written anew. */
const TABLES = ["<!-- tables -->", "<!-- end of tables -->"] as const;
const LANGUAGE_TABLES = ["<!-- languages -->", "<!-- end of languages -->"] as const;
const PAGE = join(import.meta.dir, "../../docs/measurements/tool-search.md");
/** Tools that do the same for whoever reads their definitions. */
const EQUIVALENTS = new Map(
  linesOf<readonly string[]>(join(import.meta.dir, "tool-search/equivalents.jsonl")).flatMap((tools) =>
    tools.map((tool) => [tool, new Set(tools)] as const),
  ),
);
const OWN_QUERIES = join(import.meta.dir, "tool-search/queries.jsonl");

interface Asked extends AskedTool {
  /** By way, the place of the right tool from 0; -1 where it is not among the first ten. */
  readonly places: Readonly<Record<WayName, number>>;
  /** By the search, that of the first tool that is right or does the same. */
  readonly samePlace: number;
  readonly none: number;
  readonly first: { readonly confidence: number; readonly isRight: boolean };
}

function percent(count: number, of: number): string {
  return of === 0 ? "–" : ((100 * count) / of).toFixed(1);
}

type Searches = Readonly<Record<WayName, OfflineSearch>>;

async function searchesIn(pool: Pool, texts: readonly string[]): Promise<Searches> {
  const [shipped, plain] = [await offline(), await offline(PLAIN)];
  return { BM25: plain, embedder: plain, search: shipped };

  function offline(embedders?: OfflineEmbedders) {
    return OfflineSearch.of(pool.sets, texts, new Progress(), embedders);
  }
}

function askedIn(searches: Searches, one: AskedTool): Asked {
  const foundBy = (way: WayName): readonly (string | null)[] => {
    const { tools } = searches[way].find(one.text, FOUND, WAYS[way].weights);
    return tools.map((tool) => nameIn(searches[way].sets, tool));
  };
  const placeBy = (way: WayName) => foundBy(way).indexOf(one.tool);
  const places = { BM25: placeBy("BM25"), embedder: placeBy("embedder"), search: placeBy("search") };
  const same = EQUIVALENTS.get(one.tool ?? "");
  const samePlace = foundBy("search").findIndex((name) => name === one.tool || same?.has(name ?? ""));
  const { tools, none } = searches.search.find(one.text, 1);
  const first = { confidence: tools[0]?.confidence ?? 0, isRight: places.search === 0 };
  return { ...one, places, samePlace, none, first };
}

function foundRow(source: string, asked: readonly Asked[]): string {
  const cells = WAY_NAMES.flatMap((way) => {
    const places = asked.map((one) => one.places[way]);
    const reciprocal = places.reduce((sum, place) => sum + (place < 0 ? 0 : 1 / (place + 1)), 0) / asked.length;
    const [first, ten] = [places.filter((place) => place === 0), places.filter((place) => place >= 0)];
    return [percent(first.length, asked.length), percent(ten.length, asked.length), reciprocal.toFixed(2)];
  });
  return `| ${[source, asked.length, ...cells].join(" | ")} |`;
}

function foundTable(asked: readonly Asked[]): readonly string[] {
  const head = WAY_NAMES.flatMap((way) => [`${way}: first`, "of ten", "MRR"]);
  const bySource = [...Map.groupBy(asked, ({ source }) => source)];
  return [
    `| source | requests | ${head.join(" | ")} |`,
    `| --- |${" ---: |".repeat(1 + head.length)}`,
    ...bySource.map(([source, own]) => foundRow(source, own)),
    foundRow("**all**", asked),
  ];
}

function sameTable(asked: readonly Asked[]): readonly string[] {
  const row = (source: string, own: readonly Asked[]) => {
    const share = (isFound: (one: Asked) => boolean) => percent(own.filter(isFound).length, own.length);
    const cells = [share(({ samePlace }) => samePlace === 0), share(({ samePlace }) => samePlace >= 0)];
    return `| ${[source, share(({ tool }) => EQUIVALENTS.has(tool ?? "")), ...cells].join(" | ")} |`;
  };
  return [
    "| source | means a tool of several that do the same, % | one of them is first, % | of ten, % |",
    "| --- | ---: | ---: | ---: |",
    ...[...Map.groupBy(asked, ({ source }) => source)].map(([source, own]) => row(source, own)),
    row("**all**", asked),
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

async function tablesOf(data: string, name: PoolName): Promise<readonly string[]> {
  const pool = readPool(data, name);
  const own = linesOf<AskedTool>(OWN_QUERIES).map((one) => ({ ...one, source: "Own, in other words" }));
  const all = name === "trades kept apart" ? pool.asked : [...pool.asked, ...own];
  const searches = await searchesIn(
    pool,
    all.map(({ text }) => text),
  );
  const found = all.map((one) => askedIn(searches, one));
  const tools = pool.sets.reduce((sum, set) => sum + set.tools.length, 0);
  const meant = found.filter(({ tool }) => tool !== null);
  return [
    `### ${tools.toLocaleString("en")} tools, ${POOLS[name]}`,
    "",
    ...foundTable(meant),
    "",
    ...(name === "trades kept apart" ? [] : [...sameTable(meant), ""]),
    ...noneTable(found),
    "",
    ...confidenceTable(found),
    "",
  ];
}

interface SpokenPlaces extends SpokenQuery {
  /** As `Asked.places`. */
  readonly asSaid: number;
  readonly understood: number;
}

async function languageTables(data: string): Promise<readonly string[]> {
  const pool = readSpokenPool(data);
  const texts = pool.asked.map(({ text }) => text);
  const search = await OfflineSearch.of(pool.sets, texts, new Progress());
  const placeIn = ({ tools }: Ranking, { tool }: SpokenQuery) =>
    tools.findIndex((one) => nameIn(search.sets, one) === tool);
  const found = pool.asked.map((one) => ({
    ...one,
    asSaid: placeIn(search.findAsSaid(one.text, FOUND, one.among), one),
    understood: placeIn(search.find(one.text, FOUND, undefined, one.among), one),
  }));
  return [false, true].flatMap((isLookedAt) => [
    `### ${isLookedAt ? "Looked at" : "Not looked at"}`,
    "",
    "| source | language | requests | as it was said: first | of ten | now: first | of ten |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ...[...Map.groupBy(found, ({ source }) => source)].flatMap(([source, own]) => {
      const half = own.filter((one) => one.isLookedAt === isLookedAt);
      const rows = OTHER_LANGUAGES.flatMap((language) => {
        const spoken = half.filter((one) => one.language === language);
        return spoken.length < FEW ? [] : [spokenRow(source, language, spoken)];
      });
      return [...rows, spokenRow(source, "all", half)];
    }),
    "",
  ]);
}

function spokenRow(source: string, language: string, own: readonly SpokenPlaces[]): string {
  const share = (places: readonly number[]) => [
    percent(places.filter((place) => place === 0).length, own.length),
    percent(places.filter((place) => place >= 0).length, own.length),
  ];
  const cells = [...share(own.map(({ asSaid }) => asSaid)), ...share(own.map(({ understood }) => understood))];
  return `| ${[source, language, own.length, ...cells].join(" | ")} |`;
}

const { data, write, languages } = parseArgs({
  options: { data: { type: "string" }, write: { type: "boolean" }, languages: { type: "boolean" } },
}).values;
if (!data) throw new Error("usage: bun scripts/eval/tool-search.ts --data FOLDER [--languages] [--write]");
const tables: string[] = [];
if (languages) tables.push(...(await languageTables(data)));
else for (const name of Object.keys(POOLS) as PoolName[]) tables.push(...(await tablesOf(data, name)));
console.log(tables.join("\n"));
if (write) {
  const [begin, end] = languages ? LANGUAGE_TABLES : TABLES;
  const page = readFileSync(PAGE, "utf8");
  const [before, after] = [page.split(begin)[0], page.split(end)[1]];
  writeFileSync(PAGE, `${before}${begin}\n\n${tables.join("\n")}\n${end}${after}`);
}

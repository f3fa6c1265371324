/**
 * Fits what counts how much in the choice of a tool, and prints how often the right one is chosen, of each quarter of the texts by weights
 * that were fitted on the others.
 *
 *     bun scripts/train/ranking/choice.ts DATA_FOLDER [ROWS.jsonl]
 *
 * DATA_FOLDER holds train/ and the measured sets. Read are the trades that neither the extractor nor the ranker learned from, and the
 * owners that were written for the rule of "none", each request beside all tools of its owner. ROWS keeps what was read.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JOINT_EXTRACTOR_PATH } from "#models/embedded/networks/network-files.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { linesOf } from "../../eval/data-sets.ts";
import { fitLogistic } from "../cache/logistic.ts";
import { apartFrom } from "../none/apart.ts";
import { type Owner, readOwners } from "../none/owners.ts";
import { Reader } from "../none/rows.ts";

/** Sources that none of the networks knows. */
const SOURCES: ReadonlySet<string> = new Set(["written", "everyday", "trades"]);
const READ = 3;
const OF_SOURCE_MAX = 1_500;
const PENALTY = 0.1;

type Features = Readonly<Record<string, number>>;

interface Choice {
  readonly source: string;
  readonly text: string;
  /** By rank; features of what was read are missing of those behind the first few. */
  readonly tools: readonly { readonly isRight: boolean; readonly features: Features }[];
}

const READING = ["relevance", "coverage", "required", "explained", "takesNothing", "deed"] as const;
/** Parts of the texts, each judged by weights that were fitted on the others. */
const PARTS = 4;

function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const keyed = items.map((item) => ({ item, at: Bun.hash.crc32(keyOf(item)) }));
  return keyed.sort((one, other) => one.at - other.at).map(({ item }) => item);
}

async function readChoices(data: string): Promise<readonly Choice[]> {
  const { chooser } = await Reader.open(JOINT_EXTRACTOR_PATH);
  const isApart = apartFrom(data);
  const owners = readOwners(join(data, "train")).filter(({ source }) => SOURCES.has(source));
  return [...Map.groupBy(owners, ({ source }) => source)].flatMap(([source, own]) => {
    const asked = own.flatMap((owner) => owner.asked.filter(isMeant).map((one) => ({ owner, one })));
    const some = inOrder(
      asked.filter(({ one }) => isApart(one.text)),
      ({ one }) => one.text,
    ).slice(0, OF_SOURCE_MAX);
    const readable = new Map(own.map((owner) => [owner, readableOf(owner)]));
    return some.map(({ owner, one }): Choice => {
      const tools = readable.get(owner) ?? [];
      const ranked = chooser.ranked(one.text, tools, { nearest: new Map(), taught: new Set() });
      return {
        source,
        text: one.text,
        tools: ranked.map((candidate, place) => {
          const { similarity, words, ofChoice, asked: isAsked } = candidate;
          const alike = { similarity, words, ofChoice, asked: isAsked, uncalledFor: Number(candidate.isUncalledFor) };
          const isRight = tools[candidate.tool]?.name === one.tool;
          if (place >= READ) return { isRight, features: alike };
          const { fit } = chooser.read(one.text, tools, candidate);
          const { relevance, coverage, required, explained, isDeedSaid } = fit;
          const takesNothing = Number(tools[candidate.tool]?.parameters.length === 0);
          const read = {
            relevance,
            coverage,
            required,
            explained: takesNothing ? 0 : explained,
            takesNothing,
            deed: Number(isDeedSaid),
          };
          return { isRight, features: { ...alike, ...read } };
        }),
      };
    });
  });
}

function isMeant({ tool, kind }: Owner["asked"][number]): boolean {
  return tool !== null && tool !== "" && kind !== "taught";
}

function readableOf({ tools }: Owner) {
  return tools.map(({ name, description, parameters }) => ({
    name,
    description,
    parameters: parametersOf(parameters),
  }));
}

/** Differences of the right tool to the others, in both directions: what tells them apart, and nothing else. */
function fitted(choices: readonly Choice[], names: readonly string[], places: number): Features {
  const sizes = Map.groupBy(choices, ({ source }) => source);
  const rows = choices.flatMap(({ source, tools }) => {
    const some = tools.slice(0, places);
    const right = some.find(({ isRight }) => isRight);
    if (!right) return [];
    const weight = 1 / (sizes.get(source)?.length ?? 1);
    return some
      .filter((tool) => tool !== right)
      .flatMap(({ features }) =>
        [1, -1].map((sign) => ({
          features: Object.fromEntries(
            names.map((name) => [name, sign * ((right.features[name] ?? 0) - (features[name] ?? 0))]),
          ),
          isRight: sign === 1,
          weight: weight * 1_000,
        })),
      );
  });
  return fitLogistic(rows, names, PENALTY).weights;
}

function partOf(text: string): number {
  return Bun.hash.crc32(text) % PARTS;
}

function score(features: Features, weights: Features): number {
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), 0);
}

/** Whether the first by `weights`, of so many, is the right one. */
function isRight({ tools }: Choice, weights: Features, places: number): boolean {
  const some = tools.slice(0, places);
  const best = some.reduce((one, other) =>
    score(other.features, weights) > score(one.features, weights) ? other : one,
  );
  return best.isRight;
}

function show(name: string, choices: readonly Choice[], names: readonly string[], places: number): void {
  const bySource = Map.groupBy(choices, ({ source }) => source);
  const parts = Array.from({ length: PARTS }, (_, part) =>
    fitted(
      choices.filter(({ text }) => partOf(text) !== part),
      names,
      places,
    ),
  );
  const shares = [...bySource].map(([source, own]) => {
    const hits = own.filter((one) => isRight(one, parts[partOf(one.text)] ?? {}, places)).length;
    return `${source} ${((100 * hits) / own.length).toFixed(1)} of ${own.length}`;
  });
  const weights = Object.entries(fitted(choices, names, places)).map(([of, weight]) => `${of}: ${weight.toFixed(2)}`);
  console.log(`${name}: ${shares.join(", ")}; of all { ${weights.join(", ")} }`);
}

const [data, kept] = process.argv.slice(2);
if (!data) throw new Error("usage: bun scripts/train/ranking/choice.ts DATA_FOLDER [ROWS.jsonl]");
const choices = kept && existsSync(kept) ? linesOf<Choice>(kept) : await readChoices(data);
if (kept && !existsSync(kept)) writeFileSync(kept, choices.map((one) => `${JSON.stringify(one)}\n`).join(""));
const among = (places: number) =>
  [...Map.groupBy(choices, ({ source }) => source)].map(
    ([source, own]) =>
      `${source} ${((100 * own.filter(({ tools }) => tools.slice(0, places).some((tool) => tool.isRight)).length) / own.length).toFixed(1)}`,
  );
for (const places of [1, 2, 3, 8])
  console.log(`the right tool is among the first ${places} as they stand: ${among(places).join(", ")}`);
const plain = ["similarity", "words", "uncalledFor", ...READING];
show("by words and meaning alone", choices, ["similarity", "words", "uncalledFor"], 8);
show("by the ranker alone", choices, ["ofChoice"], 8);
show("by both", choices, ["similarity", "words", "uncalledFor", "ofChoice"], 8);
for (const places of [2, 3]) {
  show(`of ${places} that are read, without the ranker`, choices, plain, places);
  show(`of ${places} that are read`, choices, [...plain, "ofChoice"], places);
}

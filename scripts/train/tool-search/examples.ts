/**
 * What the maps of the tool search are learned from, and chosen on: tools, and what was asked of them, with the vectors of both
 * embedders beside each other.
 *
 *     bun scripts/train/tool-search/examples.ts DATA_FOLDER OUT
 *
 * Writes OUT.json, and OUT.f32 with a vector of 768 floats for each tool and then for each request. Learned from: the trades that the
 * extractor learned from, and the tools of SGD, Seal-Tools and MetaTool that are not held back. What fit.ts fits the weights on is not
 * among it: maps.py chooses on that. No measured set is read.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { summaryOf } from "#core/tool-search/tool-words.ts";
import { embedded } from "../../eval/cache/embedding.ts";
import { Progress } from "../../eval/progress.ts";
import { learnedOwners, type Owner, readOwners } from "../none/owners.ts";
import { learnedTradeOwners } from "../none/trade-owners.ts";

/** Whose requests no map has seen. */
const CHOSEN_ON: ReadonlySet<string> = new Set(["written", "everyday", "trades", "hwu64", "seal", "meta"]);

interface WrittenOwner {
  readonly source: string;
  readonly isLearned: boolean;
  /** Positions of its tools. */
  readonly tools: readonly number[];
}

interface WrittenRequest {
  /** Positions of its owner, and of the tool that is meant. */
  readonly owner: number;
  readonly tool: number;
  readonly text: string;
  /** Of the tool, its name and those of its parameters. */
  readonly name: string;
  readonly parameters: readonly string[];
}

const [data, out] = process.argv.slice(2);
if (!data || !out) throw new Error("usage: bun scripts/train/tool-search/examples.ts DATA_FOLDER OUT");
const folder = join(data, "train");
const learned = [...learnedTradeOwners(folder), ...learnedOwners(folder)];
const chosenOn = readOwners(folder).filter(({ source }) => CHOSEN_ON.has(source));

/** Of tools that say the same of themselves there is one. */
const tools = new Map<string, number>();
const owners: WrittenOwner[] = [];
const asked: WrittenRequest[] = [];
for (const [isLearned, some] of [
  [true, learned],
  [false, chosenOn],
] as const)
  for (const owner of some) add(owner, isLearned);

const texts = [...tools.keys(), ...asked.map(({ text }) => text)];
const vectors = await embedded(texts, new Progress(), ({ labelEmbedder }) => labelEmbedder);
const all = texts.map((text) => Buffer.from((vectors.get(text) as Float32Array).slice().buffer));
writeFileSync(`${out}.f32`, Buffer.concat(all));
writeFileSync(`${out}.json`, JSON.stringify({ tools: tools.size, owners, asked }));

function add({ source, tools: own, asked: of }: Owner, isLearned: boolean): void {
  const placed = new Map(own.map((tool) => [tool.name, { place: placeOf(summaryOf(tool)), ...tool }]));
  const owner =
    owners.push({ source, isLearned, tools: [...new Set([...placed.values()].map(({ place }) => place))] }) - 1;
  for (const { text, tool, kind } of of) {
    const meant = placed.get(tool ?? "");
    if (!meant || kind === "taught") continue;
    const parameters = Object.keys(meant.parameters.properties ?? {});
    asked.push({ owner, tool: meant.place, text, name: meant.name, parameters });
  }
}

function placeOf(summary: string): number {
  const place = tools.get(summary) ?? tools.size;
  tools.set(summary, place);
  return place;
}

/** The trades of `train/everyday`: their tools, and what people asked of them; and the trades that only figures are counted on. */
import { join } from "node:path";
import { ENGLISH } from "#core/english/english.ts";
import { mayBeIn } from "#core/reading/own-language.ts";
import { readSchema } from "#core/schema/json-schema.ts";
import type { ReadableTool } from "#models/embedded/networks/joint-model.ts";
import { parametersOf } from "#models/embedded/tool-parameters.ts";
import { type EverydayCase, type EverydaySource, readEveryday } from "../../eval/everyday-data.ts";

/** The extractor never learns from one trade in so many. */
const LEFT_OUT_ONE_IN = 7;
/** In other languages, and what is only understood with the request before. */
const KINDS_LEFT_OUT: ReadonlySet<string> = new Set(["de", "es", "fr", "it", "nl", "follow-up"]);

export function isLeftOut(trade: string): boolean {
  return Bun.hash.crc32(trade) % LEFT_OUT_ONE_IN === 0;
}

/** The trades that the extractor learns from. `folder`: that of the training data. */
export function learnedTrades(folder: string): readonly EverydaySource[] {
  return readEveryday(join(folder, "everyday")).filter(({ name }) => !isLeftOut(name));
}

/** The others: what it reads of these, it has to read of any. */
export function leftOutTrades(folder: string): readonly EverydaySource[] {
  return readEveryday(join(folder, "everyday")).filter(({ name }) => isLeftOut(name));
}

/** Requests in English that are understood by themselves. */
export function plainCases({ cases }: EverydaySource): readonly EverydayCase[] {
  return cases.filter(({ kind, history, query }) => !KINDS_LEFT_OUT.has(kind) && !history && mayBeIn(query, ENGLISH));
}

/** What a request means, where all its readings agree: the tools that are called, none of them, or that is open. */
export function toolsMeant({ calls = [], accept = [] }: EverydayCase): readonly string[] | null {
  const [own, ...others] = [calls, ...accept.map((reading) => reading.calls ?? [])].map((readings) => [
    ...new Set(readings.map(({ tool }) => tool)),
  ]);
  const isOne = others.every((tools) => tools.toSorted().join(" ") === own?.toSorted().join(" "));
  return own && isOne ? own : null;
}

export function readableTool({ name, description, parameters }: EverydaySource["tools"][number]): ReadableTool {
  return { name, description, parameters: parametersOf(parameters && readSchema(parameters), description) };
}

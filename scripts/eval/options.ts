/** What `bun run eval` is told. */
import { join } from "node:path";
import { parseArgs } from "node:util";

export const PARTS = ["bfcl", "snips", "banking77", "clinc150", "nlupp", "languages", "latency"] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  readonly data: string;
  readonly parts: readonly Part[];
  /** How many tests of a line at most. */
  readonly limit: number;
  readonly nluppFolds: number;
  readonly languages: string;
  readonly out: string;
  /** Against the accepted figures, or in their place; null for neither. */
  readonly baseline: "compare" | "accept" | null;
  /** Measure the cache in place of the parts; null for the parts. */
  readonly cache: { readonly seed: number; readonly errorBounds: readonly number[] } | null;
  /** Compare these models; null for the one inside alone. */
  readonly backends: { readonly names: readonly string[]; readonly settings: string | null } | null;
}

/** The one that ships, a stricter one and a looser one. */
const ERROR_BOUNDS = "0.005,0.001,0.02";

/** Throws an Error that names the option and what was expected. */
export function optionsFrom(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--"),
    options: {
      data: { type: "string" },
      parts: { type: "string", default: PARTS.join(",") },
      limit: { type: "string", default: "1000" },
      "nlupp-folds": { type: "string", default: "20" },
      languages: { type: "string", default: join(import.meta.dir, "languages.jsonl") },
      out: { type: "string", default: join(import.meta.dir, "../../dist/eval") },
      compare: { type: "boolean", default: false },
      accept: { type: "boolean", default: false },
      cache: { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
      "error-bounds": { type: "string", default: ERROR_BOUNDS },
      backend: { type: "string" },
      settings: { type: "string" },
    },
  });
  if (values.data === undefined) throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
  if (values.compare && values.accept) throw new Error("--compare and --accept: expected one of them");
  const parts = values.parts.split(",").map((name) => {
    const part = PARTS.find((known) => known === name);
    if (!part) throw new Error(`--parts ${name}: expected some of ${PARTS.join(",")}`);
    return part;
  });
  return {
    data: values.data,
    parts: [...new Set(parts)],
    limit: wholeNumber("--limit", values.limit, Number.MAX_SAFE_INTEGER),
    nluppFolds: wholeNumber("--nlupp-folds", values["nlupp-folds"], 20),
    languages: values.languages,
    out: values.out,
    baseline: values.compare ? "compare" : values.accept ? "accept" : null,
    cache: values.cache ? cacheOptions(values.seed, values["error-bounds"]) : null,
    backends:
      values.backend === undefined
        ? null
        : { names: [...new Set(values.backend.split(","))], settings: values.settings ?? null },
  };
}

function cacheOptions(seed: string, errorBounds: string): NonNullable<Options["cache"]> {
  const bounds = errorBounds.split(",").map(Number);
  if (bounds.some((bound) => !(bound >= 0 && bound <= 1)))
    throw new Error(`--error-bounds ${errorBounds}: expected shares from 0 to 1 by commas`);
  return { seed: wholeNumber("--seed", seed, Number.MAX_SAFE_INTEGER), errorBounds: [...new Set(bounds)] };
}

function wholeNumber(option: string, text: string, max: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > max)
    throw new Error(`${option} ${text}: expected a whole number, at least 1${max > 20 ? "" : `, at most ${max}`}`);
  return value;
}

/** What `bun run eval` is told. */
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { EverydayOptions } from "./everyday-sources.ts";

export const PARTS = [
  "bfcl",
  "everyday",
  "snips",
  "banking77",
  "clinc150",
  "nlupp",
  "languages",
  "xsid",
  "latency",
] as const;
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
  /** Measure these everyday requests by source in place of the parts; null for the parts. */
  readonly everyday: EverydayOptions | null;
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
      everyday: { type: "string" },
      "held-back": { type: "string", default: "0" },
      against: { type: "string" },
      backend: { type: "string" },
      settings: { type: "string" },
    },
  });
  if (values.data === undefined && values.everyday === undefined)
    throw new Error("--data FOLDER is missing: docs/how-to/measure.md says what is in it");
  if (values.everyday === undefined && (values.against !== undefined || values["held-back"] !== "0"))
    throw new Error("--held-back and --against go with --everyday FOLDER");
  if (values.everyday !== undefined && (values.compare || values.accept))
    throw new Error("--everyday: its figures are compared by --against FILE, not with the accepted ones");
  if (values.compare && values.accept) throw new Error("--compare and --accept: expected one of them");
  const parts = values.parts.split(",").map((name) => {
    const part = PARTS.find((known) => known === name);
    if (!part) throw new Error(`--parts ${name}: expected some of ${PARTS.join(",")}`);
    return part;
  });
  return {
    data: values.data ?? "",
    parts: [...new Set(parts)],
    limit: wholeNumber("--limit", values.limit),
    nluppFolds: wholeNumber("--nlupp-folds", values["nlupp-folds"], { max: 20 }),
    languages: values.languages,
    out: values.out,
    baseline: values.compare ? "compare" : values.accept ? "accept" : null,
    cache: values.cache ? cacheOptions(values.seed, values["error-bounds"]) : null,
    everyday:
      values.everyday === undefined
        ? null
        : {
            folder: values.everyday,
            heldBack: wholeNumber("--held-back", values["held-back"], { min: 0 }),
            against: values.against ?? null,
          },
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
  return { seed: wholeNumber("--seed", seed), errorBounds: [...new Set(bounds)] };
}

function wholeNumber(
  option: string,
  text: string,
  { min = 1, max = Number.MAX_SAFE_INTEGER }: { readonly min?: number; readonly max?: number } = {},
): number {
  const value = Number(text);
  const upTo = max === Number.MAX_SAFE_INTEGER ? "" : `, at most ${max}`;
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${option} ${text}: expected a whole number, at least ${min}${upTo}`);
  return value;
}

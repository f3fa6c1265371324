/**
 * Everyday requests: what people say to the tools of one domain, and the calls that are right. The format stands in
 * docs/how-to/measure.md.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import type { Instant } from "#core/tenant.ts";
import type { BfclTest } from "./data-sets.ts";

/**
 * A value of `parameters` is right as it stands, or is `{"any": [...]}` where several are right, or
 * `{"contains": "..."}` where a text must have these words and none that nobody said.
 */
export interface WantedCall {
  readonly tool: string;
  readonly parameters?: JsonObject;
  /** Parameters that may be there or not. */
  readonly optional?: readonly string[];
}

/** One way to understand a request. */
export interface Reading {
  /** None: nothing must be called. */
  readonly calls?: readonly WantedCall[];
  /** Required parameters that nobody gave, so that nothing is carried out. */
  readonly missing?: readonly string[];
  /** Parameters of any of the calls that may be there or not. */
  readonly optional?: readonly string[];
}

export interface EverydayCase extends Reading {
  /** As in "negation". */
  readonly kind: string;
  readonly query: string;
  /** How many calls are asked for; missing for as many as the server gives. */
  readonly calls_max?: number;
  /** Whether the answer has to say that more is asked for than it gives. */
  readonly more?: boolean;
  readonly history?: readonly { readonly query: string; readonly tool: string; readonly parameters?: JsonObject }[];
  /** Other readings that are as good. */
  readonly accept?: readonly Reading[];
}

export interface EverydaySource {
  /** The name of its file, as in "home". */
  readonly name: string;
  /** When the requests are made. */
  readonly now: Instant;
  readonly timeZone: string;
  readonly tools: BfclTest["functions"];
  readonly cases: readonly EverydayCase[];
}

/** The value as somebody would write it down: of several right ones the first. */
export function plainValue(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => plainValue(item));
  if (!isJsonObject(value)) return value;
  if (Array.isArray(value.any)) return plainValue(value.any[0] as JsonValue);
  if (typeof value.contains === "string" && Object.keys(value).length === 1) return value.contains;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plainValue(item as JsonValue)]));
}

interface EverydayFile {
  readonly now: string;
  readonly time_zone: string;
  readonly toolset: { readonly tools: BfclTest["functions"] };
  readonly cases: readonly EverydayCase[];
}

/** Every `*.json` of the folder, by name. Throws for a folder without any, and for a file in another format. */
export function readEveryday(folder: string): readonly EverydaySource[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
  if (names.length === 0) throw new Error(`${folder} has no everyday requests: docs/how-to/measure.md has the format`);
  return names.sort().map((name) => {
    const path = join(folder, name);
    const { now, time_zone, toolset, cases } = JSON.parse(readFileSync(path, "utf8")) as Partial<EverydayFile>;
    const at = Date.parse(now ?? "");
    if (Number.isNaN(at) || time_zone === undefined || !toolset || !cases)
      throw new Error(`${path}: expected now, time_zone, toolset and cases, as docs/how-to/measure.md describes them`);
    return { name: basename(name, ".json"), now: at as Instant, timeZone: time_zone, tools: toolset.tools, cases };
  });
}

/** Objects whose keys the schema does not name: "set the labels env to prod and tier to web", "with metadata color red". */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import type { Span } from "#core/span.ts";
import { spelledOut } from "../parameter-words.ts";
import type { Parameter } from "../tool-parameters.ts";

const WORDS = ENGLISH.pairs;

export interface FreeObject {
  readonly value: { readonly [key: string]: JsonValue };
  readonly span: Span;
}

const PAIRS_MAX = 32;
const KEY = String.raw`[\p{L}_][\p{L}\p{N}_.\-/]*`;
const VALUE = String.raw`(?:"[^"]*"|'[^']*'|[^\s,;&]+)`;
/** With a sign or a word between key and value, where the text may go on with anything. */
const LINKED = new RegExp(`^(${KEY})${WORDS.link}(${VALUE})`, "u");
/** "color red": beside each other, which is enough right behind the name only. */
const BESIDE = new RegExp(`^(${KEY})\\s+(${VALUE})`, "u");
/** "env=prod" is a pair wherever it stands. */
const SIGNED = new RegExp(`(?<!\\S)(${KEY})=(${VALUE})`, "u");

/** The pairs that the text gives, behind the parameter's name or written with a sign; null for none. */
export function freeObjectIn(text: string, parameter: Parameter): FreeObject | null {
  const named = placeBehindName(text, parameter.name);
  const start = named ?? SIGNED.exec(text)?.index;
  return start === undefined ? null : pairsFrom(text, start, parameter, named !== null);
}

/** Behind "labels", "the label" or "labels:", whatever the name's number is. */
function placeBehindName(text: string, name: string): number | null {
  const stem = RegExp.escape(spelledOut(name).toLowerCase().replace(/s$/, ""));
  const match = new RegExp(`(?<![\\p{L}\\p{N}])${stem}s?(?![\\p{L}\\p{N}])`, "iu").exec(text);
  return match ? match.index + match[0].length : null;
}

function pairsFrom(text: string, from: number, { itemType }: Parameter, isNamed: boolean): FreeObject | null {
  const pairs: [string, JsonValue][] = [];
  const lead = isNamed ? (WORDS.lead.exec(text.slice(from))?.[0].length ?? 0) : 0;
  const start = from + lead;
  let at = start;
  let end = start;
  let pattern = isNamed ? null : LINKED;
  while (pairs.length < PAIRS_MAX) {
    const rest = text.slice(at);
    const match: RegExpExecArray | null = pattern ? pattern.exec(rest) : (LINKED.exec(rest) ?? BESIDE.exec(rest));
    const [whole = "", key = "", said = ""] = match ?? [];
    const value = match && !WORDS.noKey.has(key.toLowerCase()) ? typed(said, itemType) : null;
    if (value === null) break;
    // All pairs are said as the first one is.
    pattern ??= LINKED.test(rest) ? LINKED : BESIDE;
    pairs.push([key, value]);
    end = at + whole.replace(/[.!?]+$/, "").length;
    const gap = WORDS.next.exec(text.slice(at + whole.length))?.[0].length ?? 0;
    if (gap === 0) break;
    at += whole.length + gap;
  }
  return pairs.length === 0 ? null : { value: Object.fromEntries(pairs), span: { start, end } };
}

/** As JSON writes it. */
const TRUTH: ReadonlyMap<string, boolean> = new Map([true, false].map((value) => [String(value), value]));

/** What was said as a value of the type; null where it is none. */
function typed(said: string, type: Parameter["itemType"]): JsonValue | null {
  const text = /^(["']).*\1$/s.test(said) ? said.slice(1, -1) : said.replace(/[.!?]+$/, "");
  if (text === "") return null;
  if (type === "number" || type === "integer") return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text) ? Number(text) : null;
  if (type === "boolean") return TRUTH.get(text.toLowerCase()) ?? null;
  return type === "string" ? text : null;
}

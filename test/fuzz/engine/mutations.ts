/** Changed inputs: of bytes, of lines, and of JSON where the input is some. */
import type { Random } from "./random.ts";

export interface Material {
  /** Words that the parser may know. */
  readonly words: readonly string[];
  /** Other inputs, to take parts from. */
  readonly others: readonly Uint8Array[];
  readonly bytesMax: number;
}

const STEPS_MAX = 6;
const REPEATS_MAX = 64;
const DEPTH_MAX = 80;
/** Where parsers go wrong: ends of ranges, what is nearly a number, and marks that pair, split or hide. */
const NUMBERS =
  "0 1 -1 -0 00 7 12 31 60 99 127 128 255 256 1e3 1e308 1e309 -1e309 1e-7 0.1 1. .5 2147483648 4294967296 9007199254740993 18446744073709551616 NaN Infinity 0x10 1_000 1,000.00 ½ ٣".split(
    " ",
  );
const PIECES = [
  ..."{}[]()<>\"'`,:;=&|\\/#%$@!?*+-~^_. \t\r\n",
  ..."\u0000\u0001\u001b\u007f\u0085\u00a0\u00ad\u0301\u200b\u200d\u202e\u2028\u2212\ufeff\uff11",
  ..."ßİıſéΣж東😀",
  ...[
    "\r\n",
    "\n\n",
    "---\n",
    "'''",
    '"""',
    "\\u0000",
    "\\ud800",
    "&a ",
    "*a",
    "<<: ",
    "!!",
    "- ",
    "  ",
    "://",
    "%2e%2e",
    "%",
  ],
];
const BROKEN_UTF8 = ["\xff", "\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xed\xa0\x80", "\xc0\x80"];
const JSON_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  "",
  " ",
  "a",
  "none",
  "__proto__",
  "constructor",
  "\u0000",
  "😀",
  [],
  {},
  [[]],
  [null],
  { "": null },
];

/** A new input, made of `input` by one to six changes. */
export function mutated(input: Uint8Array, material: Material, random: Random): Uint8Array {
  let changed = input;
  for (let step = random.below(STEPS_MAX); step >= 0; step -= 1) {
    changed =
      (random.below(3) === 0 ? changedJson(changed, material, random) : null) ??
      changedBytes(changed, material, random);
  }
  return changed.length <= material.bytesMax ? changed : changed.slice(0, material.bytesMax);
}

/** Latin-1 shows each byte as one character, so places in the text are places in the bytes. */
function changedBytes(input: Uint8Array, { words, others }: Material, random: Random): Uint8Array {
  const text = Buffer.from(input).toString("latin1");
  const from = random.below(text.length + 1);
  const length =
    random.below(3) === 0 ? random.below(text.length - from + 1) : random.below(Math.min(9, text.length - from + 1));
  const [before, part, after] = [text.slice(0, from), text.slice(from, from + length), text.slice(from + length)];
  const other = () => (others.length === 0 ? "" : Buffer.from(random.oneOf(others)).toString("latin1"));
  const word = () => (words.length === 0 ? "" : inBytes(random.oneOf(words)));
  const kinds: readonly (() => string)[] = [
    () => before + after,
    () => before + part + part + after,
    () => before + part.repeat(1 + random.below(REPEATS_MAX)) + after,
    () => before + word() + part + after,
    () => before + word() + after,
    () => `${before}${word()} ${part}${after}`,
    () => before + inBytes(random.oneOf(PIECES)) + part + after,
    () => before + inBytes(random.oneOf(PIECES)) + after,
    () => before + inBytes(random.oneOf(NUMBERS)) + after,
    () => before + random.oneOf(BROKEN_UTF8) + after,
    () => before + String.fromCharCode(random.below(256)) + after.slice(random.below(2)),
    () =>
      text.replace(/\d+(?:\.\d+)?/g, (number: string) =>
        random.below(3) === 0 ? inBytes(random.oneOf(NUMBERS)) : number,
      ),
    () => before + partOf(other(), random) + after,
    () => before + partOf(other(), random) + part + after,
    () => before + [...part].reverse().join("") + after,
    () => before + part.toUpperCase() + after,
    () => swappedLines(text, random),
    () => before,
  ];
  return Buffer.from(random.oneOf(kinds)(), "latin1");
}

function inBytes(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

function partOf(text: string, random: Random): string {
  const from = random.below(text.length + 1);
  return text.slice(from, from + random.below(text.length - from + 1));
}

function swappedLines(text: string, random: Random): string {
  const lines = text.split("\n");
  const [one, other] = [random.below(lines.length), random.below(lines.length)];
  [lines[one], lines[other]] = [lines[other] ?? "", lines[one] ?? ""];
  if (random.below(3) === 0) lines.splice(one, 1);
  return lines.join("\n");
}

/** Null for what is no JSON. A head line before it (`POST /v1/...`) stays. */
function changedJson(input: Uint8Array, { words, others }: Material, random: Random): Uint8Array | null {
  const { head, json } = headAndJson(input);
  if (json === undefined) return null;
  const places = placesIn(json);
  const { path, value } = random.oneOf(places);
  const word = () => (words.length === 0 ? "" : random.oneOf(words));
  const graft = () => {
    const other = others.length === 0 ? undefined : headAndJson(random.oneOf(others)).json;
    return other === undefined ? null : random.oneOf(placesIn(other)).value;
  };
  const kinds: readonly (() => unknown)[] = [
    () => random.oneOf(JSON_VALUES),
    () => word(),
    () => graft(),
    () => undefined,
    () => Number(random.oneOf(NUMBERS)),
    () => [value],
    () => ({ [word()]: value }),
    () => (isObject(value) ? { ...value, [word()]: graft() } : [value, graft()]),
    () => (isObject(value) ? { ...value, [word()]: random.oneOf(JSON_VALUES) } : String(value)),
    () => (Array.isArray(value) ? [...value, ...value] : typeof value === "string" ? value + word() : value),
    () => (typeof value === "string" ? value.repeat(1 + random.below(REPEATS_MAX)) : [graft(), graft()]),
    () => nested(value, random.below(DEPTH_MAX), random),
  ];
  const changed = JSON.stringify(replaced(json, path, random.oneOf(kinds)())) ?? "null";
  return Buffer.from(head + changed, "utf8");
}

function headAndJson(input: Uint8Array): { readonly head: string; readonly json: unknown } {
  const text = Buffer.from(input).toString("utf8");
  const start = /^[A-Z]+ \/[^\n]*\n/.exec(text)?.[0].length ?? 0;
  try {
    return { head: text.slice(0, start), json: JSON.parse(text.slice(start)) };
  } catch {
    return { head: "", json: undefined };
  }
}

interface Place {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Enough to choose from, of a value of any size. */
const PLACES_MAX = 2_000;

function placesIn(json: unknown): readonly Place[] {
  const places: Place[] = [{ path: [], value: json }];
  for (let at = 0; at < places.length && places.length < PLACES_MAX; at += 1) {
    const { path, value } = places[at] as Place;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) places.push({ path: [...path, name], value: inner });
  }
  return places;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function nested(value: unknown, depth: number, random: Random): unknown {
  let outer = value;
  for (let level = 0; level < depth; level += 1) outer = random.below(2) === 0 ? [outer] : { a: outer };
  return outer;
}

/** Undefined as the value takes the place out. */
function replaced(json: unknown, path: readonly string[], value: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  if (Array.isArray(json)) {
    return json.flatMap((item, index) => {
      if (String(index) !== name) return [item];
      const inner = replaced(item, rest, value);
      return inner === undefined ? [] : [inner];
    });
  }
  if (!isObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([key, item]) => [key, key === name ? replaced(item, rest, value) : item]),
  );
}

import { parse as parseToml, TomlError } from "smol-toml";
import { whyNoJson } from "#core/broken-json.ts";
import type { JsonValue } from "#core/json.ts";
import { Failure } from "./command.ts";

/** Values that documents of YAML may come to: a few lines of it can stand for billions. */
const YAML_VALUES_MAX = 2_000_000;

/** Documents that are too large, and after which no more are looked at: each costs as much as all the others may. */
const TOO_LARGE_MAX = 5;

/** What YAML may still come to, of several documents together. One that is too large takes nothing from the others. */
export class YamlBudget {
  #valuesLeft = YAML_VALUES_MAX;
  #tooLarge = 0;

  /** Throws a Failure for aliases of aliases: a handful of objects that are billions of them once they are written out. */
  spend(name: string, document: unknown): void {
    const limit = this.#tooLarge < TOO_LARGE_MAX ? this.#valuesLeft : 0;
    const open: unknown[] = [document];
    let seen = 0;
    for (; open.length > 0; seen += 1) {
      if (seen >= limit) {
        this.#tooLarge += 1;
        throw new Failure(`${name} has more than ${YAML_VALUES_MAX} values once its YAML aliases are followed`);
      }
      const value = open.pop();
      if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) open.push(inner);
    }
    this.#valuesLeft -= seen;
  }
}

/** Throws a Failure for what is no UTF-8. */
export function utf8Text(name: string, bytes: Uint8Array): string {
  try {
    // UTF-16 without a mark at its beginning may be read as UTF-8, and is NUL at every second place.
    if (bytes[0] === 0 || bytes[1] === 0) throw new TypeError("UTF-16");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Failure(`${name} is no UTF-8 text: save it as UTF-8 first`, cause);
  }
}

/** Throws a Failure for what is no JSON. */
export function parsedJson(name: string, text: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Failure(`${name} is no JSON: ${whyNoJson(text, cause)}`, cause);
  }
}

/** Throws a Failure for what is no YAML, for an alias that holds itself, and for aliases that multiply. */
export function parsedYaml(name: string, text: string, budget = new YamlBudget()): JsonValue {
  let document: unknown;
  try {
    document = Bun.YAML.parse(text);
  } catch (cause) {
    const line = brokenYamlLine(text);
    const where = line === null ? "" : `line ${line}: `;
    throw new Failure(`${name} is no YAML: ${where}${messageOf(cause).replace(/^YAML Parse error: /, "")}`, cause);
  }
  budget.spend(name, document);
  try {
    return JSON.parse(JSON.stringify(document) ?? "null");
  } catch (cause) {
    throw new Failure(`${name} has a YAML alias that holds itself`, cause);
  }
}

/** Of a text that is looked at some twenty times to find the place. */
const PLACED_CHARACTERS_MAX = 1_000_000;

/** Where a document stops being YAML, which the parser does not tell: all lines before are some. Null for a text that is too long for that. */
function brokenYamlLine(text: string): number | null {
  if (text.length > PLACED_CHARACTERS_MAX) return null;
  const lines = text.split("\n");
  let good = 0;
  for (let bad = lines.length; bad - good > 1; ) {
    const middle = Math.floor((good + bad) / 2);
    if (isYaml(lines.slice(0, middle).join("\n"))) good = middle;
    else bad = middle;
  }
  return good + 1;
}

function isYaml(text: string): boolean {
  try {
    Bun.YAML.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Throws a Failure for what is no TOML. Its dates become texts. */
export function parsedToml(name: string, text: string): JsonValue {
  try {
    return JSON.parse(JSON.stringify(parseToml(text)));
  } catch (cause) {
    const [first = ""] = messageOf(cause).split("\n");
    const where = cause instanceof TomlError ? `line ${cause.line}, column ${cause.column}: ` : "";
    throw new Failure(`${name} is no TOML: ${where}${first.replace(/^Invalid TOML document: /, "")}`, cause);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

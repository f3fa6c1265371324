import { parse as parseToml } from "smol-toml";
import type { JsonValue } from "#core/json.ts";
import { Failure } from "./command.ts";

/** Values that documents of YAML may come to: a few lines of it can stand for billions. */
const YAML_VALUES_MAX = 2_000_000;

/** What YAML may still come to, of several files together. */
export interface YamlBudget {
  valuesLeft: number;
}

/** Throws a Failure for what is no UTF-8. */
export function utf8Text(name: string, bytes: Uint8Array): string {
  try {
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
    throw new Failure(`${name} is no JSON: ${messageOf(cause).replace(/^JSON Parse error: /, "")}`, cause);
  }
}

/** Throws a Failure for what is no YAML, for an alias that holds itself, and for aliases that multiply. */
export function parsedYaml(
  name: string,
  text: string,
  budget: YamlBudget = { valuesLeft: YAML_VALUES_MAX },
): JsonValue {
  let document: unknown;
  try {
    document = Bun.YAML.parse(text);
  } catch (cause) {
    throw new Failure(`${name} is no YAML: ${messageOf(cause).replace(/^YAML Parse error: /, "")}`, cause);
  }
  checkSize(name, document, budget);
  try {
    return JSON.parse(JSON.stringify(document) ?? "null");
  } catch (cause) {
    throw new Failure(`${name} has a YAML alias that holds itself`, cause);
  }
}

/** Throws a Failure for what is no TOML. Its dates become texts. */
export function parsedToml(name: string, text: string): JsonValue {
  try {
    return JSON.parse(JSON.stringify(parseToml(text)));
  } catch (cause) {
    const [first = ""] = messageOf(cause).split("\n");
    throw new Failure(`${name} is no TOML: ${first.replace(/^Invalid TOML document: /, "")}`, cause);
  }
}

export function yamlBudget(): YamlBudget {
  return { valuesLeft: YAML_VALUES_MAX };
}

/** Aliases of aliases are a handful of objects, and billions of them once they are written out. */
function checkSize(name: string, document: unknown, budget: YamlBudget): void {
  const open: unknown[] = [document];
  while (open.length > 0) {
    budget.valuesLeft -= 1;
    if (budget.valuesLeft < 0)
      throw new Failure(`${name} has more than ${YAML_VALUES_MAX} values once its YAML aliases are followed`);
    const value = open.pop();
    if (typeof value === "object" && value !== null) for (const inner of Object.values(value)) open.push(inner);
  }
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}

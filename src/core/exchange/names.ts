import { NO_LABEL } from "../classification-set.ts";
import { LIMITS } from "../limits.ts";
import { codePointsIn } from "../text.ts";
import { NO_TOOL } from "../toolset.ts";
import { fittingText } from "./fitting-text.ts";

/** What a kind of name may look like. */
export interface NameRule {
  readonly isAllowed: (name: string) => boolean;
  /** Characters that are not allowed; each run of them becomes a `_`. */
  readonly unwanted: RegExp;
  readonly charactersMax: number;
  /** What has such a name. */
  readonly noun: "tool" | "class";
  /** In words. */
  readonly words: string;
}

/** Names of tools as this server takes them. */
export const OUR_TOOL_NAMES: NameRule = {
  isAllowed: (name) => /^[A-Za-z0-9_.:/-]{1,128}$/.test(name) && name !== NO_TOOL,
  unwanted: /[^A-Za-z0-9_.:/-]+/g,
  charactersMax: 128,
  noun: "tool",
  words: "a tool's name has 1–128 letters, digits and '_.:/-'",
};

/** Labels of classes as this server takes them. */
export const LABELS: NameRule = {
  isAllowed: (name) =>
    name !== "" &&
    name !== NO_LABEL &&
    codePointsIn(name) <= LIMITS.labelCharactersMax &&
    fittingText(name, LIMITS.labelCharactersMax) === name,
  unwanted: /[\p{Cc}\p{Surrogate}]+/gu,
  charactersMax: LIMITS.labelCharactersMax,
  noun: "class",
  words: `a label has 1–${LIMITS.labelCharactersMax} characters that can be seen`,
};

/** Why a name was changed that is not kept by `allowedNames`. */
export function whyChanged(name: string, rule: NameRule): string {
  if (rule.isAllowed(name)) return `another ${rule.noun} has that name`;
  return name === NO_TOOL ? `"${NO_TOOL}" is the answer that no ${rule.noun} fits` : rule.words;
}

/** What stands in for a name of which nothing is left. */
const NAMELESS = "tool";

/**
 * A name for each of `given`, allowed by the rule, no two the same. A name that is allowed stays what it is, where it
 * stands first: another one that had to be changed never takes it.
 */
export function allowedNames(given: readonly string[], rule: NameRule): readonly string[] {
  const taken = new Set<string>();
  const isKept = given.map((name) => {
    if (!rule.isAllowed(name) || taken.has(name)) return false;
    taken.add(name);
    return true;
  });
  return given.map((name, index) => {
    if (isKept[index]) return name;
    const free = freeName(repaired(name, rule), taken, rule);
    taken.add(free);
    return free;
  });
}

function freeName(base: string, taken: ReadonlySet<string>, rule: NameRule): string {
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? "" : `_${number}`;
    const name = `${base.slice(0, rule.charactersMax - ending.length)}${ending}`;
    if (rule.isAllowed(name) && !taken.has(name)) return name;
  }
}

/** As near to the name as the rule allows: "Größe ändern" is `Grosse_andern`. */
function repaired(name: string, rule: NameRule): string {
  const plain = name
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "");
  const allowed = plain.replace(rule.unwanted, "_").replace(/^_+|_+$/g, "");
  return allowed === "" ? NAMELESS : allowed;
}

const SIGNATURE_TOPIC_CHARACTERS_MAX = 100;

/** A signature by our convention from a title or the name of a file: "Pet Store API" is `pet-store-api-v1`. Null when nothing is left. */
export function signatureFrom(title: string): string | null {
  const plain = title.normalize("NFKD").replace(/\p{Mark}/gu, "");
  const topic = plain
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, "-")
    .slice(0, SIGNATURE_TOPIC_CHARACTERS_MAX)
    .replace(/^[-._]+|[-._]+$/g, "");
  if (topic === "") return null;
  return /-v\d+$/.test(topic) ? topic : `${topic}-v1`;
}

/** What became of an import, as the API and the command line give it. */
import { isJsonObject, isListOf, isNumber, isText, type JsonValue } from "../json.ts";
import { type ImportedBundle, isRight, type TestedHere } from "./bundles.ts";
import type { Unpacked } from "./unpacking.ts";

/** Types, as what is sent as JSON. */
export type ImportedJson = {
  key: string;
  made_at: string;
  written: boolean;
  parts: Unpacked[];
  taught: number;
  tests: TestedJson[];
};

export type TestedJson = {
  kind: TestedHere["test"]["kind"];
  sets: string[];
  cases: number;
  right_there: number;
  right_here: number;
  lost: { query: string; given: string[] }[];
};

export function importedJson({ key, madeAt, parts, taught, tests }: ImportedBundle, written: boolean): ImportedJson {
  return { key, made_at: madeAt, written, parts: [...parts], taught, tests: tests.map(testedJson) };
}

/** Whether it is what an import of this version says, as far as it is shown: from the control socket it comes as JSON. */
export function isImportedJson(value: JsonValue): value is ImportedJson {
  if (!isJsonObject(value)) return false;
  const { key = null, made_at = null, written, parts, taught = null, tests } = value;
  const isPart = (part: JsonValue): part is Unpacked =>
    isJsonObject(part) && isText(part.kind ?? null) && isText(part.name ?? null) && isText(part.outcome ?? null);
  return (
    isText(key) &&
    isText(made_at) &&
    typeof written === "boolean" &&
    isNumber(taught) &&
    isListOf(parts, isPart) &&
    isListOf(tests, isTestedJson)
  );
}

function isTestedJson(value: JsonValue): value is TestedJson {
  if (!isJsonObject(value)) return false;
  const { sets, cases = null, right_there = null, right_here = null, lost } = value;
  const isLost = (one: JsonValue): one is TestedJson["lost"][number] =>
    isJsonObject(one) && isText(one.query ?? null) && isListOf(one.given, isText);
  const counts = [cases, right_there, right_here];
  return isListOf(sets, isText) && counts.every(isNumber) && isListOf(lost, isLost);
}

function testedJson({ test, outcomes, lost }: TestedHere): TestedJson {
  return {
    kind: test.kind,
    sets: [...test.sets],
    cases: test.cases.length,
    right_there: test.right.filter(Boolean).length,
    right_here: outcomes.filter(isRight).length,
    lost: lost.flatMap((at) => {
      const outcome = outcomes[at];
      return outcome ? [{ query: outcome.sentence, given: outcome.given.map(({ name }) => name) }] : [];
    }),
  };
}

/**
 * Why calls are wrong, counted from the answers of a run. `bun scripts/eval/errors.ts [FILE]` counts those of an earlier
 * one; without FILE those of the last run.
 */
import { join } from "node:path";
import { isJsonObject, type JsonObject, type JsonValue } from "#core/json.ts";
import { toolIn } from "./bfcl.ts";
import { comparable, type Problem, problemsIn, type Wanted } from "./bfcl-scoring.ts";
import { linesOf } from "./data-sets.ts";
import type { SavedAnswer } from "./outcome.ts";

/** In the order of the table. */
export const ERROR_CLASSES = [
  "refused",
  "called though none fits",
  "not all of several",
  "said none",
  "wrong tool",
  "missing parameter",
  "extra parameter",
  "wrong span borders",
  "other text",
  "wrong number",
  "wrong option",
  "wrong boolean",
  "wrong list",
  "wrong nested",
] as const;
export type ErrorClass = (typeof ERROR_CLASSES)[number];

/** Everything that is wrong with a call, each class once, the first problem first; empty for a right one. */
export function errorClassesOf({ right, refused, given, wanted, schema }: SavedAnswer): readonly ErrorClass[] {
  if (right) return [];
  if (refused !== null) return ["refused"];
  const tool = toolIn(wanted);
  if (tool === null) return ["called though none fits"];
  if (given === null) return ["said none"];
  if (wanted.length > 1) return ["not all of several"];
  if (given.tool !== tool || schema === null) return ["wrong tool"];
  const allowed = wanted[0]?.[tool] ?? {};
  const problems = problemsIn(given.parameters, allowed, schema);
  // Slots are compared by their words alone, and may differ where the leaderboard's rules see no difference.
  if (problems.length === 0) return ["other text"];
  return [...new Set(problems.map((problem) => classOf(problem, given.parameters, allowed, schema)))];
}

function classOf({ kind, parameter }: Problem, given: JsonObject, allowed: Wanted, schema: JsonObject): ErrorClass {
  if (kind === "missing") return "missing parameter";
  if (kind === "unexpected") return "extra parameter";
  const property = isJsonObject(schema.properties) ? schema.properties[parameter] : undefined;
  const rule = isJsonObject(property) ? property : {};
  if (Array.isArray(rule.enum)) return "wrong option";
  switch (rule.type) {
    case "boolean":
      return "wrong boolean";
    case "integer":
    case "float":
    case "number":
      return "wrong number";
    case "dict":
    case "object":
      return "wrong nested";
    case "array":
    case "tuple":
      return isNested(rule.items) ? "wrong nested" : "wrong list";
    default:
      return overlaps(given[parameter], allowed[parameter]) ? "wrong span borders" : "other text";
  }
}

function isNested(items: JsonValue | undefined): boolean {
  return isJsonObject(items) && (items.type === "object" || items.type === "dict");
}

/** One text is part of the other, or they share a word: the right place was found, but not where it begins and ends. */
function overlaps(value: JsonValue | undefined, allowed: JsonValue | undefined): boolean {
  if (typeof value !== "string") return false;
  const options = Array.isArray(allowed) ? allowed : [allowed];
  return options.some((option: JsonValue | undefined) => {
    if (typeof option !== "string" || option === "") return false;
    const [given, wanted] = [String(comparable(value)), String(comparable(option))];
    return given.includes(wanted) || wanted.includes(given) || !wordsOf(value).isDisjointFrom(wordsOf(option));
  });
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

export interface ErrorCounts {
  readonly part: string;
  readonly calls: number;
  readonly wrong: number;
  /** Each wrong call under its first problem. */
  readonly first: Readonly<Partial<Record<ErrorClass, number>>>;
  /** Each wrong call under every problem it has. */
  readonly any: Readonly<Partial<Record<ErrorClass, number>>>;
}

/** By part, in the order in which they first occur. */
export function countErrors(answers: readonly SavedAnswer[]): readonly ErrorCounts[] {
  return [...Map.groupBy(answers, ({ part }) => part)].map(([part, own]) => {
    const classes = own.map(errorClassesOf);
    return {
      part,
      calls: own.length,
      wrong: own.filter(({ right }) => !right).length,
      first: tally(classes.flatMap((all) => all.slice(0, 1))),
      any: tally(classes.flat()),
    };
  });
}

function tally(classes: readonly ErrorClass[]): Readonly<Partial<Record<ErrorClass, number>>> {
  const counts: Partial<Record<ErrorClass, number>> = {};
  for (const name of classes) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/** A column for each part that has answers: calls under their first problem, in brackets under any. */
export function errorsMarkdown(answers: readonly SavedAnswer[]): string {
  const parts = countErrors(answers);
  const rows = ERROR_CLASSES.map((name) => [
    name,
    ...parts.map(({ first, any }) => (any[name] === undefined ? "" : `${first[name] ?? 0} (${any[name]})`)),
  ]);
  const lines = [
    ["first problem (any problem)", ...parts.map(({ part }) => part)],
    ["---", ...parts.map(() => "---")],
    ["calls", ...parts.map(({ calls }) => String(calls))],
    ["wrong", ...parts.map(({ wrong }) => String(wrong))],
    ...rows,
  ];
  return `${lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")}\n`;
}

if (import.meta.main) {
  const path = process.argv[2] ?? join(import.meta.dir, "../../dist/eval/answers.jsonl");
  process.stdout.write(errorsMarkdown(linesOf<SavedAnswer>(path)));
}

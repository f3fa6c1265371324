/** What an app has, in one piece, on its way to a site that no network reaches. */

import type { MemoryInput } from "../bank.ts";
import { AppError, invalid } from "../errors.ts";
import type { ExaminedKind } from "../examination/examiner.ts";
import { Fields } from "../exchange/fields.ts";
import { isJsonObject, isListOf, type JsonObject, type JsonValue } from "../json.ts";
import type { BankInput, PersonaInput, ValueListInput } from "../sets/registry.ts";
import type { TaughtInput, TaughtKind } from "../teaching/taught-case.ts";
import { taughtInputIn } from "../teaching/taught-json.ts";
import { givenValuesIn } from "../value-list.ts";

/** Raised when a field of the content comes or goes: an older server says so, and reads nothing of it. */
export const BUNDLE_FORMAT = 1;

export interface BundledBank extends BankInput {
  readonly memories: readonly MemoryInput[];
}

/** What a set was taught. */
export interface BundledLesson {
  readonly kind: TaughtKind;
  readonly signature: string;
  readonly cases: readonly (TaughtInput & { readonly beside: readonly string[] })[];
}

/** Cases, and what became of them where the bundle was made. */
export interface BundledTest {
  readonly kind: ExaminedKind;
  /** Signatures of the sets that were asked together. */
  readonly sets: readonly string[];
  /** As in a file of test cases, each with the time at which it was asked. */
  readonly cases: readonly JsonObject[];
  /** Of each case, whether it was answered rightly. */
  readonly right: readonly boolean[];
  /** As the API gives it, without the misses: for people. */
  readonly report: JsonObject;
}

/** Of each part what can be named is there once. */
export interface Bundle {
  /** When it was made, as `2026-11-27T09:30:00.000Z`, and by which version. */
  readonly madeAt: string;
  readonly version: string;
  /** As our own JSON has them, with the hash of their content. */
  readonly sets: readonly JsonObject[];
  readonly valueLists: readonly ValueListInput[];
  readonly personas: readonly PersonaInput[];
  readonly banks: readonly BundledBank[];
  readonly lessons: readonly BundledLesson[];
  readonly tests: readonly BundledTest[];
}

export function bundleJson({ madeAt, version, valueLists, lessons, ...parts }: Bundle): JsonObject {
  return {
    made_at: madeAt,
    version,
    sets: parts.sets,
    value_lists: valueLists.map((list) => ({ ...list })),
    personas: parts.personas.map((persona) => ({ ...persona })),
    banks: parts.banks.map(({ memories, ...bank }) => ({ ...bank, memories: memories.map((one) => ({ ...one })) })),
    taught: lessons.map(({ kind, signature, cases }) => ({ kind, signature, cases: cases.map(lessonJson) })),
    tests: parts.tests.map((test) => ({ ...test })),
  };
}

function lessonJson({ beside, calls, saidAt, ...input }: BundledLesson["cases"][number]): JsonObject {
  return {
    ...input,
    ...(calls && { calls: calls.map((call) => ({ ...call })) }),
    ...(saidAt !== undefined && { now: new Date(saidAt).toISOString() }),
    beside,
  };
}

const PARTS = ["made_at", "version", "sets", "value_lists", "personas", "banks", "taught", "tests"];

/**
 * The content of a bundle, its shape checked, what is in it not yet. Throws `bad_request` for a field that is missing, and
 * `validation_error` for one that is unknown or of the wrong type, each named by its place.
 */
export function bundleIn(content: JsonObject): Bundle {
  const fields = new Fields(content, "content");
  fields.allow(PARTS);
  return {
    madeAt: fields.text("made_at"),
    version: fields.text("version"),
    sets: fields.list("sets").map((set, at) => objectIn(set, `content.sets.${at}`)),
    valueLists: fields.objects("value_lists").map(valueListIn),
    personas: fields.objects("personas").map(personaIn),
    banks: fields.objects("banks").map(bankIn),
    lessons: fields.objects("taught").map(lessonIn),
    tests: fields.objects("tests").map(testIn),
  };
}

function valueListIn(fields: Fields): ValueListInput {
  fields.allow(["name", "description", "values"]);
  const values = givenValuesIn(fields.list("values"));
  return { name: fields.text("name"), ...fields.optionalText("description"), values };
}

function personaIn(fields: Fields): PersonaInput {
  fields.allow(["name", "description", "instructions", "language"]);
  const more = { ...fields.optionalText("description"), ...fields.optionalText("language") };
  return { name: fields.text("name"), instructions: fields.text("instructions"), ...more };
}

function bankIn(fields: Fields): BundledBank {
  fields.allow(["name", "description", "memories"]);
  const memories = fields.objects("memories").map((memory): MemoryInput => {
    memory.allow(["query", "tool", "parameters", "fact"]);
    const example = { ...memory.optionalText("query"), ...memory.optionalText("tool") };
    return { ...example, ...memory.optionalObject("parameters"), ...memory.optionalText("fact") };
  });
  return { name: fields.text("name"), ...fields.optionalText("description"), memories };
}

function lessonIn(fields: Fields): BundledLesson {
  fields.allow(["kind", "signature", "cases"]);
  const signature = fields.text("signature");
  const kind = kindIn(fields);
  const cases = fields.list("cases").map((sent, at) => {
    const { beside = [signature] } = new Fields(objectIn(sent, `the case ${at}`), `the case ${at}`).optionalTexts(
      "beside",
    );
    return { ...taughtInputIn(sent), beside };
  });
  return { kind, signature, cases };
}

function testIn(fields: Fields): BundledTest {
  fields.allow(["kind", "sets", "cases", "right", "report"]);
  const cases = fields.list("cases").map((one, at) => objectIn(one, `the test case ${at}`));
  const right = fields.list("right");
  const { report = {} } = fields.optionalObject("report");
  if (!isListOf(right, isFlag) || right.length !== cases.length)
    throw invalid("content.tests", "must say of each of the `cases` whether it was `right`");
  return { kind: kindIn(fields), sets: fields.texts("sets"), cases, right, report };
}

function kindIn(fields: Fields): TaughtKind & ExaminedKind {
  const kind = fields.text("kind");
  if (kind === "toolset" || kind === "classification_set") return kind;
  throw invalid("kind", `must be "toolset" or "classification_set", and "${kind}" is neither`);
}

function isFlag(value: JsonValue): value is boolean {
  return typeof value === "boolean";
}

function objectIn(value: JsonValue, place: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new AppError("validation_error", `${place}: must be an object`);
}

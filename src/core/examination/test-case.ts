/** What somebody says that a sentence means: a case of a test. */
import { checkedRequest, type ResolveRequest } from "../answering/resolve-request.ts";
import { NO_LABEL } from "../classification-set.ts";
import { AppError, invalid } from "../errors.ts";
import { isJsonObject, isListOf, isText, type JsonObject, type JsonValue } from "../json.ts";
import { LIMITS } from "../limits.ts";
import { UTC } from "../local-time.ts";
import { nearMiss } from "../near-miss.ts";
import type { HistoryEntry } from "../ports/models.ts";
import { languageNamed } from "../spoken-language/asked-in.ts";
import { countedFrom, isCounted } from "../teaching/counted-days.ts";
import type { TaughtCase } from "../teaching/taught-case.ts";
import type { Instant } from "../tenant.ts";
import { checkedText } from "../text.ts";
import { NO_TOOL } from "../toolset.ts";

/** Cases of one file: what embedded models answer in some ten minutes. */
export const CASES_PER_FILE_MAX = 50_000;

/** One of the calls that are right. */
export interface ExpectedCall {
  readonly tool: string;
  /** Null where the tool alone is judged. */
  readonly parameters: JsonObject | null;
  /** Parameters that may be there, with the value that is expected if one is, or not. */
  readonly optional: readonly string[];
}

/** A way to be right: these calls and no others; none where nothing is to be called. */
export interface Reading {
  readonly calls: readonly ExpectedCall[];
  /** Required parameters that the sentence leaves open: they have to be asked for. */
  readonly missing: readonly string[];
}

export interface CallCase {
  readonly kind: "calls";
  readonly request: Omit<ResolveRequest, "toolsets" | "banks">;
  readonly at: Instant | undefined;
  /** The first is what is expected; each of them is right. */
  readonly readings: readonly [Reading, ...Reading[]];
}

export interface LabelCase {
  readonly kind: "labels";
  readonly text: string;
  /** What the text is in, as a tag; undefined where its words tell. */
  readonly language: string | undefined;
  readonly at: Instant | undefined;
  /** `none` alone where nothing fits. */
  readonly labels: readonly string[];
}

export type TestCase = CallCase | LabelCase;

/** Where something stands: of a field, or of the whole case for null. */
export type PlaceOf = (field: string | null) => string;

const ABOUT_THE_SENTENCE = ["language", "context", "history", "time_zone", "now"] as const;
/** What a case may have; `id` and `note` are for people. */
const FIELDS = [
  ...["query", "text", "tool", "parameters", "optional", "missing", "calls", "accept", "label", "labels"],
  ...ABOUT_THE_SENTENCE,
  ...["id", "note"],
];
const READING_FIELDS = ["tool", "parameters", "optional", "missing", "calls"];
const CALL_FIELDS = ["tool", "parameters", "optional"];
const LABELS_MAX = 64;
const ACCEPTED_MAX = 16;
const OPTIONAL_MAX = 64;

/** A case out of its JSON. Throws `validation_error` that says where it is wrong and what to write. */
export function testCaseIn(json: JsonValue, placeOf: PlaceOf): TestCase {
  if (!isJsonObject(json)) throw invalid(placeOf(null), 'is no JSON object such as {"query": …, "tool": …}');
  refuseUnknown(json, FIELDS, placeOf);
  const isOfLabels = json.label !== undefined || json.labels !== undefined;
  const isOfCalls = json.tool !== undefined || json.calls !== undefined;
  if (isOfLabels === isOfCalls) {
    const both = isOfLabels ? "says both, a tool and a label" : "does not say what is right";
    throw invalid(placeOf(null), `${both}: write one of \`tool\`, \`calls\`, \`label\` and \`labels\``);
  }
  return isOfLabels ? labelCaseIn(json, placeOf) : callCaseIn(json, placeOf);
}

/** What a set was taught, as a test of it: what its days count from is the moment of the teaching. */
export function taughtAsTest(taught: Omit<TaughtCase, "beside" | "id">): TestCase {
  const { text, language, right } = taught;
  if (right.kind === "label") return { kind: "labels", text, language, at: undefined, labels: [right.label] };
  const calls = right.calls.map(({ tool, parameters }) => ({ tool, parameters, optional: [] }));
  const request = {
    query: text,
    ...(language !== undefined && { language }),
    ...(calls.length > 1 && { callsMax: LIMITS.callsMax }),
  };
  const from = countedFrom(taught);
  const at = isCounted(taught, from) ? from : undefined;
  return { kind: "calls", request, at, readings: [{ calls, missing: [] }] };
}

function labelCaseIn(json: JsonObject, placeOf: PlaceOf): LabelCase {
  for (const field of ["parameters", "optional", "missing", "accept", "context", "history", "time_zone"]) {
    if (json[field] !== undefined) throw invalid(placeOf(field), "goes with tools, and not with labels");
  }
  const { label, labels } = json;
  if (label !== undefined && labels !== undefined) throw invalid(placeOf("label"), "stands beside `labels`: write one");
  const given = label === undefined ? labels : [label];
  if (!isListOf(given, isText) || given.length === 0) {
    throw invalid(
      placeOf(label === undefined ? "labels" : "label"),
      "has to be a text, or a list of texts for `labels`",
    );
  }
  if (given.length > LABELS_MAX) throw invalid(placeOf("labels"), `has more than ${LABELS_MAX} labels`);
  const several = new Set(given);
  if (several.size > 1 && several.has(NO_LABEL)) {
    throw invalid(placeOf("labels"), `"${NO_LABEL}" stands beside others, and means that nothing fits`);
  }
  const text = placed(placeOf, () =>
    checkedText("text", sentenceIn(json, placeOf), { min: 1, max: LIMITS.dataCharactersMax }),
  );
  return {
    kind: "labels",
    text,
    language: languageIn(json, placeOf),
    at: instantIn(json, placeOf),
    labels: [...several],
  };
}

function callCaseIn(json: JsonObject, placeOf: PlaceOf): CallCase {
  const { accept = [], context, history, time_zone } = json;
  if (!Array.isArray(accept)) throw invalid(placeOf("accept"), "has to be a list of other right answers");
  if (accept.length > ACCEPTED_MAX) throw invalid(placeOf("accept"), `has more than ${ACCEPTED_MAX} answers`);
  const first = readingIn(json, placeOf);
  const others = accept.map((other: JsonValue, index) => {
    const place: PlaceOf = (field) => placeOf(`accept.${index}${field === null ? "" : `.${field}`}`);
    if (!isJsonObject(other)) throw invalid(place(null), "has to be an object with `tool` or `calls`");
    refuseUnknown(other, READING_FIELDS, place);
    return readingIn(other, place);
  });
  const readings = [first, ...others] as const;
  if (context !== undefined && !isText(context)) throw invalid(placeOf("context"), "has to be a text");
  if (time_zone !== undefined && !isText(time_zone)) throw invalid(placeOf("time_zone"), "has to be a text");
  const language = languageIn(json, placeOf);
  const request = {
    query: sentenceIn(json, placeOf),
    ...(language !== undefined && { language }),
    ...(context !== undefined && { context }),
    ...(history !== undefined && { history: historyIn(history, placeOf) }),
    ...(time_zone !== undefined && { timeZone: time_zone }),
    // Whoever expects one call asks for one, as most requests do.
    ...(json.calls !== undefined && { callsMax: LIMITS.callsMax }),
  };
  const { query } = placed(placeOf, () => checkedRequest(request, UTC));
  return { kind: "calls", request: { ...request, query }, at: instantIn(json, placeOf), readings };
}

function readingIn(json: JsonObject, placeOf: PlaceOf): Reading {
  const { tool, calls, missing = [] } = json;
  if ((tool === undefined) === (calls === undefined)) {
    throw invalid(placeOf(null), "needs one of `tool` and `calls`");
  }
  const names = textsIn(missing, placeOf("missing"));
  if (tool !== undefined) {
    const call = expectedIn(json, placeOf);
    if (call.tool !== NO_TOOL) return { calls: [call], missing: names };
    if (call.parameters !== null && Object.keys(call.parameters).length > 0) {
      throw invalid(placeOf("parameters"), `has values, and the tool "${NO_TOOL}" takes none`);
    }
    return { calls: [], missing: [] };
  }
  for (const field of ["parameters", "optional"]) {
    if (json[field] !== undefined) throw invalid(placeOf(field), "stands beside `calls`: it belongs into one of them");
  }
  if (!Array.isArray(calls)) throw invalid(placeOf("calls"), "has to be a list of calls");
  if (calls.length > LIMITS.callsMax) {
    throw invalid(placeOf("calls"), `has ${calls.length} calls, and an answer has ${LIMITS.callsMax} at most`);
  }
  const read = calls.map((call: JsonValue, index) => {
    const place: PlaceOf = (field) => placeOf(`calls.${index}${field === null ? "" : `.${field}`}`);
    if (!isJsonObject(call)) throw invalid(place(null), "has to be an object with `tool`");
    refuseUnknown(call, CALL_FIELDS, place);
    return expectedIn(call, place);
  });
  return { calls: read.filter((call) => call.tool !== NO_TOOL), missing: names };
}

function expectedIn({ tool, parameters, optional = [] }: JsonObject, placeOf: PlaceOf): ExpectedCall {
  if (!isText(tool ?? null)) throw invalid(placeOf("tool"), `has to be the name of a tool, or "${NO_TOOL}"`);
  if (parameters !== undefined && !isJsonObject(parameters)) {
    throw invalid(
      placeOf("parameters"),
      "has to be an object with the values by parameter name; left out, the tool alone is judged",
    );
  }
  return { tool: tool as string, parameters: parameters ?? null, optional: textsIn(optional, placeOf("optional")) };
}

function textsIn(value: JsonValue, place: string): readonly string[] {
  if (!isListOf(value, isText)) throw invalid(place, "has to be a list of parameter names");
  if (value.length > OPTIONAL_MAX) throw invalid(place, `has more than ${OPTIONAL_MAX} names`);
  return value;
}

function sentenceIn({ query, text }: JsonObject, placeOf: PlaceOf): string {
  if ((query === undefined) === (text === undefined)) {
    throw invalid(placeOf(null), "needs the sentence, as `query` or as `text`");
  }
  const sentence = query ?? text ?? null;
  if (!isText(sentence)) throw invalid(placeOf(query === undefined ? "text" : "query"), "has to be a text");
  return sentence;
}

function languageIn({ language }: JsonObject, placeOf: PlaceOf): string | undefined {
  if (language === undefined) return undefined;
  if (!isText(language)) throw invalid(placeOf("language"), 'has to be a language tag, as "de"');
  placed(
    () => placeOf("language"),
    () => languageNamed(language),
  );
  return language;
}

function historyIn(history: JsonValue, placeOf: PlaceOf): readonly HistoryEntry[] {
  const isEntry = (entry: JsonValue): entry is JsonObject =>
    isJsonObject(entry) &&
    isText(entry.tool ?? null) &&
    isText(entry.query ?? null) &&
    (entry.parameters === undefined || isJsonObject(entry.parameters));
  if (!isListOf(history, isEntry)) {
    throw invalid(placeOf("history"), "has to be a list of objects with `tool`, `query` and maybe `parameters`");
  }
  return history.map(({ tool, query, parameters }) => ({
    tool: tool as string,
    query: query as string,
    ...(isJsonObject(parameters) && { parameters }),
  }));
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

function instantIn({ now }: JsonObject, placeOf: PlaceOf): Instant | undefined {
  if (now === undefined) return undefined;
  const at = isText(now) && INSTANT.test(now) ? Date.parse(now) : Number.NaN;
  if (Number.isNaN(at)) throw invalid(placeOf("now"), 'has to be a time with its offset, as "2026-03-02T09:00:00Z"');
  return at;
}

function refuseUnknown(json: JsonObject, known: readonly string[], placeOf: PlaceOf): void {
  const unknown = Object.keys(json).find((field) => !known.includes(field));
  if (unknown === undefined) return;
  const meant = nearMiss(unknown, known);
  const instead = meant === undefined ? `what is read is ${known.join(", ")}` : `did you mean \`${meant}\`?`;
  throw invalid(placeOf(shown(unknown)), `is no field of a case: ${instead}`);
}

function shown(name: string): string {
  return name.length > 40 ? `${name.slice(0, 40)}…` : name;
}

/** What is wrong with a part, said of the place where that stands. */
function placed<Result>(placeOf: PlaceOf, check: () => Result): Result {
  try {
    return check();
  } catch (failure) {
    if (failure instanceof AppError) throw invalid(placeOf(null), failure.message);
    throw failure;
  }
}

/** The names that a case expects; `none` is not among them. */
export function namesExpected(given: TestCase): readonly string[] {
  if (given.kind === "labels") return given.labels.filter((label) => label !== NO_LABEL);
  return given.readings.flatMap(({ calls }) => calls.map(({ tool }) => tool));
}

/** As the API names what stands in a body. */
export function placesOf(place: string): PlaceOf {
  return (field) => (field === null ? place : `${place}.${field}`);
}

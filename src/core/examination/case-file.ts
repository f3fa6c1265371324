/** Cases out of a file: JSON lines, a JSON list, CSV with texts and labels, or sets as we export them. */
import { whyNoJson, whyNoJsonLine } from "../broken-json.ts";
import { AppError } from "../errors.ts";
import { readSets } from "../exchange/formats.ts";
import { checkDocument, isList, listOr, objectOr, textOr, textsOr } from "../exchange/json-fields.ts";
import { isLabelledTexts, labelledRows } from "../exchange/labelled-texts.ts";
import { counted } from "../exchange/notes.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { CASES_PER_FILE_MAX, type PlaceOf, testCaseIn } from "./test-case.ts";

/** A case as it was written, checked, and where that was. */
export interface WrittenCase {
  readonly json: JsonObject;
  readonly place: string;
}

export interface CaseFile {
  readonly cases: readonly WrittenCase[];
  /** What was left out, and what is odd, in sentences. */
  readonly notes: readonly string[];
}

/**
 * `signatures`: the sets that are tested, for files that have several. Throws `bad_request` for a text of another kind, and
 * `validation_error` for the first case that is none: a test that leaves cases out would say too much of the others.
 */
export function casesIn(text: string, signatures: readonly string[]): CaseFile {
  const plain = text.replace(/^\uFEFF/, "");
  if (plain.trim() === "") throw new AppError("bad_request", "the file is empty: it needs one case at least");
  const document = documentIn(plain);
  const written =
    document === undefined
      ? isLabelledTexts(plain)
        ? casesOfRows(plain)
        : casesOfLines(plain)
      : casesOfDocument(document, signatures);
  if (written.length === 0) throw new AppError("bad_request", "the file has no case: it needs one at least");
  if (written.length > CASES_PER_FILE_MAX) {
    throw new AppError(
      "bad_request",
      `the file has ${written.length} cases, and at most ${CASES_PER_FILE_MAX} are tested at a time: split it`,
    );
  }
  for (const { json, place } of written) testCaseIn(json, placesAt(place));
  return withoutRepeated(written);
}

/** As messages name what stands there. */
function placesAt(place: string): PlaceOf {
  return (field) => (field === null ? place : `${place}, \`${field}\``);
}

/** What the whole text is as JSON; undefined where it is no single document. */
function documentIn(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch (failure) {
    // Lines of JSON begin as an object does; a list is a document or nothing.
    if (/^\s*\{/.test(text)) return undefined;
    throw new AppError("bad_request", `the file is no JSON: ${whyNoJson(text, failure)}`);
  }
}

function casesOfLines(text: string): readonly WrittenCase[] {
  if (!/^\s*\{/.test(text)) {
    throw new AppError(
      "bad_request",
      "line 1: neither a JSON object, nor the header of CSV, which names the columns `text` and `label`",
    );
  }
  return text.split(/\r\n|\n|\r/).flatMap((line, index) => {
    if (line.trim() === "") return [];
    const place = `line ${index + 1}`;
    let json: JsonValue;
    try {
      json = JSON.parse(line);
    } catch (failure) {
      throw new AppError(
        "bad_request",
        `${place}: is no JSON: ${whyNoJsonLine(line, failure)}; write one case in each line`,
      );
    }
    return [writtenCase(json, place)];
  });
}

function casesOfRows(text: string): readonly WrittenCase[] {
  return labelledRows(text).rows.map(({ line, text: query, label, language, problem }) => {
    const place = `line ${line}`;
    if (problem !== null) throw new AppError("bad_request", `${place}: ${problem}`);
    if (query.trim() === "") throw new AppError("bad_request", `${place}: has no text`);
    if (label.trim() === "") {
      throw new AppError("bad_request", `${place}: has no label; where nothing fits, write "none"`);
    }
    // Where the column is empty, the words tell.
    const said = language.trim() === "" ? {} : { language: language.trim() };
    return { json: { query, label: label.trim(), ...said }, place };
  });
}

function casesOfDocument(document: JsonValue, signatures: readonly string[]): readonly WrittenCase[] {
  const list = isList(document) ? document : [document];
  const isOfCases = list.some((one) => isJsonObject(one) && (one.query !== undefined || one.text !== undefined));
  if (isOfCases) return list.map((json, index) => writtenCase(json, `case ${index + 1}`));
  checkDocument(document);
  const options = { format: "dragoman", signature: null, only: [], fileName: null } as const;
  const { resources } = readSets({ kind: "document", document }, options);
  const own = resources.filter(({ signature }) => signatures.includes(textOr(signature)));
  const chosen = own.length === 0 && resources.length === 1 ? resources : own;
  if (chosen.length === 0) {
    const there = resources.map(({ signature }) => `"${textOr(signature)}"`).join(", ");
    throw new AppError("bad_request", `the file has sets (${there}), and none of them is ${signatures.join(", ")}`);
  }
  return chosen.flatMap(examplesOf);
}

/** The examples of a set: of a tool no more is known than that it is meant. */
function examplesOf({ signature, tools, classes }: JsonObject): readonly WrittenCase[] {
  const named = [
    ...listOr(tools).map((tool) => ({ of: objectOr(tool), field: "tool", name: objectOr(tool).name })),
    ...listOr(classes).map((one) => ({ of: objectOr(one), field: "label", name: objectOr(one).label })),
  ];
  return named.flatMap(({ of, field, name }) =>
    textsOr(of.examples).map((query, index) => ({
      json: { query, [field]: textOr(name) },
      place: `${textOr(signature)}, example ${index + 1} of "${textOr(name)}"`,
    })),
  );
}

function writtenCase(json: JsonValue, place: string): WrittenCase {
  checkDocument(json, place);
  if (!isJsonObject(json)) {
    throw new AppError("bad_request", `${place}: is no JSON object such as {"query": …, "tool": …}`);
  }
  return { json, place };
}

/** Each case once: of one that is there ten times, ten would be counted. */
function withoutRepeated(written: readonly WrittenCase[]): CaseFile {
  const known = new Set<string>();
  const bySentence = new Map<string, string>();
  const notes: string[] = [];
  const cases = written.filter(({ json, place }) => {
    const { id: _, note: _note, query, text, ...rest } = json;
    const sentence = JSON.stringify([
      query ?? text,
      ...[rest.language, rest.context, rest.history, rest.time_zone, rest.now],
    ]);
    const key = JSON.stringify([query ?? text, rest]);
    if (known.has(key)) return false;
    known.add(key);
    const earlier = bySentence.get(sentence);
    if (earlier === undefined) bySentence.set(sentence, place);
    else notes.push(`${place} expects something else of the sentence of ${earlier}: one of the two will be wrong`);
    return true;
  });
  const repeated = written.length - cases.length;
  if (repeated > 0) notes.push(`${counted(repeated, "case")} left out: an earlier one says the same`);
  return { cases, notes: notes.length > NOTES_MAX ? [...notes.slice(0, NOTES_MAX), MORE_NOTES] : notes };
}

const NOTES_MAX = 20;
const MORE_NOTES = "more of these are not told one by one";

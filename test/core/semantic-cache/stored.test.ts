/** What comes from the store is taken as it was written, or not at all. */
import { describe, expect, test } from "bun:test";
import { CallReuse } from "#core/answering/call-reuse.ts";
import { LabelReuse } from "#core/answering/label-reuse.ts";
import { isText, type JsonObject, type JsonValue } from "#core/json.ts";
import { lessonIn, originIn, storedIn } from "#core/semantic-cache/stored.ts";
import kept from "./kept-entries.json";

const call = { kind: "call", tool: 0, parameters: { n: 1 }, defaultsApplied: ["unit"], dependsOnClock: false };
const label = { kind: "label", class: null };
const origin = kept.trace.reuse;
const isWord = () => true;
const callAnswer = kept.rows[0]?.answer.answer as JsonObject;
const labelAnswer = kept.rows[4]?.answer.answer as JsonObject;

/** Each part in turn left out, and in turn another kind of value. */
function damagedOnes(whole: JsonObject): readonly JsonObject[] {
  return Object.keys(whole).flatMap((name) => {
    const { [name]: part, ...rest } = whole;
    const other = typeof part === "boolean" ? "no" : true;
    return [rest, { ...whole, [name]: other }, { ...whole, [name]: [{}] }];
  });
}

const readers: readonly (readonly [string, JsonObject, (stored: JsonValue) => unknown])[] = [
  ["a lesson of a call", call, lessonIn],
  ["a lesson of a label", label, lessonIn],
  ["an answer that is a call", callAnswer, (stored) => new CallReuse(isWord).read(stored)],
  ["an answer of labels", labelAnswer, (stored) => new LabelReuse(isWord).read(stored)],
  ["an answer's origin", origin, originIn],
];

describe("read back", () => {
  test("is what was written", () => {
    expect([lessonIn(call), lessonIn(label), originIn(origin)]).toEqual([call, label, origin] as never);
    expect(new CallReuse(isWord).read(callAnswer)).toBe(callAnswer as never);
    expect(new LabelReuse(isWord).read(labelAnswer)).toBe(labelAnswer as never);
    const stored = { answer: "yes", literals: [{ position: 4, text: "Rome" }], dependsOnClock: true };
    expect(storedIn(stored, (answer) => (isText(answer) ? { answer } : null))).toEqual({
      ...stored,
      answer: { answer: "yes" },
    });
  });

  test.each(readers)("%s is nothing when any part of it is damaged", (_, whole, read) => {
    const taken = damagedOnes(whole).filter((damaged) => read(damaged) !== null);
    // An answer given by an older version tells of no kin.
    expect(taken).toEqual(read === originIn ? [{ ...origin, kin: undefined }] : []);
    for (const other of [null, "text", [], 7, true]) expect(read(other)).toBeNull();
  });

  test("an origin that is damaged within says nothing", () => {
    const subjects = [{}, { ...origin.subject, contentHash: "md5:0" }, { ...origin.subject, name: 1 }];
    for (const subject of subjects) expect(originIn({ ...origin, subject })).toBeNull();
    for (const change of [{ path: "guess" }, { kin: ["1"] }]) expect(originIn({ ...origin, ...change })).toBeNull();
  });

  test.each([
    ["its kind", { city: { kind: "rumour" } }],
    ["where it begins", { city: { kind: "query", start: "21", end: 25 } }],
  ])("an answer whose evidence lacks %s is nothing", (_, evidence) => {
    expect(new CallReuse(isWord).read({ ...callAnswer, evidence })).toBeNull();
  });

  test.each([
    ["literals that are no list", { literals: {} }],
    ["a literal without its place", { literals: [{ text: "Rome" }] }],
    ["no word of the clock", { dependsOnClock: null }],
  ])("an entry with %s is nothing", (_, change) => {
    expect(storedIn({ answer: {}, literals: [], dependsOnClock: false, ...change }, () => ({}))).toBeNull();
  });
});

/**
 * A sentence that is asked of a set and of the set as it may become, with the real weights: what was worked out for the one is there for
 * the other, and nobody is told anything else than whoever asks anew.
 */
import { afterAll, beforeAll, expect, spyOn, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inUtc } from "#core/local-time.ts";
import type { AppId } from "#core/tenant.ts";
import type { Tool } from "#core/toolset.ts";
import { JointModel } from "#models/embedded/networks/joint-model.ts";
import { KeptPasses } from "#models/embedded/networks/kept-passes.ts";
import {
  JOINT_EXTRACTOR_PATH,
  ONNX_RUNTIME,
  RANKER_PATH,
  READ_BACK_PATH,
  SENTENCE_EMBEDDER_PATH,
} from "#models/embedded/networks/network-files.ts";
import { openOnnxRuntime } from "#models/embedded/networks/onnx-runtime.ts";
import { RankingModel } from "#models/embedded/networks/ranking-model.ts";
import { ReadBackModel } from "#models/embedded/networks/read-back-model.ts";
import { SentenceModel } from "#models/embedded/networks/sentence-model.ts";
import { openWordReading } from "#models/embedded/networks/word-reading.ts";
import { ToolCaller } from "#models/embedded/tool-caller.ts";
import { type PlainCallRequest, toolsAsText } from "#models/embedded/worker/worker-protocol.ts";
import { type EditedTool, toolEdits } from "../../scripts/eval/set-edits.ts";
import { randomFrom } from "../../scripts/eval/statistics.ts";
import { HOME_TOOLS } from "./home-tools.ts";

const MONDAY = Date.parse("2030-04-01T09:00:00Z");
const A_DAY_MS = 86_400_000;
const APP = "app_kept" as AppId;
const SENTENCES = [
  "book a table for four in Vienna tomorrow evening, outside",
  "what will the weather be like in Graz for the next three days",
  "wake me up at half past six",
  "two large coffees please",
  "cancel booking 4711",
  "call my mother",
  "show me the way to the station by bike",
  "order a small tea and call Anna",
  "don't call anybody",
  "I had a lovely walk today",
] as const;

const scratch = mkdtempSync(join(tmpdir(), "kept-passes-"));
afterAll(() => rmSync(scratch, { recursive: true }));

let passes = 0;
let sentences: SentenceModel;
let plain: ToolCaller;
let callerWith: (kept: KeptPasses) => ToolCaller;

beforeAll(async () => {
  const runtime = openOnnxRuntime(ONNX_RUNTIME, scratch);
  const reading = await openWordReading();
  const counted = async (path: string) => {
    const session = await runtime.open(path);
    return {
      run: (...given: Parameters<typeof session.run>) => {
        passes += 1;
        return session.run(...given);
      },
    };
  };
  const [joint, ranker, verifier] = [
    await counted(JOINT_EXTRACTOR_PATH),
    await counted(RANKER_PATH),
    await counted(READ_BACK_PATH),
  ] as const;
  sentences = new SentenceModel(await runtime.open(SENTENCE_EMBEDDER_PATH), reading.tokenizer);
  const parts = { sentences, checkpoint: { look: () => {} } };
  plain = new ToolCaller({
    ...parts,
    joint: new JointModel(joint, reading),
    ranker: new RankingModel(ranker, reading),
    verifier: new ReadBackModel(verifier, reading),
  });
  callerWith = (kept) =>
    new ToolCaller({
      ...parts,
      kept,
      joint: new JointModel(joint, reading, kept),
      ranker: new RankingModel(ranker, reading, kept),
      verifier: new ReadBackModel(verifier, reading, kept),
    });
});

function requestOf(query: string, tools: readonly Tool[], at: number, app = APP): PlainCallRequest {
  return {
    query,
    app,
    vector: tools.length > 1 ? sentences.embed(query) : null,
    tools: toolsAsText(tools),
    context: null,
    history: [],
    memories: [],
    taught: [],
    similar: [],
    persona: null,
    now: inUtc(at),
    askedAgain: "compared" as const,
  };
}

function counted<Result>(work: () => Result): { readonly result: Result; readonly passes: number } {
  const before = passes;
  return { result: work(), passes: passes - before };
}

/** Of the sentences, at each edit others. */
const SENTENCES_PER_EDIT = 5;
/** Ninety answers: on a busy machine more than a test has. */
const EDITS_MS_MAX = 60_000;

const ofEdit = (index: number) => SENTENCES.filter((_, at) => (at + index) % 2 === 0).slice(0, SENTENCES_PER_EDIT);

test(
  "whatever is edited, an answer is what it would be without all that was kept",
  () => {
    const kept = callerWith(new KeptPasses());
    for (const query of SENTENCES) kept.begin(requestOf(query, HOME_TOOLS, MONDAY)).answer();
    const items = HOME_TOOLS as unknown as readonly EditedTool[];
    // Each kind of edit once; another seed edits other things.
    const edits = toolEdits(items, 9, randomFrom(7));
    expect(new Set(edits.map(({ kind }) => kind)).size).toBe(9);
    let [spent, anew] = [0, 0];
    for (const [index, { says, edited }] of edits.entries()) {
      const tools = edited as unknown as readonly Tool[];
      for (const query of ofEdit(index)) {
        const request = requestOf(query, tools, MONDAY + index * A_DAY_MS);
        const wanted = counted(() => plain.begin(request).answer());
        const given = counted(() => kept.begin(request).answer());
        expect({ says, query, ...given.result }).toEqual({ says, query, ...wanted.result });
        anew += wanted.passes;
        spent += given.passes;
      }
    }
    // Else there would be nothing to it.
    expect(spent).toBeLessThan(anew / 2);
  },
  EDITS_MS_MAX,
);

test("the same question again is not read again, at another time either, unless it says when", () => {
  const kept = callerWith(new KeptPasses());
  for (const query of SENTENCES) kept.begin(requestOf(query, HOME_TOOLS, MONDAY)).answer();
  const later = (query: string) => requestOf(query, HOME_TOOLS, MONDAY + A_DAY_MS);
  for (const query of SENTENCES) {
    const again = counted(() => kept.begin(later(query)).answer());
    expect({ query, ...again.result }).toEqual({ query, ...plain.begin(later(query)).answer() });
  }
  expect(counted(() => kept.begin(later("call my mother")).answer()).passes).toBe(0);
  const [tomorrow] = SENTENCES;
  expect(kept.begin(later(tomorrow)).answer().parameters).toMatchObject({ date: "2030-04-03" });
});

test("a text that stands on both sides of an edit is embedded once", () => {
  const kept = callerWith(new KeptPasses());
  const [query] = SENTENCES;
  const items = HOME_TOOLS as unknown as readonly EditedTool[];
  const [edit] = toolEdits(items, 1, randomFrom(7));
  const sides = [HOME_TOOLS, edit?.edited as unknown as readonly Tool[]].map((tools) =>
    requestOf(query, tools, MONDAY),
  );
  const embedded = spyOn(sentences, "embed");
  const texts = sides.map((request) => {
    embedded.mockClear();
    kept.begin(request).answer();
    return embedded.mock.calls.map(([text]) => text);
  });
  embedded.mockRestore();
  const [before = [], after = []] = texts;
  expect(before.length).toBeGreaterThan(HOME_TOOLS.length / 2);
  expect(after.filter((text) => before.includes(text))).toEqual([]);
});

test("what was answered to somebody is there for a comparison", () => {
  const kept = callerWith(new KeptPasses());
  const [, query] = SENTENCES;
  const compared = requestOf(query, HOME_TOOLS, MONDAY);
  const given = kept.begin({ ...compared, askedAgain: "later" }).answer();
  const again = counted(() => kept.begin(compared).answer());
  expect(again.result).toEqual(given);
  expect(again.passes).toBe(0);
});

test("nothing is kept of what is asked once, and nothing of one app is there for another", () => {
  const kept = callerWith(new KeptPasses());
  const [query] = SENTENCES;
  const { askedAgain: _, ...once } = requestOf(query, HOME_TOOLS, MONDAY);
  const asked = () => counted(() => kept.begin(once).answer()).passes;
  const first = asked();
  expect(first).toBeGreaterThan(1);
  expect(asked()).toBe(first);
  const mine = () => counted(() => kept.begin(requestOf(query, HOME_TOOLS, MONDAY)).answer()).passes;
  expect(mine()).toBe(first);
  expect(mine()).toBe(0);
  expect(asked()).toBe(first);
  const other = requestOf(query, HOME_TOOLS, MONDAY, "app_other" as AppId);
  expect(counted(() => kept.begin(other).answer()).passes).toBe(first);
});

test("where there is no room it is asked anew, and the answer is the same", () => {
  const kept = callerWith(new KeptPasses(2_000));
  const request = requestOf("call my mother", HOME_TOOLS, MONDAY);
  const changed = requestOf("call my mother", HOME_TOOLS.slice(1), MONDAY);
  kept.begin(request).answer();
  expect(kept.begin(changed).answer()).toEqual(plain.begin(changed).answer());
});

/** Which of two models answers, and what of that is compared. */
import { expect, test } from "bun:test";
import { CallQuestion } from "#core/answering/call-reuse.ts";
import type { Drafted } from "#core/answering/drafted-call.ts";
import { Graduated } from "#core/answering/graduated.ts";
import { graduatingCall } from "#core/answering/graduating-call.ts";
import { checkedRequest } from "#core/answering/resolve-request.ts";
import { AppError } from "#core/errors.ts";
import { Graduation } from "#core/graduation/graduation.ts";
import { UTC } from "#core/local-time.ts";
import type { CourseCount } from "#core/ports/graduation-store.ts";
import type { LanguageModel } from "#core/ports/models.ts";
import { FakeClock } from "../fakes.ts";
import { appId, hashOf, NOW } from "../storage/kit.ts";

const inside = { id: "inside" } as LanguageModel;
const served = { id: "served" } as LanguageModel;
const lamp = { name: "lamp", description: "Switches a lamp", parameters: { type: "object", properties: {} } };
const stored = {
  ...{ signature: "home-v1", name: "Home", description: null, contentHash: hashOf("a"), revision: 1 },
  ...{ createdAt: NOW, updatedAt: NOW, definition: { tools: [lamp], requireEvidence: false } },
};
const question = new CallQuestion({
  ...{ app: appId("a"), model: served, toolsets: [stored], persona: null, cases: null, at: NOW, lists: new Map() },
  request: checkedRequest({ query: "the lamp" }, UTC),
  recall: { versions: [], nearest: async () => [] },
  askedAgain: null,
});

function draftOf(tool: number | null, model?: string): Drafted {
  const draft = {
    tool,
    parameters: {},
    confidence: 0.97,
    spans: {},
    dependsOnClock: false,
    usedMemories: [],
    text: null,
  };
  return { draft: { ...draft, ...(model !== undefined && { model }) }, reminders: [], modelMs: 1 };
}

/** `observed`: calls of which both said the same before. What is asked behind an answer is asked at once. */
function asking(observed: number) {
  const course = { contentHash: hashOf("a"), member: "lamp", models: JSON.stringify(["inside", "served"]) };
  const counts: readonly CourseCount[] = [{ ...course, slips: 0, edge: 9_500, observed, agreed: observed }];
  const compared: boolean[] = [];
  const behind: Promise<void>[] = [];
  const offer = (work: (until: AbortSignal) => Promise<void>) => {
    behind.push(work(new AbortController().signal).catch(() => {}));
  };
  const graduation = new Graduation({
    store: {
      isShared: false,
      observe: (...[, , , , agrees]) => void compared.push(agrees),
      verify: async (_, __, slips) => slips,
      ...{ answered: () => {}, counts: async () => counts, answers: async () => [] },
      forget: async () => {},
    },
    definitions: { holds: async () => true },
    changes: { of: () => 0 },
    clock: new FakeClock(),
    agreementMin: 0.9,
    observer: { graduateJudged: () => {}, graduateAnswered: () => {} },
    log: () => {},
  });
  const log = () => {};
  const graduated = new Graduated({
    graduation,
    inside: () => inside,
    verification: { offer },
    shadow: { offer },
    log,
  });
  const ask = async (answers: (model: LanguageModel) => Drafted) => {
    const asked = await graduated.ask(
      graduatingCall(question),
      async (model) => answers(model),
      new AbortController().signal,
    );
    await Promise.all(behind);
    return { isGraduated: asked.isGraduated, compared };
  };
  return ask;
}

test.each([
  ["in the shadow", 0, false],
  ["behind its own answer", 500, true],
])("what both say is compared, %s", async (_, observed, isGraduated) => {
  expect(await asking(observed)(() => draftOf(0))).toEqual({ isGraduated, compared: [true] });
});

test.each([
  ["in the shadow", 0],
  ["behind its own answer", 500],
])("who stood in for the language model says nothing of what that would have said, %s", async (_, observed) => {
  // As where the model server is away and the model inside is its fallback: it would agree with itself.
  const { compared } = await asking(observed)((model) => draftOf(0, model === served ? inside.id : undefined));
  expect(compared).toEqual([]);
});

test.each([
  ["names a tool that is not there", () => draftOf(7)],
  [
    "fails",
    () => {
      throw new AppError("service_unavailable", "it is loading");
    },
  ],
])("where the model inside %s the language model answers", async (_, own) => {
  const ask = asking(500);
  expect(await ask((model) => (model === inside ? own() : draftOf(0)))).toEqual({ isGraduated: false, compared: [] });
});

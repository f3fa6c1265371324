/** Which of two models gives a text its class, and what of that is compared. */
import { expect, test } from "bun:test";
import type { Drafted } from "#core/answering/drafted-labels.ts";
import { Graduated } from "#core/answering/graduated.ts";
import { graduatingLabel } from "#core/answering/graduating-label.ts";
import { labelQuestion } from "#core/answering/label-reuse.ts";
import { Graduation } from "#core/graduation/graduation.ts";
import { BROKEN_SHARE_MAX } from "#core/graduation/member-agreement.ts";
import type { CourseCount } from "#core/ports/graduation-store.ts";
import type { DraftLabel, LanguageModel } from "#core/ports/models.ts";
import { askedIn } from "#core/spoken-language/asked-in.ts";
import { randomFrom } from "../../scripts/eval/statistics.ts";
import { FakeClock } from "../fakes.ts";
import { appId, hashOf, NOW } from "../storage/kit.ts";

const inside = { id: "inside" } as LanguageModel;
const served = { id: "served" } as LanguageModel;
const TEXT = "my card is gone";
const CARD = 0;
const BALANCE = 1;
const set = {
  ...{ signature: "bank-v1", name: "Bank", description: null, contentHash: hashOf("a"), revision: 1 },
  ...{ createdAt: NOW, updatedAt: NOW },
  definition: {
    classes: [{ label: "card" }, { label: "balance" }, { label: "transfer" }],
    ...{ enableExtraction: true, allowNone: true },
  },
};
const question = graduatingLabel(
  labelQuestion(appId("a"), served, set, { data: TEXT, at: NOW, askedIn: askedIn("en", TEXT) }),
);

function part(position: number | null, text = TEXT, more: Partial<DraftLabel> = {}): DraftLabel {
  const start = TEXT.indexOf(text);
  return { span: { start, end: start + text.length }, class: position, confidence: 0.97, ...more };
}

function said(...drafts: readonly DraftLabel[]): Drafted {
  return { drafts, isLearned: true, modelMs: 1 };
}

/** `observed`: texts of the class "card" of which both said so before. What is asked behind an answer is asked at once. */
function asking(observed: number) {
  const course = { contentHash: hashOf("a"), member: "card", models: JSON.stringify(["inside", "served"]) };
  const counts: readonly CourseCount[] = [{ ...course, slips: 0, edge: 9_500, observed, agreed: observed }];
  const compared: [string, boolean][] = [];
  const behind: Promise<void>[] = [];
  const offer = (work: (until: AbortSignal) => Promise<void>) => {
    behind.push(work(new AbortController().signal).catch(() => {}));
  };
  const graduated = graduatedBy({
    ...{ bar: 0.9, counts, offer },
    observe: (member, agrees) => void compared.push([member, agrees]),
  });
  return async (own: Drafted, other: Drafted) => {
    const asked = await graduated.ask(
      question,
      async (model) => (model === inside ? own : other),
      new AbortController().signal,
    );
    await Promise.all(behind);
    return { isGraduated: asked.isGraduated, by: asked.drafted.drafts[0]?.model, compared };
  };
}

function graduatedBy({
  bar,
  counts,
  offer,
  observe,
}: {
  readonly bar: number;
  readonly counts: readonly CourseCount[];
  readonly offer: (work: (until: AbortSignal) => Promise<void>) => void;
  readonly observe: (member: string, agrees: boolean) => void;
}): Graduated {
  const graduation = new Graduation({
    store: {
      isShared: false,
      observe: (_, { member }, ...[, , agrees]) => observe(member, agrees),
      verify: async (_, __, slips) => slips,
      ...{ answered: () => {}, counts: async () => counts, answers: async () => [] },
      forget: async () => {},
    },
    definitions: { holds: async () => true },
    changes: { of: () => 0 },
    clock: new FakeClock(),
    agreementMin: bar,
    observer: { graduateJudged: () => {}, graduateAnswered: () => {} },
    log: () => {},
  });
  return new Graduated({
    graduation,
    inside: () => inside,
    verification: { offer },
    shadow: { offer },
    log: () => {},
  });
}

test.each([
  ["in the shadow", 0, false, undefined],
  ["behind its own answer", 500, true, "inside"],
])("the class of the whole text is compared, %s", async (_, observed, isGraduated, by) => {
  const ask = asking(observed);
  expect(await ask(said(part(CARD)), said(part(CARD)))).toEqual({ isGraduated, by, compared: [["card", true]] });
});

test("another class is not the same, nor are two parts where one class was given to all of it", async () => {
  const ask = asking(0);
  await ask(said(part(CARD)), said(part(BALANCE)));
  const two = said(part(CARD, "my card"), part(BALANCE, "is gone"));
  expect((await ask(said(part(CARD)), two)).compared).toEqual([
    ["card", false],
    ["card", false],
  ]);
});

test.each([
  ["none of the classes", said(part(null))],
  ["several parts", said(part(CARD, "my card"), part(BALANCE, "is gone"))],
  ["one class of a part of the text", said(part(CARD, "my card"))],
  ["a class that was not offered", said(part(7))],
])("%s from the model inside is left to the language model, and not compared", async (_, own) => {
  const ask = asking(500);
  expect(await ask(own, said(part(CARD)))).toEqual({ isGraduated: false, by: undefined, compared: [] });
});

test("a class that was never compared is asked of the language model, whatever another was let go for", async () => {
  const ask = asking(500);
  expect(await ask(said(part(BALANCE)), said(part(BALANCE)))).toMatchObject({ isGraduated: false });
});

test("who stood in for the language model says nothing of what that would have said", async () => {
  const { compared } = await asking(0)(said(part(CARD)), said(part(CARD, TEXT, { model: inside.id })));
  expect(compared).toEqual([]);
});

interface Labelled {
  readonly class: number;
  readonly confidence: number;
  readonly agrees: boolean;
}

/** Of one class, as often as that. The agreement may be another one where the model inside is surer. */
function texts(of: number, count: number, [unsure, sure]: readonly [number, number]): readonly Labelled[] {
  return Array.from({ length: count }, (_, at) => {
    const isSure = at % 2 === 1;
    const share = isSure ? sure : unsure;
    return { class: of, confidence: isSure ? 0.97 : 0.6, agrees: at / count < share };
  });
}

/** The classes of which a text was answered alone, all of them asked in that order. */
async function letGo(stream: readonly Labelled[], bar: number): Promise<ReadonlySet<number>> {
  const behind: Promise<void>[] = [];
  const offer = (work: (until: AbortSignal) => Promise<void>) => void behind.push(work(new AbortController().signal));
  const graduated = graduatedBy({ bar, counts: [], offer, observe: () => {} });
  const alone = new Set<number>();
  for (const { class: own, confidence, agrees } of stream) {
    const other = agrees ? own : (own + 1) % set.definition.classes.length;
    const ask = async (model: LanguageModel) => said(part(model === inside ? own : other, TEXT, { confidence }));
    const asked = await graduated.ask(question, ask, new AbortController().signal);
    await Promise.all(behind.splice(0));
    if (asked.isGraduated) alone.add(own);
  }
  return alone;
}

test("of 100 orders of the texts at most 5 let a class go of which fewer agree than the bar", async () => {
  const bar = 0.95;
  const [under, falling, good] = [CARD, BALANCE, 2];
  const stream = [
    ...texts(under, 200, [0.945, 0.945]),
    // Sure where it is wrong: 0.96 and 0.90, 0.93 of all.
    ...texts(falling, 200, [0.96, 0.9]),
    ...texts(good, 120, [1, 1]),
  ];
  const random = randomFrom(20_261_128);
  const broken = { [under]: 0, [falling]: 0, [good]: 0 };
  for (let order = 0; order < 100; order += 1) {
    const keyed = stream.map((one) => ({ one, key: random() })).sort((a, b) => a.key - b.key);
    for (const gone of await letGo(
      keyed.map(({ one }) => one),
      bar,
    ))
      broken[gone] = (broken[gone] ?? 0) + 1;
  }
  expect(broken[under]).toBeLessThanOrEqual(100 * BROKEN_SHARE_MAX);
  expect(broken[falling]).toBeLessThanOrEqual(100 * BROKEN_SHARE_MAX);
  // It is no gate that is never opened.
  expect(broken[good]).toBe(100);
}, 60_000);

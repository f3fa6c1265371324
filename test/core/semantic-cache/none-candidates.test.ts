/** What is known to be for no tool says that its like is for none either; what may be a call, it leaves to the model. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { SENTENCES_MIN } from "#core/semantic-cache/rules/none-rules.ts";
import type { RuleId } from "#core/semantic-cache/rules/table.ts";
import { Partition } from "./partition.ts";

const KNOWN = "who won the football match in the stadium yesterday evening";

/** Of the sentence, with another of its kind, after so many calls of tools that are about something else. */
async function withNone(...calls: readonly (readonly [tool: string, line: string])[]) {
  const partition = await asked(SENTENCES_MIN);
  for (const [tool, line] of calls) await partition.know(tool, line);
  await partition.know(null, "which team scored first in the football cup");
  return { partition, id: await partition.know(null, KNOWN) };
}

async function asked(times: number): Promise<Partition> {
  const partition = new Partition();
  for (let amount = 1; amount <= times; amount += 1)
    await partition.know("transfer", `Send [amount:${amount}] euros to [receiver:Anna]`);
  return partition;
}

test.each([
  ["another word", "who won the football game in the stadium yesterday evening"],
  ["another order", "who won in the stadium yesterday evening, the football match"],
  ["words more", "who actually won the big football match in the stadium yesterday evening"],
])("what no tool fits is no call in other words either: %s", async (_, question) => {
  const { partition, id } = await withNone();
  const { best } = await partition.ask(question);
  expect(best).toMatchObject({ path: "none", id, call: null, class: null, spans: {}, unseenValues: [] });
  expect(best?.score).toBeGreaterThan(0.9);
});

const TURNING: readonly (readonly [what: string, rule: RuleId, question: string])[] = [
  ["a not", "turning-word-left", "who has not won the football match in the stadium yesterday"],
  ["something undone", "turning-word-left", "who cancelled the football match in the stadium"],
  ["the opposite", "opposites-left", "who won the football match in the stadium yesterday morning"],
  ["an order", "question-on-one-side", "show me who won the football match in the stadium yesterday evening"],
];

test.each(TURNING)("what turns the meaning is refused: %s", async (_, rule, question) => {
  const { partition, id } = await withNone();
  const { best, refused } = await partition.ask(question);
  expect(best).toBeNull();
  expect(refused).toContainEqual({ id, path: "none", rule });
});

test.each([
  [
    "another language",
    "wer hat gestern das Spiel im Stadion gewonnen",
    "wer hat gestern das Derby im Stadion gewonnen",
  ],
  ["something taken back", KNOWN, `${KNOWN}, no wait, the other one`],
])("nothing is said where the sentence is not understood: %s", async (_, known, question) => {
  const { partition } = await withNone();
  await partition.know(null, known);
  const { best, nearest } = await partition.ask(question);
  expect(best).toBeNull();
  expect(nearest?.similarity).toBeGreaterThan(0.7);
});

test("nothing is said by what was taken back itself", async () => {
  const partition = await asked(SENTENCES_MIN);
  await partition.know(null, `${KNOWN}, forget it`);
  const { best, nearest } = await partition.ask(KNOWN);
  expect(best).toBeNull();
  expect(nearest?.similarity).toBeGreaterThan(0.7);
});

test("nothing is said where little is known of what is asked", async () => {
  const partition = await asked(SENTENCES_MIN - 2);
  const id = await partition.know(null, KNOWN);
  const question = "who won the football game in the stadium yesterday evening";
  expect(await partition.ask(question)).toMatchObject({
    best: null,
    refused: [{ id, path: "none", rule: "young-partition" }],
  });
  await partition.know(null, "which team scored first in the football cup");
  expect((await partition.ask(question)).best).toMatchObject({ path: "none", id });
});

test("nothing is said where nothing known is near", async () => {
  const { partition } = await withNone();
  expect((await partition.ask("how tall is that old tower")).best).toBeNull();
});

test("a sentence that may be a call is one", async () => {
  const { partition } = await withNone(["play", "play the match in [song:Rome]"]);
  const { best } = await partition.ask("play the match in Bonn");
  expect(best?.path).toBe("template");
});

describe("how sure it is", () => {
  const question = "who won the football game in the stadium yesterday evening";
  const scoreIn = async ({ partition }: Awaited<ReturnType<typeof withNone>>) =>
    (await partition.ask(question)).best?.score ?? Number.NaN;

  test("less where a call is near", async () => {
    const far = await withNone(["remind", "remind me of [what:milk]"]);
    const near = await withNone([
      "remind",
      "remind me of [what:tickets] for the football game in the stadium yesterday",
    ]);
    expect(await scoreIn(near)).toBeLessThan(await scoreIn(far));
  });

  test("less where a word that only it has is one that calls are made with", async () => {
    const without = await withNone(["remind", "remind me of [what:milk]"]);
    const withWord = await withNone(["remind", "remind me of the game [what:Risk]"]);
    expect(await scoreIn(withWord)).toBeLessThan(await scoreIn(without));
  });

  test("never a number that is none, whatever is known", async () => {
    const word = fc.constantFrom("who", "won", "the", "match", "Rome", "4", "not", "table", "book", "play");
    const line = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" "));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { maxLength: 6 }),
        fc.array(line, { maxLength: 4 }),
        line,
        async (nones, calls, text) => {
          const partition = await asked(SENTENCES_MIN);
          for (const none of nones) await partition.know(null, none);
          for (const call of calls) await partition.know("play", call);
          const { best } = await partition.ask(text);
          if (best) expect(best.score >= 0 && best.score <= 1).toBe(true);
        },
      ),
      { numRuns: 50 },
    );
  }, 60_000);
});

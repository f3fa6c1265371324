/** What sets were taught, brought up to date from change to change. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { knowledgeOfLabels } from "#core/semantic-cache/open-knowledge.ts";
import { sameWordsOf } from "#core/semantic-cache/words/same-words.ts";
import { CaseBook, type CaseOfSet, type PlacedCase } from "#core/teaching/case-book.ts";
import { ExactIndex } from "#storage/embedded/exact-index.ts";
import { FakeEmbedder } from "../fakes.ts";

const embedder = new FakeEmbedder();
const vectorsOf = (texts: readonly string[]) => embedder.embed(texts);
const DEAD = async () => {
  throw new Error("no embedder");
};

function place({ taught }: CaseOfSet): PlacedCase | null {
  if (taught.text.includes("nothing")) return null;
  const lesson = { kind: "label", class: 0 } as const;
  return { taught, words: sameWordsOf(taught.text), literals: [], positions: [0], lesson, dependsOnClock: false };
}

function aBook(
  embed: (sentence: string) => Promise<Float32Array> = async (text) => (await vectorsOf([text]))[0] as Float32Array,
) {
  const index = new ExactIndex(embedder.dimensions);
  return new CaseBook({ index, embed, place, openKnowledge: (find) => knowledgeOfLabels(find, () => true) });
}

function aCase(id: string, text: string, taughtAt = 0): CaseOfSet {
  return { set: 0, taught: { id, text, right: { kind: "label", label: "a" }, beside: [], taughtAt } };
}

const saidBy = (book: CaseBook, text: string) => book.same(sameWordsOf(text))?.taught.id ?? null;

describe("a book of cases", () => {
  test("knows the very words at once, where the embedder is dead as well, and others when it lives again", async () => {
    const book = aBook(DEAD);
    await book.bringTo([aCase("one", "my plastic is gone")], DEAD);
    expect(saidBy(book, "My plastic is gone.")).toBe("one");
    expect(book.isWhole).toBe(false);
    expect(await book.vectorOf("x")).toBeNull();
    book.goOn(vectorsOf);
    while (!book.isWhole) await Bun.sleep(1);
    const [vector] = await vectorsOf(["my plastic is gone"]);
    expect(book.nearest(vector as Float32Array, 1)).toMatchObject([{ placed: { taught: { id: "one" } } }]);
  });

  test("of the same words in two sets what was taught last holds, and the other when that is taken back", async () => {
    const book = aBook();
    const [older, newer] = [aCase("older", "x y", 1), aCase("newer", "x y", 2)];
    await book.bringTo([newer, older], vectorsOf);
    expect(saidBy(book, "x y")).toBe("newer");
    await book.bringTo([older], vectorsOf);
    expect(saidBy(book, "x y")).toBe("older");
    expect(book.newestAt).toBe(1);
  });

  test("what says nothing beside these sets is no case of theirs", async () => {
    const book = aBook();
    await book.bringTo([aCase("one", "says nothing")], vectorsOf);
    expect(saidBy(book, "says nothing")).toBeNull();
    expect(book.isWhole).toBe(true);
  });
});

test("in whatever order it is brought to what, it says what a new book would, and its revision differs", async () => {
  const someCases = fc.uniqueArray(
    fc.tuple(fc.integer({ min: 0, max: 6 }), fc.constantFrom("a b", "b c", "c d", "nothing")),
    {
      selector: ([id]) => id,
      maxLength: 6,
    },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(someCases, { minLength: 1, maxLength: 6 }), async (states) => {
      const book = aBook();
      const texts = new Map<number, string>();
      const revisions = new Set<number>();
      let last: readonly CaseOfSet[] = [];
      for (const state of states) {
        // A case never changes: another text is another case.
        last = state.map(([id, text]) => {
          texts.set(id, texts.get(id) ?? text);
          return aCase(`case_${id}`, texts.get(id) as string, id);
        });
        await book.bringTo(last, vectorsOf);
        revisions.add(book.revision);
      }
      expect(revisions.size).toBe(states.length);
      const anew = aBook();
      await anew.bringTo(last, vectorsOf);
      for (const text of ["a b", "b c", "c d", "nothing"]) {
        expect(saidBy(book, text)).toBe(saidBy(anew, text));
        const [vector] = await vectorsOf([text]);
        const near = (of: CaseBook) =>
          new Set(of.nearest(vector as Float32Array, 9).map(({ placed }) => placed.taught.id));
        expect(near(book)).toEqual(near(anew));
      }
    }),
    { numRuns: 100 },
  );
});

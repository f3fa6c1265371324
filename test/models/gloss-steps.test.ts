/** Long texts are put into English piece by piece, and lose nothing by it. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { atOnce } from "#core/steps.ts";
import { glossedInSteps, inTurns } from "#models/embedded/glossing/gloss-steps.ts";

function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  atOnce(
    glossedInSteps(text, (piece) => {
      pieces.push(piece);
      return piece;
    }),
  );
  return pieces;
}

test("a text of a few sentences is one piece, and made of it is what is made of it", () => {
  expect(piecesOf("Öffnet die Tür. Schließt sie.")).toEqual(["Öffnet die Tür. Schließt sie."]);
  expect(atOnce(glossedInSteps("die Tür", () => "the door"))).toBe("the door");
  expect(piecesOf("")).toEqual([""]);
});

test("a longer one is cut behind a sentence, else between words", () => {
  const sentence = `${"a".repeat(250)}. `;
  expect(piecesOf(sentence + sentence)).toEqual([sentence.trimEnd(), sentence.trimEnd()]);
  expect(piecesOf(`${"b".repeat(390)} ${"c".repeat(20)}`)).toEqual(["b".repeat(390), "c".repeat(20)]);
  expect(piecesOf("d".repeat(900)).map((piece) => piece.length)).toEqual([400, 400, 100]);
});

describe("whatever is said", () => {
  test("its pieces are short, and together they are all of it", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "ü", " ", ". ", "\n", "!"), maxLength: 3_000 });
    fc.assert(
      fc.property(text, (said) => {
        expect(atOnce(glossedInSteps(said, (piece) => piece))).toBe(said);
        const pieces = piecesOf(said);
        expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(400);
      }),
    );
  });
});

test("others have their turn between steps that take long", async () => {
  let turns = 0;
  let isGoingOn = true;
  const others = (async () => {
    while (isGoingOn) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
  })();
  function* work(): Generator<void, string> {
    for (let step = 0; step < 5; step += 1) {
      const startedMs = performance.now();
      while (performance.now() - startedMs < 5);
      yield;
    }
    return "done";
  }
  expect(await inTurns(work())).toBe("done");
  isGoingOn = false;
  await others;
  expect(turns).toBeGreaterThanOrEqual(5);
});

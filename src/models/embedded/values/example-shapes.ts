/** Codes like the examples that a schema gives: as many letters and digits around the same signs. */
import type { Span } from "#core/span.ts";

/** A shorter one, or one without a digit, looks like any word. */
const SHAPED_LETTERS_MIN = 4;
const RUN = /\p{L}+|\p{N}+|[^\p{L}\p{N}]/gu;

/** How long each run of letters and digits is in the examples of one shape. */
interface Shape {
  readonly runs: readonly string[];
  readonly least: number[];
  readonly most: number[];
}

/** A stretch for each shape and place; `isSure` where letters and digits are mixed, as in nothing else that is said. */
export function shapedLike(
  examples: readonly string[],
  text: string,
): readonly (Span & { readonly isSure: boolean })[] {
  return [...shapesOf(examples).values()].flatMap(({ runs, least, most }) => {
    const parts = runs.map((kind, at) =>
      kind === "L" || kind === "N" ? `\\p{${kind}}{${least[at]},${most[at]}}` : RegExp.escape(kind),
    );
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${parts.join("")}(?![\\p{L}\\p{N}])`, "gu");
    const isSure = runs.includes("L");
    return [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      start: index,
      end: index + found.length,
      isSure,
    }));
  });
}

function shapesOf(examples: readonly string[]): ReadonlyMap<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const example of examples) {
    if (example.length < SHAPED_LETTERS_MIN || /\s/u.test(example) || !/\p{N}/u.test(example)) continue;
    const pieces = example.match(RUN) ?? [];
    const runs = pieces.map((piece) => (/\p{L}/u.test(piece) ? "L" : /\p{N}/u.test(piece) ? "N" : piece));
    const lengths = pieces.map(({ length }) => length);
    const known = shapes.get(runs.join(" "));
    if (!known) shapes.set(runs.join(" "), { runs, least: lengths, most: [...lengths] });
    else {
      for (const [at, length] of lengths.entries()) {
        known.least[at] = Math.min(known.least[at] as number, length);
        known.most[at] = Math.max(known.most[at] as number, length);
      }
    }
  }
  return shapes;
}

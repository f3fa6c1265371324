/** What fingers do on a QWERTY keyboard, in the words around values only. */
import type { Chance } from "./chance.ts";
import type { Segment } from "./sentence.ts";

const ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** A slip in a short word easily makes another word of it. */
const WORD = /(?<![\p{L}'’])[A-Za-z]{5,}(?![\p{L}'’])/gu;

/** Null where nothing can be mistyped, or the slip would make a word of the vocabulary: that would say something else. */
export function typingError(
  segments: readonly Segment[],
  chance: Chance,
  vocabulary: ReadonlySet<string>,
): readonly Segment[] | null {
  const places = segments.flatMap(({ text, parameter }, index) =>
    parameter === null ? [...text.matchAll(WORD)].map((found) => ({ index, start: found.index, word: found[0] })) : [],
  );
  const place = chance.pickOrNull(places);
  if (place === null) return null;
  const wrong = mistyped(place.word, chance);
  if (vocabulary.has(wrong.toLowerCase())) return null;
  const { text } = segments[place.index] as Segment;
  const changed = text.slice(0, place.start) + wrong + text.slice(place.start + place.word.length);
  return segments.with(place.index, { text: changed, parameter: null });
}

/** The first and the last letter are mostly right, since eyes rest there. */
function mistyped(word: string, chance: Chance): string {
  const at = 1 + chance.below(word.length - 2);
  const letter = word[at] as string;
  const [before, after] = [word.slice(0, at), word.slice(at + 1)];
  switch (chance.below(5)) {
    case 0:
      return before + beside(letter, chance) + after;
    case 1:
      return before + letter + letter + after;
    case 2:
      return before + after;
    case 3:
      return before + letter + beside(letter, chance) + after;
    default:
      return before + after.slice(0, 1) + letter + after.slice(1);
  }
}

function beside(letter: string, chance: Chance): string {
  const row = ROWS.find((keys) => keys.includes(letter.toLowerCase())) ?? "";
  const at = row.indexOf(letter.toLowerCase());
  const keys = [row[at - 1], row[at + 1]].filter((key) => key !== undefined);
  return chance.pickOrNull(keys) ?? letter;
}

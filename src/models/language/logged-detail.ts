/** What a model server says about its failure, as a log may show it: servers like to repeat what they were asked. */

/** Fewer words in a row come together by chance. */
const REPEATED_WORDS_MIN = 3;
/** A longer one with a digit is a key or a token, and comes by itself. */
const KEY_UNITS_MIN = 12;
const CHARACTERS_MAX = 300;
const MASK = "•••";

/**
 * `detail` in one line of at most 300 characters, with a mask in the place of three words or more that also stand in a row
 * in `asked`, and of each that looks like a key: what clients write is not for the log.
 */
export function loggedDetail(detail: string, asked: string): string {
  const words = [...detail.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
  const known = ` ${(asked.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")} `;
  let shown = "";
  let shownTo = 0;
  for (let first = 0; first < words.length; first += 1) {
    const count = isKey(words[first]?.text ?? "") ? 1 : REPEATED_WORDS_MIN;
    const run = words.slice(first, first + count);
    if (run.length < count) continue;
    if (!known.includes(` ${run.map(({ text }) => text).join(" ")} `)) continue;
    const [start = 0, end = 0] = [run[0]?.start, run.at(-1)?.end];
    if (start >= shownTo) shown += `${detail.slice(shownTo, start)}${MASK}`;
    shownTo = end;
  }
  return `${shown}${detail.slice(shownTo)}`.replace(/\s+/g, " ").trim().slice(0, CHARACTERS_MAX);
}

function isKey(word: string): boolean {
  return word.length >= KEY_UNITS_MIN && /\d/.test(word);
}

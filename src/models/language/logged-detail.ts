/** What a model server says about its failure, as a log may show it: servers like to repeat what they were asked. */

/** Fewer words in a row come together by chance. */
const REPEATED_WORDS_MIN = 3;
const CHARACTERS_MAX = 300;
const MASK = "•••";

/**
 * `detail` in one line of at most 300 characters, with a mask in the place of three words or more that also stand in a row
 * in `asked`: what clients write is not for the log.
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
  for (let first = 0; first + REPEATED_WORDS_MIN <= words.length; first += 1) {
    const run = words.slice(first, first + REPEATED_WORDS_MIN);
    if (!known.includes(` ${run.map(({ text }) => text).join(" ")} `)) continue;
    const [start = 0, end = 0] = [run[0]?.start, run.at(-1)?.end];
    if (start >= shownTo) shown += `${detail.slice(shownTo, start)}${MASK}`;
    shownTo = end;
  }
  return `${shown}${detail.slice(shownTo)}`.replace(/\s+/g, " ").trim().slice(0, CHARACTERS_MAX);
}

/** E-mail addresses, however they are spaced: what stands before and behind a sign for "at". */

export interface Address {
  /** UTF-16 code units. */
  readonly start: number;
  readonly end: number;
}

/** An address has no more than 254 characters; what is longer is cut there, and its rest looked at by itself. */
const SIDE_CHARACTERS_MAX = 254;

const AT = /[@＠﹫]|%40|&#64;|&commat;/giu;
const SPACES = "[\\s\\p{Cf}]{0,3}";
/** Behind the sign: labels with points between, an address in brackets, or a single label right at it. */
const DOT = "[.。．｡]";
const LABEL = "[\\p{L}\\p{N}\\p{M}\\p{Cf}_-]+";
const HAS_DOT = new RegExp(DOT, "u");
const DOMAIN = new RegExp(
  `^(?:${SPACES}(?:\\[[^\\]\\s]{2,60}\\]|${LABEL}(?:(?:${DOT}|\\s{1,3}${DOT}\\s{0,3})${LABEL})+)|${LABEL})`,
  "u",
);
/** Before the sign: one word, or a quoted text. */
const LOCAL = new RegExp(`(?:"[^"\\n]{1,64}"|[^\\s<>()\\[\\],;:"“”@＠﹫]+)(${SPACES})$`, "u");

/** In order, none within another. */
export function addressesIn(text: string): readonly Address[] {
  const found: Address[] = [];
  for (const { index, 0: sign } of text.matchAll(AT)) {
    const after = index + sign.length;
    const floor = Math.max(found.at(-1)?.end ?? 0, index - SIDE_CHARACTERS_MAX);
    const before = found.at(-1);
    if (before && before.end === index) {
      // Of "a@b@c" every part may be the address.
      const more = DOMAIN.exec(text.slice(after, after + SIDE_CHARACTERS_MAX));
      found[found.length - 1] = { start: before.start, end: after + (more?.[0].length ?? 0) };
      continue;
    }
    const local = LOCAL.exec(text.slice(floor, index));
    const domain = DOMAIN.exec(text.slice(after, after + SIDE_CHARACTERS_MAX));
    if (!local || !domain) continue;
    // What stands apart on the left needs more than a word on the right: "me @ home" is none.
    const isApart = (local[1] ?? "") !== "";
    if (isApart && !HAS_DOT.test(domain[0]) && !domain[0].includes("[")) continue;
    found.push({ start: floor + local.index, end: after + domain[0].length });
  }
  return found;
}

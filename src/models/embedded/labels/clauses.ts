/** Splits a text of several intents where one may end and the next begin. Offsets are UTF-16 code units. */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/span.ts";

const WORDS = ENGLISH.asking;

export interface Clause extends Span {
  /** False after a comma or an "and", which may also stand between the items of one request. */
  readonly startsSentence: boolean;
}

/** More parts than a person's message has; the rest stays in the last one. */
const PARTS_MAX = 24;

/** The ends of sentences, not the point in "3.5" or "a.b". */
const SENTENCE_END = String.raw`(?<sentence>[.!?;]+(?=\s|$)|\n+)`;
const COMMA = String.raw`,(?=\s+(?:${WORDS.openings})\b)`;
const BORDER = new RegExp(`${SENTENCE_END}|${WORDS.connector}|${COMMA}`, "giu");

/**
 * The parts in the order of the text, without the words and marks between them; no two overlap, at least one. A list
 * such as "lights and fan" is split too: whoever labels the parts puts together what belongs together.
 */
export function clausesOf(text: string): readonly Clause[] {
  const parts: Clause[] = [];
  let start = 0;
  let startsSentence = true;
  for (const border of text.matchAll(BORDER)) {
    if (parts.length === PARTS_MAX - 1) break;
    parts.push({ start, end: border.index, startsSentence });
    start = border.index + border[0].length;
    startsSentence = border.groups?.sentence !== undefined;
  }
  parts.push({ start, end: text.length, startsSentence });
  const filled = parts.map((part) => withoutBlanks(text, part)).filter((part) => part.end > part.start);
  return filled.length > 0 ? filled : [{ start: 0, end: text.length, startsSentence: true }];
}

function withoutBlanks(text: string, part: Clause): Clause {
  const inner = text.slice(part.start, part.end);
  const start = part.start + (inner.length - inner.replace(/^[\s,.;!?]+/, "").length);
  const end = part.end - (inner.length - inner.trimEnd().length);
  return { start, end: Math.max(start, end), startsSentence: part.startsSentence };
}

/** Words with a letter or a digit. */
export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}

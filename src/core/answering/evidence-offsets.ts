import type { EvidenceMap } from "./evidence.ts";

/** How the borders of a stretch move from one text to another. */
interface Move {
  readonly start: (offset: number) => number;
  readonly end: (offset: number) => number;
}

let segmenter: Intl.Segmenter | null = null;
/** Made for the first text that was not sent as it is checked: it takes a millisecond, which no start waits for. */
const graphemes = () => (segmenter ??= new Intl.Segmenter("und", { granularity: "grapheme" }));
const STAY: Move = { start: (offset) => offset, end: (offset) => offset };
/** A character of each of its code units, which checking leaves as it is: most texts are of nothing else. */
const PLAIN = /^[^\r\u0080-\uffff]*$/;

/**
 * The evidence with offsets as a client counts them: code points of the texts as they were sent, not UTF-16 code units of
 * the checked ones. Where the two texts cannot be laid side by side there is no honest offset, and none is given.
 */
export function evidenceAsSent(
  evidence: EvidenceMap,
  sent: { readonly query: string; readonly context?: string },
  checked: { readonly query: string; readonly context: string | null },
): EvidenceMap {
  const ofQuery = originsIn(sent.query, checked.query);
  const ofContext = originsIn(sent.context ?? "", checked.context ?? "");
  return mapped(evidence, (kind) => (kind === "context" ? ofContext : ofQuery));
}

/** The evidence of a query for another one that consists of the same words with other white space between them. */
export function evidenceMoved(evidence: EvidenceMap, from: string, to: string): EvidenceMap {
  const [fromWords, toWords] = [[...from.matchAll(/\S+/gu)], [...to.matchAll(/\S+/gu)]];
  const move = (offset: number) => {
    const position = fromWords.findLastIndex((word) => word.index <= offset);
    const [source, target] = [fromWords[position], toWords[position]];
    if (!source || !target) return Math.min(offset, to.length);
    return target.index + Math.min(offset - source.index, target[0].length);
  };
  return mapped(evidence, (kind) => (kind === "context" ? STAY : { start: move, end: move }));
}

function mapped(evidence: EvidenceMap, moveOf: (kind: string) => Move | null): EvidenceMap {
  const entries = Object.entries(evidence).map(([name, { kind, start, end }]) => {
    const move = moveOf(kind);
    if (start === undefined || end === undefined || !move) return [name, { kind }] as const;
    return [name, { kind, start: move.start(start), end: move.end(end) }] as const;
  });
  return Object.fromEntries(entries);
}

/**
 * From UTF-16 offsets in a checked text (NFC, newlines unified) to code point offsets in the text as it was sent. A border
 * inside of what was composed moves outwards.
 */
export function originsIn(sent: string, checked: string): Move | null {
  if (sent === checked && PLAIN.test(sent)) {
    const within = (offset: number) => Math.min(offset, sent.length);
    return { start: within, end: within };
  }
  const starts: number[] = [];
  const ends: number[] = [0];
  let built = "";
  let points = 0;
  const lay = (piece: string, normal: string) => {
    const length = [...piece].length;
    for (let unit = 0; unit < normal.length; unit += 1) {
      starts.push(points);
      ends.push(points + length);
    }
    built += normal;
    points += length;
  };
  // Composition never reaches across what people see as one character.
  const segments = sent === checked ? [{ segment: sent }] : graphemes().segment(sent);
  for (const { segment } of segments) {
    const normal = segment.replace(/\r\n?/g, "\n").normalize("NFC");
    if (normal === segment) for (const point of segment) lay(point, point);
    else lay(segment, normal);
  }
  if (built !== checked) return null;
  return { start: (offset) => starts[offset] ?? points, end: (offset) => ends[offset] ?? points };
}

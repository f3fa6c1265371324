import type { EvidenceMap } from "./evidence.ts";

type Offset = (offset: number) => number;

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
  const fromWords = [...from.matchAll(/\S+/gu)];
  const toWords = [...to.matchAll(/\S+/gu)];
  const move: Offset = (offset) => {
    const position = fromWords.findLastIndex((word) => word.index <= offset);
    const [source, target] = [fromWords[position], toWords[position]];
    if (!source || !target) return Math.min(offset, to.length);
    return target.index + Math.min(offset - source.index, target[0].length);
  };
  return mapped(evidence, (kind) => (kind === "context" ? (offset) => offset : move));
}

function mapped(evidence: EvidenceMap, offsetsFor: (kind: string) => Offset | null): EvidenceMap {
  const entries = Object.entries(evidence).map(([name, { kind, start, end }]) => {
    const move = offsetsFor(kind);
    if (start === undefined || end === undefined || !move) return [name, { kind }] as const;
    return [name, { kind, start: move(start), end: move(end) }] as const;
  });
  return Object.fromEntries(entries);
}

/** From UTF-16 offsets in a checked text (NFC, newlines unified) to code point offsets in the text as it was sent. */
export function originsIn(sent: string, checked: string): Offset | null {
  if (sent === checked) return (offset) => codePointsBefore(checked, offset);
  // Composition never reaches across what people see as one character.
  const starts: number[] = [];
  let built = "";
  let sentPoints = 0;
  for (const { segment } of new Intl.Segmenter("und", { granularity: "grapheme" }).segment(sent)) {
    const normal = segment.replace(/\r\n?/g, "\n").normalize("NFC");
    for (let unit = 0; unit < normal.length; unit += 1) starts.push(sentPoints);
    built += normal;
    sentPoints += codePointsBefore(segment, segment.length);
  }
  starts.push(sentPoints);
  return built === checked ? (offset) => starts[offset] ?? sentPoints : null;
}

function codePointsBefore(text: string, offset: number): number {
  let points = 0;
  for (let unit = 0; unit < offset; points += 1) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1;
  return points;
}

/** What speaks for and against a known call being meant in other words. */
import { COMPARISON, HARMLESS } from "../words/word-lists.ts";
import type { Features } from "./candidates.ts";
import type { KnownEntry } from "./entries.ts";
import type { Leftover } from "./leftover.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";

/** `rest`: the words of the sentence around the values. `rivals`: tools that it may be for as well. */
export function rewordingFeatures(
  entry: KnownEntry,
  { asked, known, slips }: Leftover,
  rest: readonly string[],
  similarity: number,
  rivals: ReadonlySet<number>,
  knowledge: ToolKnowledge,
): Features {
  const { tool, constants } = entry.template;
  const { anchors, valueWords, sentences } = knowledge.lexiconOf(tool);
  const safety = (word: string) => Math.log((anchors.of(word) + 0.2) / (anchors.of(word) + valueWords.of(word) + 1.2));
  const seen = (word: string) => Math.log1p(anchors.of(word));
  const least = (words: readonly string[], of: (word: string) => number, none: number) =>
    words.length === 0 ? none : Math.min(...words.map(of));
  const constantCount = Object.keys(constants).length;
  const content = (words: readonly string[]) => words.filter((word) => !HARMLESS.has(word));
  const margin = knowledge.toolMargin(rest, tool, rivals);
  const compared = [...asked, ...known].filter((word) => COMPARISON.has(word)).length;
  return {
    similarity,
    asked: asked.length,
    known: known.length,
    isNothingAsked: Number(asked.length === 0),
    isNothingKnown: Number(known.length === 0),
    isNothing: Number(asked.length + known.length === 0),
    askedSafety: least(asked, safety, 0),
    knownSafety: least(known, safety, 0),
    askedSeen: least(asked, seen, 4),
    knownSeen: least(known, seen, 4),
    isAskedRare: Number(least(asked, seen, 4) < 1),
    isKnownRare: Number(least(known, seen, 4) < 1),
    isAskedUnsafe: Number(least(asked, safety, 0) < -0.5),
    askedContent: content(asked).length,
    knownContent: content(known).length,
    isAskedHarmless: Number(content(asked).length === 0),
    isKnownHarmless: Number(content(known).length === 0),
    contentSafety: least(content(asked), safety, 0),
    contentSeen: least(content(asked), seen, 4),
    knownContentSafety: least(content(known), safety, 0),
    slips,
    compared,
    isCompared: Math.min(1, compared),
    constants: constantCount,
    hasConstants: Math.min(1, constantCount),
    constantsAndGone: Math.min(1, constantCount) * Math.min(2, known.length),
    slots: entry.slots.length,
    valueWords: entry.slots.reduce((total, { from, to }) => total + to - from, 0),
    rest: rest.length,
    toolSentences: Math.log1p(sentences),
    toolMargin: margin,
    isOtherTool: Number(margin < 0),
  };
}

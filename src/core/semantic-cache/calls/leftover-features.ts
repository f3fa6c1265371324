/** What the words are that only one of two sentences has: a value that nobody took out, or words around values. */
import { isNumber } from "../words/canonical-numbers.ts";
import { HARMLESS } from "../words/word-lists.ts";
import type { Sentence } from "../words/words.ts";
import type { Features } from "./candidates.ts";
import { Counts } from "./counts.ts";
import type { KnownEntry } from "./entries.ts";
import type { Leftover } from "./leftover.ts";
import type { ToolLexicon } from "./lexicon.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";

/** Words after which a value is likely to stand. */
const BEFORE_VALUES = new Set("from to by with for at in on of near named called titled into onto".split(" "));
/** With fewer known sentences a tool's words say little. */
const SENTENCES_FOR_WORDS_MIN = 10;
const SEEN_ALWAYS = 4;
const RUN_MAX = 4;

/** `parameterAt`: of each position of the sentence that a value takes, the parameter. */
export function leftoverFeatures(
  entry: KnownEntry,
  leftover: Leftover,
  parameterAt: ReadonlyMap<number, string>,
  sentence: Sentence,
  knowledge: ToolKnowledge,
): Features {
  return {
    ...askedFeatures(entry, leftover, parameterAt, sentence, knowledge),
    ...lostFeatures(entry, leftover.known, knowledge),
    covered: parameterAt.size / sentence.words.length,
  };
}

function askedFeatures(
  entry: KnownEntry,
  { asked, askedAt }: Leftover,
  parameterAt: ReadonlyMap<number, string>,
  sentence: Sentence,
  knowledge: ToolKnowledge,
): Features {
  const lexicon = knowledge.lexiconOf(entry.template.tool);
  const { anchors, valueWords } = lexicon;
  const content = asked.flatMap((word, index) => (isContent(word) ? [{ word, at: askedAt[index] ?? 0 }] : []));
  const count = (test: (word: string, at: number) => boolean) =>
    content.filter(({ word, at }) => test(word, at)).length;
  const isStrange = (word: string) => anchors.of(word) === 0;
  const touches = (at: number) => parameterAt.has(at - 1) || parameterAt.has(at + 1);
  const capitals = capitalsSay(sentence, parameterAt) ? count((_, at) => at > 0 && hasCapital(sentence, at)) : 0;
  const strange = count(isStrange);
  const safety = (word: string) => Math.log((anchors.of(word) + 0.3) / (anchors.of(word) + valueWords.of(word) + 1));
  const runs = runsOf(content.map(({ at }) => at));
  return {
    leftCapitals: capitals,
    isLeftCapital: Math.min(1, capitals),
    leftRun: Math.min(RUN_MAX, Math.max(0, ...runs.map(({ from, to }) => to - from))),
    leftStrange: strange,
    isLeftStrange: Number(lexicon.sentences >= SENTENCES_FOR_WORDS_MIN && strange > 0),
    leftUnheard: count((word) => knowledge.anchorsOfAll(word) === 0),
    leftNoWord: count((word) => !knowledge.isWord(word)),
    leftOfValues: asked.filter((word) => valueWords.of(word) > anchors.of(word)).length,
    leftInValues: count((word) => knowledge.isInValues(word)),
    leftTouching: count((word, at) => touches(at) && anchors.of(word) < 2),
    leftTouchingCapital: count((_, at) => touches(at) && hasCapital(sentence, at)),
    leftAfterRole: count((_, at) => !parameterAt.has(at - 1) && BEFORE_VALUES.has(sentence.words[at - 1] ?? "")),
    leftAtEnd: count((_, at) => at === sentence.words.length - 1),
    leftSafety: content.reduce((sum, { word }) => sum + safety(word), 0),
    leftPlaces: Math.max(0, ...runs.map((run) => placesSeen(run, entry, parameterAt, sentence, lexicon))),
  };
}

/** Of the words that the known sentence had, what other sentences say. */
function lostFeatures({ template }: KnownEntry, known: readonly string[], knowledge: ToolKnowledge): Features {
  const { anchors, valueWords } = knowledge.lexiconOf(template.tool);
  const own = new Counts();
  for (const word of template.anchors) own.change(word, 1);
  const lost = known.filter(isContent);
  const elsewhere = lost.map((word) => Math.max(0, anchors.of(word) - own.of(word)));
  const strange = elsewhere.filter((times) => times === 0).length;
  return {
    lostStrange: strange,
    isLostStrange: Math.min(1, strange),
    lostUnheard: lost.filter((word) => knowledge.anchorsOfAll(word) <= own.of(word)).length,
    lostLeast: Math.min(SEEN_ALWAYS, ...elsewhere.map((times) => Math.log1p(times))),
    lostOfValues: lost.filter((word) => valueWords.of(word) > 0).length,
  };
}

function isContent(word: string): boolean {
  return !HARMLESS.has(word) && !BEFORE_VALUES.has(word);
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** Stretches of neighbouring positions; these are ascending. */
function runsOf(positions: readonly number[]): readonly Run[] {
  const runs: { from: number; to: number }[] = [];
  for (const at of positions) {
    const last = runs.at(-1);
    if (last?.to === at) last.to = at + 1;
    else runs.push({ from: at, to: at + 1 });
  }
  return runs;
}

/** How often a value that the known call does not have stood where the run stands now; logarithm. */
function placesSeen(
  { from, to }: Run,
  entry: KnownEntry,
  parameterAt: ReadonlyMap<number, string>,
  { words }: Sentence,
  lexicon: ToolLexicon,
): number {
  const nameAt = (at: number) => (parameterAt.has(at) ? `{${parameterAt.get(at)}}` : (words[at] ?? ""));
  const before = from === 0 ? "^" : nameAt(from - 1);
  const after = to === words.length ? "$" : nameAt(to);
  let seen = 0;
  for (const [name, times] of lexicon.placeOf(before, after)?.entries() ?? [])
    if (!Object.hasOwn(entry.parameters, name)) seen += times;
  return Math.log1p(seen);
}

/** Whether capitals are used for names alone, as far as the words around values show. */
function capitalsSay(sentence: Sentence, parameterAt: ReadonlyMap<number, string>): boolean {
  if (sentence.isShouted) return false;
  const around = [...sentence.words.keys()].filter(
    (at) => at > 0 && !parameterAt.has(at) && !isNumber(sentence.words[at] ?? ""),
  );
  return around.filter((at) => hasCapital(sentence, at)).length <= around.length / 2;
}

function hasCapital({ text, words, starts }: Sentence, at: number): boolean {
  return words[at] !== "i" && /^\p{Lu}/u.test(text.slice(starts[at], (starts[at] ?? 0) + 2));
}

/** What speaks for and against a sentence being a template with other values. */
import { capitalsAround } from "../words/titles.ts";
import { TIMES } from "../words/word-lists.ts";
import { wordsOfValue } from "../words/words.ts";
import type { Features } from "./candidates.ts";
import type { Template } from "./entries.ts";
import type { ToolLexicon } from "./lexicon.ts";
import type { SentenceReader } from "./readings.ts";
import type { Parse } from "./template-parse.ts";
import type { Filled } from "./template-reading.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";
import type { ValueEvidence } from "./value-evidence.ts";

export function featuresOf(
  template: Template,
  parse: Parse,
  slots: readonly Filled[],
  otherParses: number,
  reader: SentenceReader,
  knowledge: ToolKnowledge,
): Features {
  const changed = slots.filter(({ isChanged }) => isChanged);
  const texts = changed.filter(({ value }) => typeof value === "string");
  const unseen = slots.filter(({ evidence }) => evidence.own === 0);
  const sum = (of: (evidence: ValueEvidence) => number) => slots.reduce((total, slot) => total + of(slot.evidence), 0);
  const least = (of: (evidence: ValueEvidence) => number, among = slots) =>
    among.length === 0 ? 0 : Math.min(...among.map((slot) => of(slot.evidence)));
  const kinship = texts.map(({ slot, value }) =>
    reader.once(`kin ${template.tool} ${slot.parameter} ${value}`, () =>
      knowledge.kinshipOf(template.tool, slot.parameter, wholeValue(String(value), reader)),
    ),
  );
  const { anchors, entries } = template;
  const others = sum(({ others }) => Math.log1p(others));
  return {
    anchorsUpTo2: Math.min(anchors.length, 2),
    anchorsUpTo5: Math.min(anchors.length, 5),
    slots: slots.length,
    changed: changed.length,
    changedTexts: texts.length,
    isUnchanged: Number(changed.length === 0),
    slips: parse.slips,
    otherParses,
    support: Math.log(entries.length),
    isVaried: Number(isVaried(template)),
    toolSentences: Math.log1p(knowledge.lexiconOf(template.tool).sentences),
    own: least(({ own }) => Math.log1p(own)),
    isOwn: Number(least(({ own }) => own) > 0),
    others,
    isOthers: Number(others > 0),
    suspicious: sum(({ suspicious }) => suspicious),
    isSuspicious: Math.min(
      1,
      sum(({ suspicious }) => suspicious),
    ),
    foreign: sum(({ foreign }) => foreign),
    isForeign: Math.min(
      1,
      sum(({ foreign }) => foreign),
    ),
    edges: sum(({ edges }) => edges),
    isEdged: Math.min(
      1,
      sum(({ edges }) => edges),
    ),
    excess: sum(({ excess }) => excess),
    purity: least(({ purity }) => purity),
    unseenPurity: least(({ purity }) => purity, unseen),
    placeSeen: least(({ placeSeen }) => placeSeen),
    known: least(({ known }) => known),
    shape: least(({ shape }) => shape),
    ungrounded: Math.max(0, ...changed.map(({ evidence }) => evidence.ungrounded)),
    kin: Math.min(1, ...kinship.map(({ kin }) => Math.min(1, kin))),
    alien: Math.max(0, ...kinship.map(({ alien }) => Math.min(1, alien))),
    ...textFeatures(template.tool, texts, reader, knowledge),
    wordsPerAnchor: Math.log(
      (1 + slots.reduce((total, { range }) => total + range.to - range.from, 0)) / (1 + anchors.length),
    ),
  };
}

/** What the new texts are like beside those that their parameters had. */
function textFeatures(
  tool: number,
  texts: readonly Filled[],
  reader: SentenceReader,
  knowledge: ToolKnowledge,
): Features {
  const { sentence } = reader;
  const lexicon = knowledge.lexiconOf(tool);
  const least = (of: (slot: Filled) => number) => (texts.length === 0 ? 0 : Math.min(...texts.map(of)));
  const unseen = texts.filter(({ evidence }) => evidence.own === 0);
  const wordsOf = ({ range }: Filled) => sentence.words.slice(range.from, range.to);
  const isSmall = (at: number) => /^\p{Ll}/u.test(sentence.text.slice(sentence.starts[at]));
  const smallIn = ({ range }: Filled) => {
    let count = 0;
    for (let at = range.from; at < range.to; at += 1) if (isSmall(at)) count += 1;
    return count;
  };
  const isAnchor = (word: string) => lexicon.anchors.of(word) > 0;
  return {
    valuesKnown: least(({ slot }) => Math.log1p(lexicon.parameter(slot.parameter).values.size)),
    lengthSeen: least((slot) => {
      const { lengths, grounded } = lexicon.parameter(slot.slot.parameter);
      return Math.log((lengths.of(String(wordsOf(slot).length)) + 0.5) / (grounded + 1));
    }),
    smallWords: Math.max(0, ...unseen.map(smallIn)),
    strangeWords: Math.max(0, ...unseen.map((slot) => wordsOf(slot).filter((word) => !knowledge.isWord(word)).length)),
    anchorWords: unseen.reduce((sum, slot) => sum + wordsOf(slot).filter(isAnchor).length, 0),
    unseenTexts: unseen.length,
    longestText: Math.max(0, ...unseen.map((slot) => wordsOf(slot).length)),
  };
}

/** The words of a value, joined by blanks. */
function wholeValue(value: string, reader: SentenceReader): string {
  return reader.once(`whole ${value}`, () => wordsOfValue(value).join(" "));
}

/** Whether capitals show where the new values begin and end. */
export function titleFeatures(slots: readonly Filled[], reader: SentenceReader): Features {
  const { sentence } = reader;
  const texts = slots.filter(({ isChanged, value }) => isChanged && typeof value === "string");
  const signs = slots
    .filter(({ isChanged, value }) => isChanged && typeof value === "string")
    .map(({ range }) => reader.once(`capitals ${range.from} ${range.to}`, () => capitalsAround(sentence, range)));
  return {
    titled: signs.length > 0 && signs.every((sign) => sign === "of its own") ? 1 : 0,
    cutTitles: signs.filter((sign) => sign === "cut").length,
    commas: texts.filter(({ value }) => String(value).includes(",")).length,
    abbreviated: texts.filter(
      (slot) => endsInAbbreviation(String(slot.value)) && !endsInAbbreviation(String(slot.slot.value)),
    ).length,
    timed: texts.filter(
      ({ range, evidence }) =>
        evidence.known < 1 &&
        sentence.words.slice(range.from + 1, range.to).some((word) => TIMES.has(word) || /\d/.test(word)),
    ).length,
    untitled: signs.filter((sign) => sign === "none").length,
  };
}

/** How many new texts begin or end with what was a whole value before: "Glenarden Hawaii" may be a city and its state. */
export function joinFeatures(
  template: Template,
  slots: readonly Filled[],
  reader: SentenceReader,
  knowledge: ToolKnowledge,
): Features {
  const lexicon = knowledge.lexiconOf(template.tool);
  const joins = slots
    .filter(({ isChanged, value, evidence }) => isChanged && typeof value === "string" && evidence.own === 0)
    .map(({ slot, range }) =>
      reader.once(`join ${template.tool} ${slot.parameter} ${range.from} ${range.to}`, () =>
        joinOf(slot.parameter, reader.sentence.words.slice(range.from, range.to), lexicon),
      ),
    );
  const count = (kind: keyof Join) => joins.filter((join) => join[kind]).length;
  return {
    endsInOthers: count("endsInOthers"),
    beginsWithOthers: count("beginsWithOthers"),
    endsInOwn: count("endsInOwn"),
  };
}

interface Join {
  readonly endsInOthers: boolean;
  readonly beginsWithOthers: boolean;
  readonly endsInOwn: boolean;
}

const JOINED_WORDS_MAX = 3;

function joinOf(parameter: string, words: readonly string[], lexicon: ToolLexicon): Join {
  const wholes = (part: (length: number) => readonly string[]) =>
    Array.from({ length: Math.min(JOINED_WORDS_MAX, words.length - 1) }, (_, at) => part(at + 1).join(" "));
  const ends = wholes((length) => words.slice(-length));
  const beginnings = wholes((length) => words.slice(0, length));
  const own = lexicon.parameter(parameter);
  const isOthers = (whole: string) =>
    [...lexicon.parameters()].some(
      ([name, other]) => name !== parameter && other.values.of(whole) > own.values.of(whole),
    );
  return {
    endsInOthers: ends.some(isOthers),
    beginsWithOthers: beginnings.some(isOthers),
    endsInOwn: ends.some((whole) => own.values.of(whole) > 0),
  };
}

/** "Berville AK": two values more likely than one. */
function endsInAbbreviation(value: string): boolean {
  return /\p{Ll},? \p{Lu}{2}$/u.test(value);
}

/** Entries looked at to see whether a slot ever had two values. */
const VARIETY_LOOKED_AT_MAX = 8;

function isVaried({ entries }: Template): boolean {
  const seen = entries.slice(-VARIETY_LOOKED_AT_MAX);
  const [first] = seen;
  return first?.slots.every((slot, at) => seen.some(({ slots }) => slots[at]?.value !== slot.value)) ?? false;
}

/**
 * A sentence in another language as an English one, word for word, in an order that English readers know. It need not be good
 * English: the networks have to find the words that they know, and each word where it was said.
 */

import type { ValueGloss } from "../foreign/values/gloss-values.ts";
import type { Span } from "../span.ts";
import { ENGLISH_WORDS } from "../spoken-language/common-english.ts";
import { type Draft, english, silent } from "./draft.ts";
import { inEnglishGrammar } from "./english-grammar.ts";
import { asRelative, inEnglishOrder } from "./english-order.ts";
import type { Gloss } from "./gloss-lines.ts";
import type { Glossary } from "./glossary.ts";
import { withNames } from "./names-within.ts";
import { pastParticiple } from "./participles.ts";
import { type SaidWord, saidWords } from "./said-words.ts";
import { type Told, toldIn } from "./told.ts";

/** The words of a set of tools or classes: of what a word may mean, they tell what is meant. */
export interface SetWords {
  /** Whether the set itself says the word, in small letters. */
  has(word: string): boolean;
  /** How much the set speaks for an English word or a few, 0 where it has none of them. */
  weightOf(english: string): number;
  /** The same words, but more for those of the tools or classes that say most of these: of each thing that is said, what it may mean. */
  speakingOf(things: readonly (readonly string[])[]): SetWords;
}

/** Some words of the gloss, and what they stand for. */
export interface GlossPiece {
  /** In what was said. */
  readonly of: Span;
  /** In the gloss. */
  readonly at: Span;
  /** Whether it is what is to be done: the first verb of all. */
  readonly isDeed?: boolean;
}

export interface GlossedText {
  readonly text: string;
  /** In the order of the gloss. */
  readonly pieces: readonly GlossPiece[];
  /** What the text only tells; missing where it may ask for something to be done. */
  readonly told?: Told;
}

/** What a later candidate has to gain, so much for each place that it is behind. */
const RANK = 0.6;
/** As much more as a description says. */
const ASIDE = 1.5;
const VERB_WANTED = 1;
const NOUN_WANTED = 0.5;

const ENGLISH_ONLY: ReadonlySet<string> = new Set(ENGLISH_WORDS.split(" "));

/** `values`: spans that are glossed already, in the text's order. */
export function glossed(
  text: string,
  glossary: Glossary,
  set: SetWords,
  values: readonly ValueGloss[] = [],
): GlossedText {
  const words = withNames(saidWords(text, glossary, values), text, glossary);
  const drafts = draftsOf(words, glossary, set);
  const things = drafts.filter(isThing).map(({ glosses }) => glosses.map((gloss) => gloss.english));
  const clauses = clausesOf(drafts).map((clause, at, all) => {
    const isBehindComma = all[at - 1]?.at(-1)?.word === ",";
    const whole = isBehindComma ? asRelative(clause, glossary) : clause;
    return inEnglishGrammar(inEnglishOrder(whole, glossary), glossary);
  });
  const told = toldIn(clauses);
  return { ...written(text, joined(clauses), glossary, set.speakingOf(things)), ...(told && { told }) };
}

/**
 * "Es ist Zeit, abzuschließen" is "it is time to lock": English has no comma before what is to be done. But "vergiss nicht, abzuschließen" keeps
 * it: the "not" is none of the lock's.
 */
function joined(clauses: readonly (readonly Draft[])[]): readonly Draft[] {
  return clauses.flatMap((clause, at) => {
    const [first] = (clauses[at + 1] ?? []).filter((draft) => english(draft) !== "");
    const isDenied = clause.some((draft) => /\bnot$/.test(english(draft)));
    const isJoined =
      !isDenied && clause.at(-1)?.word === "," && /^to(?: |$)/.test(english(first)) && first?.isAsIs === false;
    return isJoined ? clause.with(-1, silent(clause.at(-1) as Draft)) : clause;
  });
}

/** No deed: of these, what they are done to tells which is meant. */
function isThing({ glosses, isAsIs }: Draft): boolean {
  return isAsIs || !glosses.some(({ isVerb }) => isVerb);
}

function draftsOf(words: readonly SaidWord[], glossary: Glossary, set: SetWords): readonly Draft[] {
  const drafts: Draft[] = [];
  for (let at = 0; at < words.length; ) {
    const first = words[at] as SaidWord;
    const phrase = first.isWord ? phraseAt(words, at, glossary) : null;
    if (phrase) {
      const last = words[at + phrase.length - 1] as SaidWord;
      drafts.push({ ...known(first, phrase.glosses), of: { start: first.start, end: last.end }, word: phrase.words });
      at += phrase.length;
      continue;
    }
    drafts.push(draftOf(first, words[at - 1], glossary, set));
    at += 1;
  }
  return drafts;
}

function phraseAt(words: readonly SaidWord[], at: number, glossary: Glossary) {
  for (let length = glossary.phraseWordsMax; length > 1; length -= 1) {
    const some = words.slice(at, at + length);
    if (some.length < length || some.some(({ isWord, isNamed, isInName }) => isInName || (!isWord && isNamed)))
      continue;
    const joined = some.reduce(
      (text, one, index) => text + (index > 0 && (some[index - 1] as SaidWord).end < one.start ? " " : "") + one.word,
      "",
    );
    const glosses = glossary.exactly(joined);
    // Little words one after the other say what each of them says, whatever they mean where they are a word of their own.
    const isChance = !glossary.isOwn(joined) && some.every(({ word }) => glossary.isOwn(word));
    if (glosses && !isChance) return { length, glosses, words: joined };
  }
  return null;
}

function known({ start, end, word }: SaidWord, glosses: readonly Gloss[]): Draft {
  return { of: { start, end }, word, glosses, isBorder: false, isAsIs: false };
}

function draftOf(said: SaidWord, before: SaidWord | undefined, glossary: Glossary, set: SetWords): Draft {
  const { start, end, text, word, isWord, isBorder, isNamed, isVerb = false } = said;
  const asIs = { of: { start, end }, word, glosses: [{ english: text, isVerb: false }], isBorder, isAsIs: true };
  if (!isWord) return asIs;
  const object = said.isObject ? glossary.language.objects.get(word) : undefined;
  if (object !== undefined) return known(said, [{ english: object, isVerb: false }]);
  const isOwn = glossary.isOwn(word);
  // A letter of a list is a note, or the name of itself.
  if (!isOwn && word.length === 1) return asIs;
  // What the set itself says needs no other word; what begins with a capital where that says something is a name.
  if (!isOwn && set.has(word)) return asIs;
  const { hasCapitalNouns, titles } = glossary.language;
  // "La Mesa", "Gli amici del bar": an article with a capital begins a name.
  if (isNamed && !hasCapitalNouns && ARTICLE_ALONE.test(glossary.exactly(word)?.[0]?.english ?? "")) return asIs;
  const isName = isNamed && (!hasCapitalNouns || titles.includes(before?.word ?? ""));
  if (said.isInName || (isName && !isOwn)) return asIs;
  // "Get going": titles are in English.
  if (!isOwn && ENGLISH_ONLY.has(word) && glossary.exactly(word) === null) return asIs;
  const isFirst = before === undefined || before.isBorder;
  const glosses =
    (isFirst ? glossary.deedOf(word) : null) ?? glossary.of(word) ?? (isNamed ? null : glossary.misspelt(word));
  if (!glosses) return asIs;
  // "Auf die Liste": what has a capital in German amid a sentence is no deed.
  const things = isNamed && hasCapitalNouns ? glossary.thingsOf(word) : [];
  if (things.length > 0) return known(said, things);
  return known(said, isVerb ? glosses.filter((one) => one.isVerb) : glosses);
}

function clausesOf(drafts: readonly Draft[]): readonly (readonly Draft[])[] {
  const clauses: Draft[][] = [[]];
  for (const draft of drafts) {
    clauses.at(-1)?.push(draft);
    if (draft.isBorder) clauses.push([]);
  }
  return clauses.filter((clause) => clause.length > 0);
}

/** The likeliest English for each, with the blanks and signs between them. */
function written(text: string, drafts: readonly Draft[], glossary: Glossary, set: SetWords): GlossedText {
  let english = "";
  const pieces: GlossPiece[] = [];
  let last: Draft | null = null;
  for (const [order, draft] of drafts.entries()) {
    const beside = { before: last, next: drafts[order + 1] ?? null };
    const likeliest = draft.isAsIs ? (draft.glosses[0]?.english ?? "") : chosen(draft, beside, set, glossary);
    if (likeliest === "") continue;
    // "At 3:00 a" is at three in the morning.
    const single = likeliest === "a" && /\d$/.test(english) ? "the" : likeliest;
    const isOpen =
      !glossary.isOwn(draft.word) ||
      (glossary.language.hasCapitalNouns && /^\p{Lu}/u.test(text.charAt(draft.of.start)));
    const isSeveral = last !== null && isOpen && SEVERAL.test(english) && isNoun(draft, single);
    const gloss =
      draft.isDone && isVerbAs(draft, likeliest) ? pastParticiple(single) : isSeveral ? `${single}s` : single;
    if (english !== "" && !isJoined(text, last, draft)) {
      if (isAnWanted(english, gloss)) {
        english += "n";
        const article = pieces.pop();
        if (article) pieces.push({ ...article, at: { ...article.at, end: english.length } });
      }
      english += " ";
    }
    const start = english.length;
    english += gloss;
    const isDeed = !pieces.some((piece) => piece.isDeed) && !draft.isDone && isVerbAs(draft, likeliest);
    pieces.push({ of: draft.of, at: { start, end: english.length }, ...(isDeed && { isDeed }) });
    last = draft;
  }
  return { text: english, pieces };
}

function isVerbAs({ glosses, isAsIs }: Draft, chosen: string): boolean {
  return !isAsIs && glosses.some(({ english, isVerb }) => isVerb && english === chosen);
}

/** Whether it stands right behind a sign, or is one: "(ten", "ten,". */
function isJoined(text: string, last: Draft | null, { of }: Draft): boolean {
  if (last === null || last.of.end !== of.start) return false;
  return /[^\p{L}\p{M}\d'’]/u.test(text.charAt(of.start - 1)) || /[^\p{L}\d'’]/u.test(text.charAt(of.start));
}

const SEVERAL =
  /(?:^| )(?:all|both|some|many|these|those|few|all (?:my|the|our|your)|two|three|four|five|six|seven|eight|nine|ten|twelve|(?!1$)\d{1,6})$/;

/** That English would have with an "s". */
function isNoun({ glosses, isAsIs }: Draft, english: string): boolean {
  return (
    !isAsIs &&
    /^[a-z]{3,}(?<!s|ese|people|children)$/.test(english) &&
    !glosses.some((one) => one.isVerb || LITTLE.test(one.english))
  );
}
const LITTLE =
  /^(?:music|weather|information|please|thanks|hello|not|no|yes|the|my|your|our|other|others|more|of|in|at|on|and|or|from|to|for|with|it|hundred|thousand|o'clock|late|new|old|next|last|half)$/;

const ARTICLE_ALONE = /^(?:the|a)$/;
const ARTICLE = /^(?:the|a|my|your|our|this|some|next|last|all|in the|of the|to the|on the)$/;

interface Beside {
  readonly before: Draft | null;
  readonly next: Draft | null;
}

function chosen({ glosses }: Draft, { before, next }: Beside, set: SetWords, { ranksMax }: Glossary): string {
  const [only] = glosses;
  if (!only || glosses.length === 1) return only?.english ?? "";
  const isBehindArticle = before !== null && ARTICLE.test(before.glosses[0]?.english ?? "");
  const isFirst =
    before === null || before.isBorder || /^(?:please|and|do not|you|to|me)$/.test(before.glosses[0]?.english ?? "");
  // "Il sole" is the sun, "la bella casa" the beautiful house.
  const isAlone = isBehindArticle && (next === null || next.isAsIs || !isThing(next));
  const scores = glosses.map(({ english, isVerb, isAdjective = false, isAside = false }, rank) => {
    const isNoun = !isVerb && isBehindArticle;
    const wanted = isVerb
      ? isFirst
        ? VERB_WANTED
        : 0
      : isNoun
        ? isAdjective && isAlone
          ? -NOUN_WANTED
          : NOUN_WANTED
        : 0;
    return set.weightOf(english) + wanted - RANK * Math.min(rank, ranksMax) - (isAside ? ASIDE : 0);
  });
  return glosses[scores.indexOf(Math.max(...scores))]?.english ?? "";
}

/** Whether a text that ends with "a" has "an" before the next word. */
function isAnWanted(english: string, next: string): boolean {
  // Not by a pattern over all that is written so far, which would be gone through at each word.
  return (
    (english === "a" || english.endsWith(" a")) &&
    /^(?:[aeio]|hour|u(?!ni|s[eu]))/i.test(next) &&
    !/^(?:eu|one\b)/i.test(next)
  );
}

/** What English grammar wants of a clause whose words stand as another language has them: where networks would read it otherwise. */
import { GLOSS_FORMS } from "../english/gloss-forms.ts";
import { type Draft, english, said } from "./draft.ts";
import { DAY } from "./english-order.ts";
import type { Glossary } from "./glossary.ts";

/** Before these English has no article: "nella mia", "al The Halal Guys". */
const WITHOUT_ARTICLE = /^(?:my|your|our|his|their|this|these|that|those|the|every|all|which)(?: |$)/i;
const SUBJECT = /^(?:i|you|he|it|we|they)$/;
const BEING = /^(?:is|was|will be)$/;
const WISH = /(?:^| )(?:would like|want|need)$/;
/** What is done at a place, and to nobody: with these "a Roma" says where. */
const DONE_SOMEWHERE = /^(?:book|reserve|search|find|look for|look|see|eat|show|list|watch|rent|play|rain|snow)(?: |$)/;
/** What is done to somebody. */
const GIVEN = /^(?:send|transfer|write|give|pay|forward|deliver|add)(?: |$)/;
const GIVES = /(?:^| )give$/;
/** What is done for a time rather than at it. */
const ARRANGED = /^(?:set|make|create|add|book|reserve|schedule|plan)(?: |$)/;
const CLOCK_TIME = /^(?:at|to) (\d{1,2}:\d\d(?: [ap]m)?|noon|midnight)$/;
const MOVED = /^(?:move|postpone|reschedule|shift|put off|push|change)(?: |$)/;
const PRONOUN = /^(?:me|him|it|us|them)$/;
const VERB_OF_TWO = /^(?<verb>[a-z]+) (?<particle>up|on|off|out|down)$/;
/** Of what may stand before a quality without being the thing that has it. */
const NO_THING =
  /^(?:a|an|the|.* the|my|your|our|his|their|this|these|that|those|all|both|some|every|each|another|other|no|not|how|what|which|who|where|when|why|how much|how many|is|are|was|were|be|been|will be|has|have|had|there is|there are|is there|and|or|but|if|of|to|in|at|on|from|for|with|without|by|as|than|like|between|under|over|against|before|after|until|during|since|near|very|too|more|most|less|least|so|always|never|still|already|only|also|again|really|about|exactly|much|many|good|please|thanks|hello|now|here|there|today|tomorrow|it|me|us|them|him|i|you|he|we|they|nothing|name|called)$/;

/** What no article stands before. */
const STANDS_BEHIND =
  /^(?:in|on|at|to|for|from|until|with|and|or|but|please|not|now|again|today|tomorrow|in the|on the|at the|to the|from the|off|out|up|down|if|when|too|also|only|you|me|us)$/;

type Step = (clause: readonly Draft[], glossary: Glossary) => readonly Draft[];

const STEPS: readonly Step[] = [
  withAskedDeed,
  withAskedHave,
  withoutPointing,
  withQualityFirst,
  withoutPolitePronoun,
  withDo,
  withThingMeant,
  withDegree,
  withIt,
  withPlace,
  withReceiver,
  withAim,
  withTime,
  withInfinitive,
  withOneArticle,
  withPronounInside,
];

/** One clause, its verbs where English has them already. */
export function inEnglishGrammar(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  return STEPS.reduce((words, step) => step(words, glossary), clause);
}

function isDeed({ glosses, isAsIs }: Draft): boolean {
  return !isAsIs && glosses[0]?.isVerb === true;
}

function isQuality({ glosses, isAsIs }: Draft): boolean {
  return !isAsIs && glosses[0]?.isAdjective === true && !glosses.some(({ isVerb }) => isVerb);
}

function isThing(draft: Draft): boolean {
  const { glosses, isAsIs, isBorder } = draft;
  if (isAsIs || isBorder || isQuality(draft) || glosses.some(({ isVerb }) => isVerb)) return false;
  return /^\p{L}{3,}/u.test(english(draft)) && !NO_THING.test(english(draft));
}

/** Whatever else it may be: "una sveglia" wakes up, too. */
function mayBeThing(draft: Draft): boolean {
  const { glosses, isAsIs, isBorder } = draft;
  if (isAsIs || isBorder || NO_THING.test(english(draft)) || GLOSS_FORMS.ofADay.test(english(draft))) return false;
  return glosses.some((gloss) => !gloss.isVerb && /^\p{L}{3,}/u.test(gloss.english));
}

/** Of the first word that says anything; −1 without any. */
function firstOf(clause: readonly Draft[]): number {
  return clause.findIndex((draft) => !draft.isBorder && english(draft) !== "" && english(draft) !== "please");
}

/**
 * "muss ich abschließen?", "devo chiudere?", "ob ich ihn absagen soll" → "should i …": who asks whether to do something wants nothing done
 * yet.
 */
function withAskedDeed(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  const at = clause.findIndex((draft) => OBLIGES.test(english(draft)) || language.askedOwn.includes(draft.word));
  const modal = clause[at];
  if (!modal) return clause;
  const whether = clause.findIndex((draft, index) => index < at && WHETHER.test(english(draft)));
  const isQuestion = clause.at(-1)?.word === "?" || (language.asksVerbFirst && at === firstOf(clause));
  if (whether < 0 && !isQuestion) return clause;
  const isOwn = language.askedOwn.includes(modal.word);
  const subject = clause.findIndex((draft, index) => index !== at && index >= whether && SAYS_I.test(english(draft)));
  const isBeside = subject === whether || (whether >= 0 ? subject === whether + 1 : Math.abs(subject - at) === 1);
  if (!isOwn && (subject < 0 || !isBeside)) return clause;
  const first = whether < 0 ? Math.min(at, isOwn ? at : subject) : whether;
  const spoken = clause.map((draft, index) =>
    index === at || (!isOwn && index === subject) ? said(draft, "") : draft,
  );
  return spoken.with(first, said(clause[first] as Draft, "should i"));
}

/** "tu as fermé ?", "hai chiuso?" → "have you closed?". */
function withAskedHave(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  const at = firstOf(clause);
  const [subject, helper] = [clause[at], clause[at + 1]];
  if (subject && clause.at(-1)?.word === "?" && language.askedYou.includes(subject.word))
    return clause.with(at, said(subject, "have you"));
  const isAsked = clause.at(-1)?.word === "?" && english(subject) === "you" && /^(?:have|are)$/.test(english(helper));
  return isAsked && subject && helper ? clause.with(at, helper).with(at + 1, subject) : clause;
}

const OBLIGES = /^(?:must|should)$/;
const WHETHER = /^(?:if|if i)$/;
const SAYS_I = /^(?:i|if i)$/;

/** "au lieu de celle de la cuisine" → "instead of the kitchen". */
function withoutPointing(clause: readonly Draft[]): readonly Draft[] {
  const at = clause.findIndex((draft) => /^instead of(?: the)?$/.test(english(draft)));
  const [pointing, of] = [clause[at + 1], clause[at + 2]];
  const behind = /^(?:of|in|from|on)(?<rest> the)?$/.exec(english(of));
  if (at < 0 || !pointing || !of || !behind || !/^(?:that|those|the|this)$/.test(english(pointing))) return clause;
  return clause.with(at + 1, said(pointing, "")).with(at + 2, said(of, behind.groups?.rest?.trim() ?? ""));
}

/** "la temperatura attuale" → "the current temperature". */
function withQualityFirst(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  if (!language.hasAdjectivesBehind) return clause;
  const words = [...clause];
  for (let at = 1; at < words.length; at += 1) {
    const [thing, quality] = [words[at - 1] as Draft, words[at] as Draft];
    if (isThing(thing) && isQuality(quality)) words.splice(at - 1, 2, quality, thing);
  }
  return words;
}

/** "Fügen Sie … hinzu" asks nobody what they do. */
function withoutPolitePronoun(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  const at = firstOf(clause);
  const [verb, pronoun] = [clause[at], clause[at + 1]];
  if (!verb || !pronoun || !isDeed(verb) || !language.infinitive.test(verb.word)) return clause;
  return language.politePronouns.includes(pronoun.word) ? clause.with(at + 1, said(pronoun, "")) : clause;
}

/** "leg sie in den Korb" → "put it …", "mach die aus" → "turn it off", "wo ist sie" → "where is it". */
function withThingMeant(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  return clause.map((draft, at) => {
    const [before, next] = [clause[at - 1], clause.slice(at + 1).find((one) => one.isBorder || english(one) !== "")];
    if (draft.isAsIs || !before) return draft;
    if (english(draft) === "the" && isDeed(before))
      return next && !STANDS_BEHIND.test(english(next)) && !next.isBorder ? draft : said(draft, "it");
    const asked = language.subjects.get(draft.word);
    if (!asked || asked.test(before.word) || !isDeed(before) || at > firstOf(clause) + 1) return draft;
    return /^(?:you|he)$/.test(english(draft)) ? said(draft, "it") : draft;
  });
}

/** "brauche ich einen Schirm" → "do i need a umbrella". */
function withDo(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  if (!language.asksVerbFirst) return clause;
  const at = firstOf(clause);
  const [verb, subject] = [clause[at], clause[at + 1]];
  if (!verb || !subject || !isDeed(verb) || !SUBJECT.test(english(subject))) return clause;
  // "Mach es heller" asks nobody what it does.
  if (language.subjects.get(subject.word)?.test(verb.word) === false) return clause;
  const does = /^(?:he|it)$/.test(english(subject)) ? "does" : "do";
  return clause.with(at, said(subject, `${does} ${english(subject)}`)).with(at + 1, verb);
}

/** "quanto caldo" → "how hot". */
function withDegree(clause: readonly Draft[]): readonly Draft[] {
  return clause.map((draft, at) => {
    const next = clause[at + 1];
    return english(draft) === "how much" && next && isQuality(next) ? said(draft, "how") : draft;
  });
}

/** "è freddo fuori" → "is it cold outside", "quanto caldo fa" → "how hot is it". */
function withIt(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  if (!language.dropsSubject) return clause;
  const first = firstOf(clause);
  const last = clause.findLastIndex((draft) => !draft.isBorder && english(draft) !== "");
  return clause.map((draft, at) => {
    if (!BEING.test(english(draft))) return draft;
    const next = clause[at + 1];
    const isAsked = (at === first && next !== undefined && isQuality(next)) || (at === last && at > first);
    if (!isAsked) return draft;
    return said(draft, english(draft) === "will be" ? "will it be" : `${english(draft)} it`);
  });
}

/** "un tavolo a Malta" → "a table in Malta", "al cinema" → "at the cinema". */
function withPlace(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  if (!language.hasAdjectivesBehind) return clause;
  const deeds = clause.flatMap(({ glosses, isAsIs }) => (isAsIs ? [] : glosses.filter(({ isVerb }) => isVerb)));
  const isToSomebody = clause.some((draft) => GIVES.test(english(draft)));
  if (isToSomebody || !deeds.every((gloss) => DONE_SOMEWHERE.test(gloss.english))) return clause;
  return clause.map((draft, at) => {
    const next = clause[at + 1];
    if (!next || draft.isAsIs) return draft;
    const isNamed = next.isAsIs && /^\p{Lu}/u.test(english(next));
    if (english(draft) === "to" && isNamed) return said(draft, "in");
    return english(draft) === "to the" && (isNamed || isThing(next)) ? said(draft, "at the") : draft;
  });
}

/** "Überweise 80 Euro an Katrin" → "to Katrin". */
function withReceiver(clause: readonly Draft[]): readonly Draft[] {
  if (!clause.some((draft) => isDeed(draft) && GIVEN.test(english(draft)))) return clause;
  return clause.map((draft) => (english(draft) === "at" && !draft.isAsIs ? said(draft, "to") : draft));
}

/** "auf 22 Grad", "auf 5" → "to 22 degrees", "to 5"; and where something is moved "von Dienstag auf Mittwoch" → "from tuesday to wednesday". */
function withAim(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  const isMoved = clause.some((draft) => isDeed(draft) && MOVED.test(english(draft)));
  return clause.map((draft, at) => {
    const [next, behind] = [clause[at + 1], clause[at + 2]];
    if (isMoved && next && DAY.test(english(next))) {
      if (english(draft) === "of") return said(draft, "from");
      if (language.aims.includes(draft.word)) return said(draft, "to");
    }
    if (!next?.isAsIs || !language.aims.includes(draft.word) || english(draft) !== "on") return draft;
    const isMeasure = /^\d[\d.,]*(?: |%|°)/.test(english(next));
    const isNumber = /^\d[\d.,]*$/.test(english(next)) && (behind === undefined || behind.isBorder);
    return isMeasure || isNumber ? said(draft, "to") : draft;
  });
}

/** "imposta una sveglia alle 5 di mattina" → "set an alarm for 5:00 am". */
function withTime(clause: readonly Draft[]): readonly Draft[] {
  if (!clause.some((draft) => isDeed(draft) && ARRANGED.test(english(draft)))) return clause;
  return clause.map((draft, at) => {
    const thing = clause[at - 1];
    const time = draft.isAsIs ? CLOCK_TIME.exec(english(draft)) : null;
    return time && thing && mayBeThing(thing)
      ? { ...draft, glosses: [{ english: `for ${time[1]}`, isVerb: false }] }
      : draft;
  });
}

/** "ich möchte … hören" → "i would like to listen …", "un promemoria per andare" → "a reminder to go". */
function withInfinitive(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  return clause.map((draft, at) => {
    const next = clause[at + 1];
    const isPurpose = language.hasAdjectivesBehind && english(draft) === "for" && !draft.isAsIs;
    if (isPurpose && next && isDeed(next) && language.infinitive.test(next.word)) return said(draft, "to");
    return WISH.test(english(draft)) && next && isDeed(next) ? said(draft, `${english(draft)} to`) : draft;
  });
}

/** "nella mia lista" → "in my list". */
function withOneArticle(clause: readonly Draft[]): readonly Draft[] {
  return clause.map((draft, at) => {
    const next = clause[at + 1];
    if (next && english(draft) === "a" && /^(?:an)?other$/.test(english(next)))
      return said(draft, english(next) === "other" ? "an" : "");
    const before = /^(?<rest>(?:.* )?)the$/.exec(english(draft))?.groups?.rest;
    if (before === undefined || draft.isAsIs || !next || !WITHOUT_ARTICLE.test(english(next))) return draft;
    return said(draft, before.trimEnd());
  });
}

/** "weck mich" → "wake me up", "spegnila" → "turn it off"; "accendimi la luce" is for nobody else. */
function withPronounInside(clause: readonly Draft[]): readonly Draft[] {
  return clause.flatMap((draft, at) => {
    const [before, next] = [clause[at - 1], clause[at + 1]];
    const parts = next && isPronoun(next) ? partsOf(draft) : null;
    if (parts) return [isForWhom(parts, next) ? draft : said(draft, parts.verb, true)];
    const own = before && isPronoun(draft) ? partsOf(before) : null;
    if (!own || !before) return [draft];
    return isForWhom(own, draft) ? [said(draft, "")] : [draft, said(before, own.particle)];
  });
}

function isPronoun(draft: Draft): boolean {
  return !draft.isAsIs && PRONOUN.test(english(draft));
}

/** Whether the pronoun is whom it is done for: people are woken up, and not turned on. */
function isForWhom({ particle }: PartsOfVerb, pronoun: Draft | undefined): boolean {
  return particle !== "up" && pronoun !== undefined && /^(?:me|us)$/.test(english(pronoun));
}

interface PartsOfVerb {
  readonly verb: string;
  readonly particle: string;
}

function partsOf({ glosses, isAsIs }: Draft): PartsOfVerb | null {
  const [only] = glosses;
  const { verb = "", particle = "" } = VERB_OF_TWO.exec(only?.english ?? "")?.groups ?? {};
  return isAsIs || glosses.length !== 1 || only?.isVerb !== true || verb === "" ? null : { verb, particle };
}

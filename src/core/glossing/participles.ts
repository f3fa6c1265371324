/** What somebody has done, or how something is left, in the form that English has for it: else a report would read as an order. */
import { GLOSS_PARTICIPLES } from "../english/gloss-participles.ts";
import { type Draft, english, said } from "./draft.ts";
import type { Glossary } from "./glossary.ts";

const HAVING = /(?:^| )(?:have|has|had)$/;
const BEING = /(?:^| )(?:is|are|am|was|were|be|been)$/;
/** What may stand between it and what was done. */
const BETWEEN = /^(?:not|already|just|never|always|only|still|now|also|)$/;
const SUBJECT = /^(?:i|you|he|it|we|they|someone|somebody|no one)$/;

/** "turn off" → "turned off", "withdraw" → "withdrawn". */
export function pastParticiple(verb: string): string {
  const [first = "", ...rest] = verb.split(" ");
  return [participleOf(first), ...rest].join(" ");
}

function participleOf(verb: string): string {
  const { irregular, prefix, regular } = GLOSS_PARTICIPLES;
  const before = prefix.exec(verb)?.[0] ?? "";
  const behind = before === "" ? undefined : irregular.get(verb.slice(before.length));
  const known = irregular.get(verb) ?? (behind === undefined ? undefined : before + behind);
  if (known !== undefined) return known;
  const [pattern, ending] = regular.find(([one]) => one.test(verb)) ?? [/$/, ""];
  return verb.replace(pattern, ending);
}

/** "ich habe die Tür abgeschlossen" → "i have locked the door", "ho già chiuso" → "have already closed". */
export function withParticiples(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  return glossary.language.auxiliaries.length > 0
    ? withLateParticiple(clause, glossary)
    : withNextParticiple(clause, glossary);
}

function isBehind(draft: Draft): boolean {
  return !draft.isAsIs && (HAVING.test(english(draft)) || BEING.test(english(draft)));
}

function isParticiple({ word, glosses, isAsIs }: Draft, { language }: Glossary): boolean {
  const mayBeDone = glosses.some(({ isVerb, isAdjective }) => isVerb || isAdjective === true);
  return !isAsIs && mayBeDone && language.participle.test(word.split(" ")[0] ?? "");
}

function done(draft: Draft): Draft {
  return draft.glosses.some(({ isVerb }) => isVerb) ? { ...draft, isDone: true } : draft;
}

function withNextParticiple(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const words = [...clause];
  for (const [at, draft] of clause.entries()) {
    if (!isParticiple(draft, glossary)) continue;
    let before = at - 1;
    while (before >= 0 && BETWEEN.test(english(clause[before]))) before -= 1;
    const helping = clause[before];
    const helper = helping && helperIn(helping, glossary);
    if (!helper) continue;
    words[at] = done(draft);
    words[before] = helper;
  }
  return words;
}

/** "A" of "a laissé" is "has", where it may be "to" as well; "va" of "va annullato" is "must be". */
function helperIn(draft: Draft, { language }: Glossary): Draft | null {
  if (draft.isAsIs) return null;
  if (language.orderedBy.includes(draft.word)) return said(draft, draft.word.includes(" ") ? "must not be" : "must be");
  const helper = draft.glosses.find((gloss) => HAVING.test(gloss.english) || BEING.test(gloss.english));
  return helper ? { ...draft, glosses: [helper] } : null;
}
/** Where it stands at the end, or before the auxiliary at the end: "…, weil ich sie bezahlt habe". */
function withLateParticiple(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const end = clause.findLastIndex((draft) => !draft.isBorder && english(draft) !== "" && english(draft) !== "please");
  const [before, last] = [clause[end - 1], clause[end]];
  if (!last) return clause;
  const { passives, infinitiveMarks, denialsBehind } = glossary.language;
  if (before && end > 1 && isBehind(last) && isParticiple(before, glossary) && !passives.includes(last.word))
    return [...clause.slice(0, end - 1), last, done(before), ...clause.slice(end + 1)];
  if (!isParticiple(last, glossary) || infinitiveMarks.includes(before?.word ?? "")) return clause;
  const auxiliary = clause.findLastIndex((draft, at) => at < end && isBehind(draft));
  if (auxiliary < 0) return clause;
  // "Habe ich Wecker gestellt": a question keeps its order.
  const isAsked = clause.slice(0, auxiliary).every((draft) => draft.isBorder || english(draft) === "");
  if (isAsked) return clause.with(end, done(last));
  let to = auxiliary + 1;
  const isNamed = SUBJECT.test(english(clause[auxiliary - 1]));
  if (!isNamed && SUBJECT.test(english(clause[to] as Draft))) to += 1;
  const between = clause.slice(to, end);
  // "Ich habe die Tür nicht abgeschlossen": what is not done stands beside it.
  const little = between.filter((draft) => denialsBehind.includes(draft.word) || BETWEEN.test(english(draft)));
  const others = between.filter((draft) => !little.includes(draft));
  return [...clause.slice(0, to), ...little, done(last), ...others, ...clause.slice(end + 1)];
}

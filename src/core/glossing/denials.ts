/** What is not to be done, and what is to stay as it is, said as English says it: before the deed. */
import { type Draft, english, HELPS, said, silent } from "./draft.ts";
import type { Glossary } from "./glossary.ts";

/** English denies these right behind themselves. */
const OBLIGES = /^(?:must|should|may|i must|should i)$/;
const IS = /^(?:is|are|am|was|were|(?:(?:i|we|they) )?have|has|had)$/;
const SUBJECT = /^(?:i|you|he|it|we|they|someone|somebody|)$/;
const WITH = /^(?:with|without|for|of|in|on|at|to|from|by)$/;

/** What is told not to be done is told so before the deed. */
export function withDenial(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const { denials } = glossary.language;
  const before = clause.findIndex(({ word }, at) => denials.includes(word) && clause[at + 1]?.isBorder !== true);
  const alone = clause.findIndex(({ word }, at) => denials.includes(word) && clause[at + 1]?.isBorder === true);
  // "No, la del baño" takes something back.
  if (before < 0 && alone >= 0) return clause.with(alone, said(clause[alone] as Draft, "no"));
  if (before >= 0) return deniedBefore(clause, before, glossary);
  const obliged = obligedNot(clause, glossary);
  return obliged ?? noneOf(clause, glossary) ?? deniedBehind(clause, glossary);
}

function isVerb(draft: Draft | undefined): boolean {
  return draft?.glosses[0]?.isVerb === true;
}

function firstOf(clause: readonly Draft[]): number {
  return clause.findIndex((draft) => !draft.isBorder && english(draft) !== "" && english(draft) !== "please");
}

/** "non chiudere", "ne ferme pas", "no debe estar". */
function deniedBefore(clause: readonly Draft[], before: number, { language }: Glossary): readonly Draft[] {
  const { denialsBehind, objects } = language;
  const [denier, next] = [clause[before] as Draft, clause[before + 1]];
  const verb = clause.slice(before + 1).find((draft) => isVerb(draft) || HELPS.test(english(draft)));
  const denial = isVerb(verb) ? "do not" : "not";
  const denied = clause.map((draft, index) => {
    if (index === before) return said(draft, denial);
    return index > before && denialsBehind.includes(draft.word) ? silent(draft) : draft;
  });
  // "Non deve" is "must not", "n'est pas" is "is not".
  if (next && (OBLIGES.test(english(next)) || IS.test(english(next))) && !isVerb(next))
    return denied.with(before, next).with(before + 1, said(denier, "not"));
  // "El horario no lo borres": whatever is named first, nobody is to miss that it is not to be done.
  const isCommand = denial === "do not" && objects.has(clause[before + 2]?.word ?? "");
  const isEnded = denied.at(-1)?.isBorder === true;
  const end = isEnded ? denied.length - 1 : denied.length;
  return isCommand && before > 0
    ? [...denied.slice(before, end), ...denied.slice(0, before), ...denied.slice(end)]
    : denied;
}

/** "den Termin musst du nicht absagen" → "the appointment you do not have to cancel"; null where nobody is obliged to anything. */
function obligedNot(clause: readonly Draft[], { language }: Glossary): readonly Draft[] | null {
  const behind = clause.findIndex(({ word }) => language.denialsBehind.includes(word));
  const at = clause.findLastIndex(
    (draft, index) => index < behind && (OBLIGES.test(english(draft)) || language.needs.includes(draft.word)),
  );
  if (at < 0) return null;
  const [modal, subject] = [clause[at] as Draft, clause[at + 1] as Draft];
  const isFirst = at === firstOf(clause);
  const isAsked = isFirst && SUBJECT.test(english(subject)) && english(subject) !== "";
  if (isAsked) return null;
  const isUnneeded = language.needs.includes(modal.word);
  const denied = said(modal, isUnneeded ? "do not have to" : `${english(modal)} not`);
  // "Nicht zu warten": the mark is said already.
  const rest = clause.map((draft, index) =>
    index === behind || (isUnneeded && index > at && english(draft) === "to") ? silent(draft) : draft,
  );
  if (!SUBJECT.test(english(subject)) || at + 1 === behind) return rest.with(at, denied);
  return rest.with(at, subject).with(at + 1, denied);
}

/** "lösch keine Fotos" → "do not delete photos"; null for what is no command. */
function noneOf(clause: readonly Draft[], { language }: Glossary): readonly Draft[] | null {
  const first = firstOf(clause);
  const at = clause.findIndex(({ word }) => language.nones.includes(word));
  if (at <= first || !isVerb(clause[first]) || WITH.test(english(clause[at - 1]))) return null;
  const none = clause[at] as Draft;
  return [...clause.slice(0, first), said(none, "do not"), ...clause.slice(first, at), ...clause.slice(at + 1)];
}

/** "mach das Licht nicht aus", "niet annuleren". */
function deniedBehind(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const { denialsBehind } = glossary.language;
  const first = firstOf(clause);
  const behind = clause.findIndex(({ word }) => denialsBehind.includes(word));
  // "Niet annuleren": who denies first denies what follows.
  if (behind >= 0 && behind === first && isInfinitive(clause[behind + 1], glossary))
    return clause.with(behind, said(clause[behind] as Draft, "do not"));
  if (behind <= first || !isVerb(clause[first])) return clause;
  const denial = said(clause[behind] as Draft, "do not");
  return [...clause.slice(0, first), denial, ...clause.slice(first, behind), ...clause.slice(behind + 1)];
}

/** Whether it is a verb in the form that commands have behind what denies them. */
function isInfinitive(draft: Draft | undefined, { language }: Glossary): boolean {
  return draft !== undefined && isVerb(draft) && language.infinitive.test(draft.word);
}

const HAVING = /^(?:have|has|had|to)$/;
const ENDS_ON = /^(?:on|off|open|closed|shut|locked|unlocked|alone)$/;
/** How a thing is that something has been done to. */
const STATES: ReadonlyMap<string, string> = new Map([
  ["turn on", "on"],
  ["turn off", "off"],
  ["open", "open"],
  ["close", "closed"],
  ["lock", "locked"],
  ["unlock", "unlocked"],
]);

/** "lass es im Flur an" → "leave the one in the hallway on", "laisse la lumière allumée" → "leave the light on". */
export function withLeaving(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const at = clause.findIndex(({ word }) => glossary.language.leaving.includes(word));
  const led = clause
    .slice(0, Math.max(0, at))
    .every((draft) => /^(?:but|and|only|just|please|then|)$/.test(english(draft)) || draft.isBorder);
  const isTold = clause.slice(0, Math.max(0, at)).some((draft) => HAVING.test(english(draft)));
  if (at < 0 || !(led || isTold)) return clause;
  const state = clause.findIndex((draft, index) => index > at && stateOf(draft, glossary) !== null);
  if (state < 0) return clause;
  // "A laissé" is no "to".
  const told = clause.map((draft, index) => (index < at && english(draft) === "to" ? said(draft, "has") : draft));
  const kept = told.filter((_, index) => index !== state);
  const isBorder = kept.at(-1)?.isBorder === true;
  const end = isBorder ? kept.length - 1 : kept.length;
  const left = said(clause[state] as Draft, stateOf(clause[state] as Draft, glossary) ?? "");
  const [before, behind] = [kept.slice(0, end), kept.slice(end)];
  const object = before[at + 1];
  const isAlone = english(object) === "the" && /^(?:in|on|at|here|there)\b/.test(english(before[at + 2]));
  const isPointed = (isAlone || /^(?:it|them)$/.test(english(object))) && before.length > at + 2;
  const rest = isPointed && object ? before.with(at + 1, said(object, "the one")) : before;
  return [...rest.with(at, said(clause[at] as Draft, isTold ? "left" : "leave")), left, ...behind];
}

function stateOf(draft: Draft, glossary: Glossary): string | null {
  if (draft.isAsIs) return null;
  const atEnd = glossary.atClauseEnd(draft.word)?.[0]?.english;
  if (atEnd !== undefined && ENDS_ON.test(atEnd)) return atEnd;
  const done = draft.glosses.flatMap((gloss) => (gloss.isVerb ? (STATES.get(gloss.english) ?? []) : []))[0];
  if (done !== undefined && glossary.language.participle.test(draft.word)) return done;
  return draft.glosses.map((gloss) => gloss.english).find((one) => ENDS_ON.test(one)) ?? null;
}

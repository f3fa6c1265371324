/** The words of a clause in the order in which English has them, as far as that is cheap: verbs, and what is denied. */
import { WEEKDAY } from "../english/date-words.ts";
import { withDenial, withLeaving } from "./denials.ts";
import { type Draft, HELPS, said, silent } from "./draft.ts";
import type { Glossary } from "./glossary.ts";
import { withParticiples } from "./participles.ts";

/** Behind a comma, a clause whose first word says what it tells of: "…, der um sechs klingelt" → "that rings at six". */
export function asRelative(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  const [pronoun] = clause;
  const end = lastWordOf(clause);
  const verb = clause[end];
  if (!pronoun || !verb || end === 0 || !language.relatives.includes(pronoun.word)) return clause;
  const isTold = verb.glosses.some(({ isVerb }) => isVerb) && !language.infinitive.test(verb.word);
  const isOnly = clause.slice(0, end).every(({ glosses, isAsIs }) => isAsIs || glosses[0]?.isVerb !== true);
  if (!isTold || !isOnly) return clause;
  return [said(pronoun, "that"), asVerb(verb), ...clause.slice(1, end), ...clause.slice(end + 1)];
}

/** Verbs with their parts and before what they need, "do not" before what is not to be done. */
export function inEnglishOrder(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const steps = [
    withLeaving,
    withEndPhrase,
    withVerbPart,
    withSplitInfinitive,
    withParticiples,
    withLateVerb,
    withInfinitiveMarks,
    withObjectBehind,
    withDenial,
  ];
  return steps.reduce((words, step) => step(words, glossary), clause);
}

function lastWordOf(clause: readonly Draft[]): number {
  return clause.findLastIndex(
    ({ isBorder, glosses }) => !isBorder && glosses[0]?.english !== "" && glosses[0]?.english !== "please",
  );
}

/** "mach … an": one verb where the first part stands; "Licht an": what the part says at the end. */
function withVerbPart(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const { verbParts } = glossary.language;
  if (verbParts.length === 0) return clause;
  const end = lastWordOf(clause);
  for (const [at, part] of clause.entries()) {
    if (at === 0 || !verbParts.includes(part.word) || !mayEndVerb(clause, at, end)) continue;
    for (let verb = at - 1; verb >= 0; verb -= 1) {
      const { word } = clause[verb] as Draft;
      const verbs = [word, ...glossary.lemmasOf(word)]
        .map((lemma) => glossary.exactly(part.word + lemma)?.filter(({ isVerb }) => isVerb) ?? [])
        .find((deeds) => deeds.length > 0);
      if (!verbs) continue;
      return clause.map((draft, index) =>
        index === verb ? { ...draft, glosses: verbs } : index === at ? silent(draft) : draft,
      );
    }
  }
  const last = clause[end];
  const atEnd = last && glossary.atClauseEnd(last.word);
  return atEnd ? clause.map((draft, index) => (index === end ? { ...draft, glosses: atEnd } : draft)) : clause;
}

/** "doe de deur op slot" → "lock the door": a phrase at the end says what is done, and how a thing is that is so: "zit … op slot". */
function withEndPhrase(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  const end = clause.findLastIndex(
    (draft) => draft.word.includes(" ") && draft.glosses[0]?.isVerb === true && !draft.isAsIs,
  );
  const deed = clause[end];
  const light = clause.findIndex(({ word }, at) => at !== end && language.lightVerbs.includes(word));
  if (!deed) return clause;
  if (light < 0)
    return clause.some((draft) => draft.glosses[0]?.english === "is")
      ? clause.with(end, { ...deed, isDone: true })
      : clause;
  return clause.with(light, { ...(clause[light] as Draft), glosses: deed.glosses }).with(end, silent(deed));
}

/** Of which one says "on". */
export const DAY = new RegExp(`^${WEEKDAY}\\b`, "i");

/** At the end of its clause, or before words that begin anew: "mach das Licht an im Bad" does, "stell ihn auf sieben" does not. */
function mayEndVerb(clause: readonly Draft[], at: number, end: number): boolean {
  if (at === end) return true;
  const [next, behind] = [clause[at + 1], clause[at + 2]];
  // "Zeg Rex af op vrijdag".
  if (next?.glosses[0]?.english === "on" && DAY.test(behind?.glosses[0]?.english ?? "")) return true;
  // "Voeg een les toe om 18 uur".
  if (next?.isAsIs && /^(?:at|on|from|until|tomorrow|today) /.test(next.glosses[0]?.english ?? "")) return true;
  return (
    next !== undefined &&
    /^(?:in|and|or|in the|at|on the|when|if|for|with|please|now|then|again|as usual|as soon as(?: .*)?)$/.test(
      next.glosses[0]?.english ?? "",
    )
  );
}

/** "over te maken", "uit willen doen": one verb with what stands before its mark or its auxiliary. */
function withSplitInfinitive(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const { auxiliaries, verbParts, infinitive, infinitiveMarks } = glossary.language;
  const isBetween = (word: string) =>
    infinitiveMarks.includes(word) || (auxiliaries.includes(word) && infinitive.test(word));
  const at = clause.findIndex(
    ({ word }, index) => index > 0 && verbParts.includes(word) && isBetween(clause[index + 1]?.word ?? ""),
  );
  const [part, between, verb] = [clause[at], clause[at + 1], clause[at + 2]];
  const deeds = part && between && verb && glossary.exactly(part.word + verb.word)?.filter(({ isVerb }) => isVerb);
  if (!deeds || deeds.length === 0) return clause;
  const joined = clause.with(at, silent(part)).with(at + 2, { ...verb, glosses: deeds });
  return infinitiveMarks.includes(between.word) ? joined : joined.toSpliced(at + 1, 1);
}

/**
 * "kannst du das Licht ausmachen", "alle Wecker löschen": the verb at the end stands behind who does it, or first where nobody is
 * named. "um einen Termin zu machen" is to make one; "erinnere mich, Milch zu kaufen" keeps its order but for what is bought.
 */
function withLateVerb(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const { auxiliaries, infinitiveMarks, infinitive, passives, purposes } = glossary.language;
  if (auxiliaries.length === 0) return clause;
  // "… om mijn moeder te bellen om twee uur": when and where stand behind what is to be done, too.
  const marked = clause.findLastIndex(
    ({ word, glosses }, at) => glosses.some(({ isVerb }) => isVerb) && isMarked(word, clause[at - 1]?.word, glossary),
  );
  const tail = clause.slice(marked + 1);
  if (
    marked > 0 &&
    tail.some(({ isBorder, glosses }) => !isBorder && glosses[0]?.english !== "please") &&
    !tail.some(({ glosses }) => glosses.some(({ isVerb }) => isVerb))
  )
    return [...withLateVerb(clause.slice(0, marked + 1), glossary), ...tail];
  const final = clause.findLastIndex(({ isBorder, glosses }) => !isBorder && glosses[0]?.english !== "please");
  const done = clause[final - 1]?.glosses.some(({ isVerb }) => isVerb) === true;
  // "Der Termin soll verschoben werden": what is to be done stands before the end.
  if (done && final > 1 && passives.includes(clause[final]?.word ?? ""))
    return withLateVerb(
      clause.with(final - 1, { ...asVerb(clause[final - 1] as Draft), word: PASSIVE }).toSpliced(final, 1),
      glossary,
    );
  const end = final;
  const last = clause[end];
  const auxiliary = clause.findLastIndex(
    ({ word }, index) => index < end && auxiliaries.includes(word.split(" ")[0] ?? ""),
  );
  const isLate =
    last !== undefined &&
    (infinitive.test(last.word) || last.word === PASSIVE) &&
    last.glosses.some(({ isVerb }) => isVerb);
  // "Was sind die Kosten": what an article stands before is no verb.
  const isNoun = DETERMINER.test(clause[end - 1]?.glosses[0]?.english ?? "");
  if (!last || !isLate || isNoun) return auxiliary < 0 ? clause : withBe(clause, auxiliary);
  const mark = infinitiveMarks.includes(clause[end - 1]?.word ?? "") ? end - 1 : end;
  const purpose =
    mark === end ? -1 : clause.findLastIndex(({ word }, index) => index < mark && purposes.includes(word));
  if (purpose >= 0) {
    const deed = clause.slice(mark, end + 1).map((draft) => (draft === last ? asVerb(draft) : draft));
    return [...clause.slice(0, purpose), ...deed, ...clause.slice(purpose + 1, mark), ...clause.slice(end + 1)];
  }
  const earlier = clause.findIndex(
    ({ glosses }, index) => index < mark && (glosses[0]?.isVerb === true || HELPS.test(glosses[0]?.english ?? "")),
  );
  const isWithin = mark === end && isMarked(last.word, undefined, glossary);
  if (auxiliary < 0 && earlier >= 0 && mark === end && !isWithin) return clause;
  let to = auxiliary >= 0 ? auxiliary + 1 : earlier + 1;
  while (to < mark && SUBJECT.test(clause[to]?.glosses[0]?.english ?? "")) to += 1;
  if (auxiliary < 0 && earlier >= 0 && to === earlier + 1) return clause;
  const moved = clause.slice(mark, end + 1).map((draft) => (draft === last ? asVerb(draft) : draft));
  if (isWithin && auxiliary < 0) moved.unshift(said(last, "to"));
  return [...clause.slice(0, to), ...moved, ...clause.slice(to, mark), ...clause.slice(end + 1)];
}

/** Whether an infinitive has the mark of one before it, or within: "zu machen", "anzurufen". */
function isMarked(word: string, before: string | undefined, { language }: Glossary): boolean {
  const { infinitive, infinitiveMarks, verbParts } = language;
  if (!infinitive.test(word)) return false;
  return infinitiveMarks.some(
    (mark) =>
      mark === before ||
      verbParts.some((part) => word.startsWith(part + mark) && word.length > part.length + mark.length + 2),
  );
}

/** "de réserver" → "to book". */
function withInfinitiveMarks(clause: readonly Draft[], { language }: Glossary): readonly Draft[] {
  const { infinitiveMarks, infinitive } = language;
  return clause.map((draft, at) => {
    const next = clause[at + 1];
    const isMark = infinitiveMarks.includes(draft.word) && next !== undefined && infinitive.test(next.word);
    return isMark && next.glosses[0]?.isVerb === true ? said(draft, "to") : draft;
  });
}

/** "wird es kalt" → "will it be cold". */
function withBe(clause: readonly Draft[], auxiliary: number): readonly Draft[] {
  if (clause[auxiliary]?.glosses[0]?.english !== "will") return clause;
  const subject = SUBJECT.test(clause[auxiliary + 1]?.glosses[0]?.english ?? "-") ? auxiliary + 1 : auxiliary;
  const draft = clause[subject] as Draft;
  return clause.with(subject, said(draft, `${draft.glosses[0]?.english ?? ""} be`));
}

/** In the place of a word whose form no longer tells anything. */
const PASSIVE = "";
const DETERMINER = /^(?:the|a|my|your|our|his|their|this|no|in the|at the|to the|of the)$/;
const SUBJECT = /^(?:i|me|you|he|it|we|us|please|)$/;

function asVerb(draft: Draft): Draft {
  return { ...draft, glosses: draft.glosses.filter(({ isVerb }) => isVerb) };
}

/** "lo borres", "le réserve": what is done to something stands behind the deed. */
function withObjectBehind(clause: readonly Draft[], glossary: Glossary): readonly Draft[] {
  const { denials, objects } = glossary.language;
  const drafts = [...clause];
  for (let at = 0; at < drafts.length - 1; at += 1) {
    const [object, verb] = [drafts[at] as Draft, drafts[at + 1] as Draft];
    const english = objects.get(object.word);
    if (english === undefined || verb.glosses[0]?.isVerb !== true) continue;
    // An article looks like it: "cancela la reserva".
    const before = drafts[at - 1]?.word ?? "";
    if (!denials.includes(before) && !objects.has(before)) continue;
    drafts.splice(at, 2, verb, said(object, english));
    at += 1;
  }
  return drafts;
}

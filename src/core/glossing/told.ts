/** Whether what was said only tells of a deed, or wonders about it: "ich wollte gerade abschließen", "l'alarme n'est pas encore activée". */
import { TOLD_WORDS } from "../english/told-words.ts";
import { type Draft, english } from "./draft.ts";
import { pastParticiple } from "./participles.ts";

/** What a whole text tells and asks nobody to do. */
export type Told = "deed" | "state";

/** Whether a tool that says this of itself changes how a thing is. */
export function changesState(text: string): boolean {
  return TOLD_WORDS.switches.test(text);
}

/** Of the clauses of a text in the order that English has; null where any of them may ask for something, or none tells of a deed. */
export function toldIn(clauses: readonly (readonly Draft[])[]): Told | null {
  const { orders, states, told } = TOLD_WORDS;
  const spoken = clauses.map((clause) => clause.filter((draft) => !draft.isBorder && english(draft) !== ""));
  const texts = spoken.map((words) => words.map(asWritten).join(" "));
  const isOrder = (text: string, at: number) => spoken[at]?.[0]?.glosses[0]?.isVerb === true || orders.test(text);
  if (texts.some(isOrder)) return null;
  const whole = texts.join(" ");
  if (told.some((pattern) => pattern.test(whole))) return "deed";
  return texts.some((text) => states.some((pattern) => pattern.test(text))) ? "state" : null;
}

function asWritten(draft: Draft): string {
  return draft.isDone ? pastParticiple(english(draft)) : english(draft);
}

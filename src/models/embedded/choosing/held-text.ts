/** "Remind me to lock the door" is no request to lock it: what is to be written down or said looks like another request. */
import { ENGLISH } from "#core/english/english.ts";
import type { DraftCall } from "#core/ports/models.ts";
import { contentWords, humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { withoutPoliteness } from "../requests/politeness.ts";
import { asksForOpposite } from "./opposite-deeds.ts";
import { beginsWithDeed, saysDeed } from "./same-deeds.ts";

/** Whether the sentence says what the tool does only within a text that it wants kept, said or looked for as it stands. */
export function isOnlyInText(query: string, tool: Described): boolean {
  const held = heldIn(query);
  return held !== null && !keeps(held.lead, tool) && saysDeed(held.text, tool);
}

/** Whether somebody is to be told something, and the tool tells nobody: "let the night shift know that gate 2 is stuck" locks no gate. */
export function tellsOtherwise(query: string, tool: Described): boolean {
  const held = heldIn(query);
  return held !== null && ENGLISH.heldTexts.told.test(`${held.lead}${held.text}`) && !keeps(held.lead, tool);
}

/** Whether it is the tool by which that somebody is told. */
export function tells(query: string, tool: Described): boolean {
  return heldKeptBy(query, tool) !== null;
}

/** Whether it may be the tool that such a text is for: it does neither what the text says nor the opposite of it. */
export function mayHoldText(query: string, tool: ReadableTool): boolean {
  const held = heldIn(query);
  return held !== null && !isOnlyInText(query, tool) && !asksForOpposite(held.text, tool);
}

/**
 * "Note down: lock the gate" to a tool that takes notes: the sentence itself says that the text, which looks like another request, is
 * the tool's. Not "send 20 to Ann", whose text is no request.
 */
export function keepsText(query: string, tool: Described): boolean {
  const held = heldKeptBy(query, tool);
  return held !== null && beginsWithDeed(held.text);
}

/**
 * Whether the call is all that such a sentence says: "let the night shift know that pump 3 is out" to a tool that tells people, with the text to its
 * end and somebody to tell. What the text speaks of is then no reason to doubt the call.
 */
export function holdsWholeText(query: string, tool: Described, { parameters, spans }: Held): boolean {
  const held = heldKeptBy(query, tool);
  if (held === null) return false;
  const begin = query.length - held.text.length;
  const names = Object.keys(parameters);
  const isText = (name: string) => {
    const { start, end } = spans[name] ?? { start: -1, end: -1 };
    return start === begin && !/[\p{L}\p{N}]/u.test(query.slice(end));
  };
  const isOfLead = (name: string) => (spans[name]?.end ?? begin) < begin;
  const ofLead = names.filter((name) => !isText(name));
  if (!names.some(isText) || ofLead.length === 0 || !ofLead.every(isOfLead)) return false;
  // "Text her at eight that …" is for eight o'clock, of which the call has nothing.
  const said = new Set([tool.name, tool.description, ...ofLead].flatMap((text) => contentWords(humanised(text))));
  const taken = ofLead.flatMap((name) => spans[name] ?? []);
  const left = query
    .slice(0, begin)
    .split("")
    .map((letter, at) => (taken.some(({ start, end }) => at >= start && at < end) ? " " : letter));
  const [, ...over] = contentWords(left.join("").replace(POSSESSIVE, " "));
  return over.every((word) => said.has(word) || ENGLISH.heldTexts.telling.has(word));
}

/** Whether a part of it is a text of somebody's: behind a colon, or in quotation marks. */
export function quotesText(query: string): boolean {
  return QUOTES.test(query);
}

/** Whether it begins as people begin who want a text kept, said or looked for. */
export function holdsText(query: string): boolean {
  return heldIn(query) !== null;
}

const QUOTES = /:\s|["“”«»]/;
const POSSESSIVE = /['’]s(?!\p{L})/gu;

type Held = Pick<DraftCall, "parameters" | "spans">;

interface Described {
  readonly name: string;
  readonly description: string;
}

/** "remind me to" and what is to be kept; null without such a beginning. */
function heldIn(query: string): { readonly lead: string; readonly text: string } | null {
  const asks = withoutPoliteness(query);
  const said = asks.charAt(0).toLowerCase() + asks.slice(1);
  const [lead] = ENGLISH.heldTexts.before.exec(said) ?? [];
  return lead === undefined ? null : { lead, text: said.slice(lead.length) };
}

/** The same where it is the tool's to keep or to say. */
function heldKeptBy(query: string, tool: Described): ReturnType<typeof heldIn> {
  const held = heldIn(query);
  return held !== null && keeps(held.lead, tool) ? held : null;
}

/** "note on order 41: nuts make her ill" names the note that the tool adds. */
function keeps(lead: string, tool: Described): boolean {
  const does = [humanised(tool.name), tool.description];
  const own = new Set(does.flatMap(contentWords));
  if (contentWords(lead).some((word) => own.has(word))) return true;
  // "Tell" and "transfer" are words of one deed, to bring something to somebody; money is not told.
  const { handingOver } = ENGLISH.heldTexts;
  return saysDeed(lead, tool) && !does.some((text) => handingOver.test(text));
}

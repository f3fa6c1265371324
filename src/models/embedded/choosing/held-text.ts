/** "Remind me to lock the door" is no request to lock it: what is to be written down or said looks like another request. */
import { ENGLISH } from "#core/english/english.ts";
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
  const held = heldIn(query);
  return held !== null && beginsWithDeed(held.text) && keeps(held.lead, tool);
}

/** Whether it begins as people begin who want a text kept, said or looked for. */
export function holdsText(query: string): boolean {
  return heldIn(query) !== null;
}

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

/** "note on order 41: nuts make her ill" names the note that the tool adds. */
function keeps(lead: string, tool: Described): boolean {
  const does = [humanised(tool.name), tool.description];
  const own = new Set(does.flatMap(contentWords));
  if (contentWords(lead).some((word) => own.has(word))) return true;
  // "Tell" and "transfer" are words of one deed, to bring something to somebody; money is not told.
  const { handingOver } = ENGLISH.heldTexts;
  return saysDeed(lead, tool) && !does.some((text) => handingOver.test(text));
}

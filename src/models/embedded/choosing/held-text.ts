/** "Remind me to lock the door" is no request to lock it: what is to be written down or said looks like another request. */
import { ENGLISH } from "#core/english/english.ts";
import { contentWords, humanised } from "../name-words.ts";
import { withoutPoliteness } from "../requests/politeness.ts";
import { saysDeed } from "./same-deeds.ts";

/** Whether the sentence says what the tool does only within a text that it wants kept, said or looked for as it stands. */
export function isOnlyInText(query: string, tool: { readonly name: string; readonly description: string }): boolean {
  const asks = withoutPoliteness(query);
  const text = asks.charAt(0).toLowerCase() + asks.slice(1);
  const [lead] = ENGLISH.heldTexts.before.exec(text) ?? [];
  if (lead === undefined) return false;
  const own = new Set([humanised(tool.name), tool.description].flatMap(contentWords));
  // "note on order 41: nuts make her ill" names the note that the tool adds.
  const isNamed = contentWords(lead).some((word) => own.has(word));
  return !isNamed && saysDeed(text.slice(lead.length), tool) && !saysDeed(lead, tool);
}

/** "Ich habe Angst, die Tür abzuschließen", "merci d'avoir fermé": a deed in a frame of the speaker's language that asks for nothing. */
import type { GlossedText } from "#core/glossing/glosser.ts";
import { type FrameTable, framedDeeds, isTakenBack } from "#core/glossing/said-frames.ts";
import type { Span } from "#core/span.ts";
import { looksUp } from "../choosing/deeds.ts";
import { asks, type Described, keepsTexts, namesDeedOf, nextClauses, saysSomething } from "../choosing/framed-deeds.ts";

/**
 * Whether what was said takes itself back, or speaks in a frame of what the tool, as it is in English, could do, and asks for nothing beside it.
 * Frames are those of the language; the gloss tells whether the deed is the tool's, and what is said behind it. A tool to which things are told may
 * be told any of this.
 */
export function isOnlySpokenOfIn(said: string, gloss: GlossedText, frames: FrameTable, tool: Described): boolean {
  if (keepsTexts(tool)) return false;
  if (isTakenBack(said, frames)) return true;
  if (looksUp(tool)) return false;
  return framedDeeds(said, frames).some(({ deed, isThanks }) => {
    const behind = glossWithin({ start: deed.end, end: said.length }, gloss);
    const goesOn = isThanks ? saysSomething(behind) : nextClauses(behind).some(asks);
    return !goesOn && namesDeedOf(glossWithin(deed, gloss), tool);
  });
}

function glossWithin({ start, end }: Span, { text, pieces }: GlossedText): string {
  const within = pieces.filter(({ of }) => of.start >= start && of.end <= end);
  return within.map(({ at }) => text.slice(at.start, at.end)).join(" ");
}

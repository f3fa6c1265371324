import { ENGLISH } from "#core/english/english.ts";
import type { DraftCall } from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import { leavesExceptionOut } from "../exceptions/excepted-values.ts";
import { deniesOneOf, leavesCorrectionOut } from "../following/tail.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { awaitsSomething } from "./awaited-deeds.ts";
import { reportsDeed } from "./deeds.ts";
import { deniesDeed } from "./denied-deeds.ts";
import { isOnlySpokenOf } from "./framed-deeds.ts";
import { isOnlyInText } from "./held-text.ts";
import { isOnlyTold } from "./only-told.ts";
import { saysOnlyValue } from "./only-value.ts";
import { asksForOpposite } from "./opposite-deeds.ts";

/**
 * Whether the words alone say that the call is not asked for: each of these ends it, whatever networks think. `rivals`: tools of which another one
 * may be meant by a value alone.
 */
export function speaksAgainst(
  query: string,
  tool: ReadableTool,
  call: DraftCall,
  rivals: readonly ReadableTool[] = [],
): boolean {
  return (
    asksForOpposite(query, tool) ||
    isOnlyInText(query, tool) ||
    reportsDeed(query, tool) ||
    deniesDeed(query, tool) ||
    isOnlyTold(query, tool) ||
    isOnlySpokenOf(query, tool) ||
    saysOnlyValue(query, tool, call, rivals) ||
    awaitsSomething(query, tool) ||
    leavesExceptionOut(query, placesOf(call)) ||
    leavesCorrectionOut(query, placesOf(call)) ||
    deniesOneOf(query, placesOf(call)) ||
    deniesOption(query, tool, call)
  );
}

/** "The rail shouldn't be down" and a call that lowers it: of a flag the other end is meant, and of options nobody can tell. */
function deniesOption(query: string, { parameters }: ReadableTool, { spans }: DraftCall): boolean {
  return parameters.some(({ name, choices }) => {
    const span = choices.length > 0 ? spans[name] : undefined;
    return span !== undefined && ENGLISH.wishes.notToBe.test(query.slice(0, span.start));
  });
}

/** Where the sentence says what the call has, and what it cannot have. */
function placesOf({ spans, unfilled = [] }: DraftCall): readonly Span[] {
  return [...Object.values(spans), ...unfilled.flatMap(({ span }) => span ?? [])];
}

/** A word of a sentence that becomes English, and what each step of that may make of it. */
import type { Span } from "../span.ts";
import type { Gloss } from "./gloss-lines.ts";

/** A word, or a few, with what it may mean. */
export interface Draft {
  readonly of: Span;
  readonly word: string;
  readonly glosses: readonly Gloss[];
  readonly isBorder: boolean;
  /** Words that stand in the gloss as they were said. */
  readonly isAsIs: boolean;
  /** A verb that says what has been done: English ends it so. */
  readonly isDone?: boolean;
}

/** What stands beside a verb or in its place, and is none that one could be told to do. */
export const HELPS = /^(?:is|are|am|was|were|be|been|has|have|had|can|could|must|will|would like|want|there is)$/;

/** Its likeliest English. */
export function english(draft: Draft | undefined): string {
  return draft?.glosses[0]?.english ?? "";
}

export function said(draft: Draft, text: string, isVerb = false): Draft {
  return { ...draft, glosses: [{ english: text, isVerb }], isAsIs: false };
}

export function silent(draft: Draft): Draft {
  return said(draft, "");
}

/** Lines of a word list and of a language's table, as glosses of words. */
import type { GlossWords } from "./languages/gloss-words.ts";

export interface Gloss {
  readonly english: string;
  readonly isVerb: boolean;
  readonly isAdjective?: boolean;
  /** Meant only where a set says so in its names: people who speak to software mean another one of the same word. */
  readonly isAside?: boolean;
}

export function glossesFrom(listed: string): readonly Gloss[] {
  return listed.split("|").map(glossFrom);
}

function glossFrom(text: string): Gloss {
  if (text.endsWith("^")) return { english: text.slice(0, -1), isVerb: false, isAdjective: true };
  const isVerb = text.includes("~");
  return { english: isVerb ? text.replace("~", "") : text, isVerb };
}

export function ownGlosses(lines: string): ReadonlyMap<string, readonly Gloss[]> {
  const found = new Map<string, Gloss[]>();
  for (const { head, forms } of entriesOf(lines)) {
    const glosses = head === "=" ? [{ english: "", isVerb: false }] : glossesFrom(head);
    for (const form of forms) found.set(form, [...(found.get(form) ?? []), ...glosses]);
  }
  return found;
}

export function formsOf(lines: string): ReadonlyMap<string, string> {
  return new Map(entriesOf(lines).flatMap(({ head, forms }) => forms.map((form) => [form, head] as const)));
}

function entriesOf(lines: string): readonly { readonly head: string; readonly forms: readonly string[] }[] {
  return lines.split("\n").flatMap((line) => {
    const colon = line.indexOf(": ");
    if (colon < 0) return [];
    return [
      {
        head: line.slice(0, colon).trim(),
        forms: line
          .slice(colon + 2)
          .split(", ")
          .map((form) => form.trim()),
      },
    ];
  });
}

/** Single words of a language's table: what people of that language say to software every day. */
export function tableWordsOf({ words, common, atClauseEnd, forms }: GlossWords): readonly string[] {
  return [words, common, atClauseEnd, forms].flatMap((lines) =>
    entriesOf(lines).flatMap((entry) => entry.forms.flatMap((form) => form.split(" "))),
  );
}

/** "Mark Ann as paid and give her 5 euros": a request that only points at what was said before, with what is meant in the place of the pronoun. */
import { ENGLISH } from "#core/english/english.ts";
import type { JsonValue } from "#core/json.ts";
import type { DraftCall } from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import { contentWords } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { type PartText, within, withWords } from "./part-text.ts";

export interface Referent {
  readonly part: PartText;
  /** What the parameter has to have then. */
  readonly name: string;
  readonly value: JsonValue;
}

/** The ways to read the part, the nearest first; none where it points at nothing. `before`: calls that stand before it, in the order said. */
export function referentsFor(
  query: string,
  part: PartText,
  tool: ReadableTool,
  before: readonly DraftCall[],
): readonly Referent[] {
  const match = ENGLISH.several.pronoun.exec(part.text);
  if (!match) return [];
  const place = { start: match.index, end: match.index + match[0].length };
  const names = new Set(tool.parameters.flatMap(({ path, name }) => (path.length === 1 ? [name] : [])));
  return before.toReversed().flatMap(({ parameters, spans }) =>
    Object.entries(spans).flatMap(([name, span]): readonly Referent[] => {
      const value = parameters[name];
      if (value === undefined || !names.has(name)) return [];
      const words = wordsOf(query, span, name);
      return [{ part: within(part, withWords(part.text, [{ ...place, words }])), name, value }];
    }),
  );
}

/** "Channel 16" for 16, "the bathroom" for "bathroom". */
function wordsOf(query: string, { start, end }: Span, name: string): string {
  const [before = "", word = ""] = /(\p{L}+)\s+$/u.exec(query.slice(0, start)) ?? [];
  const isNoun = contentWords(word).some((stem) => contentWords(name).includes(stem));
  const isArticle = ENGLISH.naming.articleInFront.test(before);
  return query.slice(isNoun || isArticle ? start - before.length : start, end);
}

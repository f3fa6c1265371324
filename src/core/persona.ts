import { invalid } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import { checkedText } from "./text.ts";

/** Who answers in words, and how. Its name is its key. */
export interface PersonaDefinition {
  /** For a language model as they stand; templates follow the little that they can. */
  readonly instructions: string;
  /** BCP 47, as in `en` or `de-AT`. Null: the language of the query where the model can tell, else English. */
  readonly language: string | null;
}

/** The persona that every app has, whether or not it wrote it down, and that no app can delete. */
export const DEFAULT_PERSONA_NAME = "default";
export const DEFAULT_PERSONA: PersonaDefinition = { instructions: "", language: null };

/** Throws `validation_error`. */
export function checkedPersona(input: {
  readonly instructions: string;
  readonly language?: string;
}): PersonaDefinition {
  const instructions = checkedText("instructions", input.instructions, {
    min: 0,
    max: LIMITS.instructionsCharactersMax,
  });
  return { instructions, language: input.language === undefined ? null : checkedLanguage(input.language) };
}

function checkedLanguage(tag: string): string {
  try {
    const [language] = Intl.getCanonicalLocales(tag);
    if (language !== undefined) return language;
  } catch {
    // A RangeError: the tag has not the form of one. Said below, in our words.
  }
  throw invalid("language", `"${tag}" is no language tag (BCP 47), as in "en" or "de-AT"`);
}

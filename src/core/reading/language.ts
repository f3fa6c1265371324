/**
 * What readers have to be told of a language. A reader in this folder knows no word of any: each of its functions takes the
 * tables of the language that a text is in. `core/english/` has those of English; another language is another folder of them.
 */
import type { LittleWords, WordEndings } from "./sentence-tables.ts";
import type { NumberWords } from "./value-tables.ts";

export interface LanguageTables {
  readonly endings: WordEndings;
  readonly littleWords: LittleWords;
  readonly numbers: NumberWords;
}

/** What a reader makes of a language's tables, made once for each language. */
export function perLanguage<Made>(make: (language: LanguageTables) => Made): (language: LanguageTables) => Made {
  const made = new WeakMap<LanguageTables, Made>();
  return (language) => {
    const known = made.get(language);
    if (known !== undefined) return known;
    const fresh = make(language);
    made.set(language, fresh);
    return fresh;
  };
}

/** The alternatives of a regular expression, as they are written in tables: one blank between the words. */
export function alternatives(words: string): string {
  return words.replaceAll(" ", "|");
}

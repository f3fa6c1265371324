/** The language of one request: as it says, or as its words tell. */
import { invalid } from "../errors.ts";
import { languageOf } from "./detection.ts";

/** A tag by BCP 47 begins with the code of its language. */
const TAG = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,3}$/;

export interface AskedIn {
  /** As ISO 639, in small letters, or `UNDETERMINED`. */
  readonly language: string;
  /** Whether the request said so: then its answer depends on that beside its words. */
  readonly isLanguageNamed: boolean;
}

/** `named`: what the request says, `de` or `de-AT`. Throws `validation_error` for what is no such tag. */
export function askedIn(named: string | undefined, text: string): AskedIn {
  if (named === undefined) return { language: languageOf(text), isLanguageNamed: false };
  return { language: languageNamed(named), isLanguageNamed: true };
}

/** `de` for the tag `de-AT`. Throws `validation_error` for what is no such tag. */
export function languageNamed(tag: string): string {
  if (!TAG.test(tag)) throw invalid("language", 'must be a language tag such as "de" or "fr-CA"');
  return tag.split("-")[0]?.toLowerCase() ?? "";
}

/** As `{language}` to spread, where the request said it. */
export function sayingLanguage({ language, isLanguageNamed }: AskedIn): { readonly language?: string } {
  return isLanguageNamed ? { language } : {};
}

/** The languages that requests may be in. */

/** By ISO 639-1: those that are read, English first. */
export const READ_LANGUAGES = ["en", "de", "es", "fr", "it", "nl"] as const;
export type ReadLanguage = (typeof READ_LANGUAGES)[number];

/** What `metadata.language` says of a text in none that anybody can tell: BCP 47's "undetermined". */
export const UNDETERMINED = "und";

export function isRead(language: string): language is ReadLanguage {
  return (READ_LANGUAGES as readonly string[]).includes(language);
}

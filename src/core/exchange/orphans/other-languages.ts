import { counted, type Notes } from "../notes.ts";

/** Says which languages of an export are left out: sets hold examples of one. */
export function noteLanguages(spoken: readonly string[], own: string, notes: Notes): void {
  const counts = new Map<string, number>();
  for (const language of spoken) if (language !== own) counts.set(language, (counts.get(language) ?? 0) + 1);
  for (const [language, count] of counts)
    notes.dropped(`what is in ${language} (${counted(count, "file")})`, `the agent's own language is ${own}`);
}

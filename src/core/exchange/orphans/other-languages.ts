import { AppError } from "../../errors.ts";
import { counted, type Notes } from "../notes.ts";

/**
 * The language that is read, of those that an export speaks, each as often as it does so: the one that is asked for, in
 * upper or lower case, or its own. The others are noted. Throws `bad_request` for one that it does not speak.
 */
export function chosenLanguage(spoken: readonly string[], own: string, asked: string | null, notes: Notes): string {
  const counts = new Map<string, number>();
  for (const language of spoken) counts.set(language, (counts.get(language) ?? 0) + 1);
  const found = asked === null ? own : [...counts.keys()].find((one) => one.toLowerCase() === asked.toLowerCase());
  if (found === undefined) {
    const known = [...counts.keys()].filter((one) => one !== "").slice(0, LANGUAGES_NAMED_MAX);
    throw new AppError(
      "bad_request",
      `nothing in it is in "${asked}" (--language): it has ${known.join(", ") || "none"}`,
    );
  }
  counts.delete(found);
  counts.delete("");
  for (const [language, count] of [...counts].slice(0, LANGUAGES_NAMED_MAX)) {
    notes.dropped(
      `what is in ${language} (${counted(count, "part")})`,
      `a set holds sentences of one language, here ${found}: --language chooses another`,
    );
  }
  return found;
}

const LANGUAGES_NAMED_MAX = 40;

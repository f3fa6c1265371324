/** Sentences with the values of a known one that ask another tool. */
import type { Chance } from "./chance.ts";
import { parametersIn, type Segment, type Sentence, valueTextsOf } from "./sentence.ts";
import { snipsWithValues } from "./snips-sentences.ts";

interface Opposite {
  readonly tool: string;
  /** What the first words have to match. */
  readonly said: RegExp;
  readonly instead: string;
}

/** The tools that undo what others do, by the tool they are the opposite of. */
export const OPPOSITES: Readonly<Record<string, Opposite & { readonly description: string }>> = {
  add_to_playlist: {
    tool: "remove_from_playlist",
    description: "Removes a song, an album or an artist from one of the user's playlists.",
    said: /^(add|put)\b/i,
    instead: "remove",
  },
  book_restaurant: {
    tool: "cancel_reservation",
    description: "Cancels a reservation at a restaurant, a bar or another place to eat.",
    said: /\b(book|reserve)\b/i,
    instead: "cancel",
  },
  play_music: {
    tool: "stop_music",
    description: "Stops music that is playing.",
    said: /^play\b/i,
    instead: "stop playing",
  },
};

/** "Play …" as "stop playing …"; null where the sentence begins with another word. */
export function opposite(sentence: Sentence): Sentence | null {
  const [first, ...rest] = sentence.segments;
  const other = OPPOSITES[sentence.call.tool ?? ""];
  if (!first || first.parameter !== null || !other || !other.said.test(first.text)) return null;
  const opened: Segment = { ...first, text: first.text.replace(other.said, other.instead) };
  const segments = [opened, ...rest].map((segment) => (other.instead === "remove" ? from(segment) : segment));
  return { ...sentence, segments, call: { ...sentence.call, tool: other.tool } };
}

/** What is removed is removed from something. */
function from(segment: Segment): Segment {
  if (segment.parameter !== null) return segment;
  return { ...segment, text: segment.text.replace(/\b(to|onto|into|in|on)\b/gi, "from") };
}

const TITLES = ["movie_name", "track", "album", "entity_name"];

/** Another tool's wording around the values of this sentence; null where none takes them. */
export function ofAnotherTool(sentence: Sentence, others: readonly Sentence[], chance: Chance): Sentence | null {
  const texts = new Map(valueTextsOf(sentence));
  for (const title of TITLES) {
    const text = texts.get(title);
    if (text !== undefined && !texts.has("object_name")) texts.set("object_name", text);
  }
  const wordings = others.filter(
    (other) => other.call.tool !== sentence.call.tool && parametersIn(other).every((slot) => texts.has(slot)),
  );
  const wording = chance.pickOrNull(wordings);
  return wording === null ? null : snipsWithValues(wording, texts);
}

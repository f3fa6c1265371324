/** "Stop the music" and a tool that plays: what is near in meaning is not what is asked for. */
import { ENGLISH } from "#core/english/english.ts";
import { humanised } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { withoutPoliteness } from "../requests/politeness.ts";
import { flagIn } from "../values/flags.ts";
import { beginsWithDeed, type DeedKind, deedKinds } from "./same-deeds.ts";

const WORDS = ENGLISH.deeds;

/** Each kind with those that are its opposites. */
const opposites: ReadonlyMap<DeedKind, ReadonlySet<DeedKind>> = new Map(
  deedKinds.map((kind) => {
    const names = WORDS.opposites.flatMap(([one, other]) =>
      one === kind.name ? other : other === kind.name ? one : [],
    );
    return [kind, new Set(deedKinds.filter(({ name }) => names.includes(name)))];
  }),
);

/** What a tool does, as its name and its description begin. A tool outlives many queries. */
interface Does {
  readonly kinds: ReadonlySet<DeedKind>;
  readonly texts: readonly string[];
}
const remembered = new WeakMap<ReadableTool, Does>();

/**
 * Whether the text begins by asking for the opposite of what the tool does, and the tool has nothing to say it with: neither words
 * of its own for both, nor a parameter that turns it round.
 */
export function asksForOpposite(query: string, tool: ReadableTool): boolean {
  const { kinds, texts } = doneBy(tool);
  if (kinds.size === 0 || texts.some((text) => WORDS.both.test(text))) return false;
  const first = askedIn(query);
  const asked = first.length > 0 ? first : causedIn(query);
  if (asked.length === 0 || asked.some((kind) => kinds.has(kind))) return false;
  const opposed = asked.filter((kind) => [...kinds].some((own) => opposites.get(own)?.has(kind)));
  return opposed.some((kind) => !texts.some((text) => mentionsDeed(text, kind))) && !turnsRound(query, tool, opposed);
}

function doneBy(tool: ReadableTool): Does {
  const known = remembered.get(tool);
  if (known) return known;
  const texts = [humanised(tool.name), tool.description];
  const made = { kinds: new Set(deedKinds.filter(({ first }) => texts.some((text) => first.test(text)))), texts };
  remembered.set(tool, made);
  return made;
}

/** The kinds of the deed that the text begins with. Of "turn off the lights on the porch" none that needs more words. */
function askedIn(query: string): readonly DeedKind[] {
  const text = withoutPoliteness(query.replaceAll("’", "'"));
  const [lead = ""] = /[\p{L}']+/u.exec(text) ?? [];
  if (WORDS.gerund.test(lead)) return [];
  const found = deedKinds.flatMap((kind) => {
    const match = kind.first.exec(text);
    return match ? [{ kind, length: match[0].trimEnd().length }] : [];
  });
  // "Put the lights out" is no request to create them, and "turn on" is more than "turn".
  const isParticle = found.some(({ length }) => length > lead.length);
  if (!isParticle && WORDS.manyThings.has(lead.toLowerCase())) return [];
  const longer = found.filter(({ length }) => length > lead.length);
  const shortest = Math.min(...longer.map(({ length }) => length));
  return found.filter(({ length }) => (isParticle ? length === shortest : true)).map(({ kind }) => kind);
}

/** "Have the blinds closed": the kinds of what is to be done, where the text does not begin with it. */
function causedIn(query: string): readonly DeedKind[] {
  const text = query.replaceAll("’", "'");
  if (beginsWithDeed(withoutPoliteness(text))) return [];
  const caused = [...text.matchAll(WORDS.caused)].map(({ 1: deed = "" }) => deed);
  return deedKinds.filter(({ first }) => caused.some((deed) => first.test(deed)));
}

/** Whether the text has a word for a deed of the kind that stands for the deed, not for what came of it. */
function mentionsDeed(text: string, { anywhere }: DeedKind): boolean {
  const match = anywhere.exec(text);
  return match !== null && !WORDS.nouns.test(text.slice(0, match.index));
}

/** A flag or an option that the text sets may be what it is about. */
function turnsRound(query: string, { parameters }: ReadableTool, opposed: readonly DeedKind[]): boolean {
  return parameters.some(({ type, name, choices }) => {
    if (type === "boolean") return flagIn(query, name, false) !== null;
    const options = choices.map((choice) => humanised(String(choice)));
    const [pole = "", ...others] = options;
    if (others.length === 1 && flagIn(query, pole, false) !== null) return true;
    return options.some((option) => opposed.some(({ first }) => first.test(option)));
  });
}

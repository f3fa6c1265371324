/** How people begin who ask for something. No network is asked. */
import { ENGLISH } from "#core/english/english.ts";
import type { Span } from "#core/span.ts";
import { beginsWithDeed } from "../choosing/same-deeds.ts";
import { contentWords } from "../name-words.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { withoutPoliteness, withoutWish } from "./politeness.ts";
import { piecesOf } from "./request-pieces.ts";

const WORDS = ENGLISH.requestBorders;
const OPENS = new RegExp(String.raw`^\W*(?:${ENGLISH.asking.openings}|${WORDS.verbs})(?![\p{L}\p{N}])`, "iu");
/** "Check-out" is no check. Letters of all scripts are none of what stands before: else each would be tried to the end. */
const COMPOUND = /^[^\p{L}\p{N}_]*\p{L}+-\p{L}/u;
const QUOTED = /^\W*["“‘'`]/u;

/** Whether it begins as people begin who ask the tool for something. */
export function opensRequest(said: string, tool: ReadableTool): boolean {
  return opensBy(said, leadsOf(tool));
}

/** @param leads first words of names and descriptions of tools */
function opensBy(said: string, leads: ReadonlySet<string>): boolean {
  const text = withoutWish(said);
  // What is quoted is a value, whatever it says.
  if (QUOTED.test(text) || COMPOUND.test(text)) return false;
  if (beginsWithDeed(text) || (OPENS.test(text) && !WORDS.subjects.test(text))) return true;
  const [lead] = contentWords(/^[\p{L}\p{N}]*/u.exec(text)?.[0] ?? "");
  return lead !== undefined && leads.has(lead);
}

/** Whether it begins as people begin who tell something. */
export function opensStatement(said: string): boolean {
  return WORDS.subjects.test(withoutPoliteness(said));
}

/** Whether a piece behind the first one begins with a deed, or as a tool's name does, as people begin who ask for something. */
export function mayAskForMore(query: string, tools: readonly ReadableTool[]): boolean {
  const [, ...rest] = piecesOf(query);
  return (
    rest.length <= FURTHER_PIECES_MAX &&
    rest.some(({ start, end }) => {
      const asks = withoutPoliteness(query.slice(start, end));
      // "New York" within a sentence is a name, and nothing is to be made anew.
      const isName = /^\W*\p{Lu}/u.test(asks) && !/[.!?;:\n]\s*$/u.test(query.slice(0, start));
      if (QUOTED.test(asks) || isName) return false;
      return beginsWithDeed(asks) || beginsAsTool(asks, tools) || beginsWithNamed(asks, tools);
    })
  );
}

/** Whether it begins with what is asked for, and may ask for more behind it, in whatever words people ask. */
export function asksInTwo(query: string, tools: readonly ReadableTool[]): boolean {
  const [first, ...rest] = piecesOf(query);
  if (!first || rest.length === 0 || rest.length > FURTHER_PIECES_MAX) return false;
  const leads = leadsOfAll(tools);
  const asks = ({ start, end }: Span) => opensBy(query.slice(start, end), leads);
  return asks(first) && rest.some(asks);
}

/**
 * What is told before anything is asked for: "A car goes 10 km in 5 minutes. How fast is it? …" Null where a sentence begins with a
 * request, or none comes.
 */
export function preludeOf(query: string, tools: readonly ReadableTool[]): Span | null {
  const pieces = piecesOf(query);
  if (!pieces.some(({ border }, at) => at > 0 && border === "sentence")) return null;
  const leads = leadsOfAll(tools);
  const asks = ({ start, end }: Span) => {
    const said = query.slice(start, end);
    return !WORDS.thirdPerson.test(said) && opensBy(said, leads);
  };
  const first = pieces.findIndex(asks);
  const [begin, end] = [pieces[0], pieces[first - 1]];
  return begin && end && pieces[first]?.border === "sentence" ? { start: begin.start, end: end.end } : null;
}

/** Whether it begins with the first word of the name of one of them. */
export function beginsAsTool(said: string, tools: readonly ReadableTool[]): boolean {
  const [lead] = contentWords(/^[\p{L}\p{N}]*/u.exec(said)?.[0] ?? "");
  return lead !== undefined && tools.some((tool) => leadOf(tool) === lead);
}

/** "Heat the office": a word of a tool's name, said of something that has an article. */
function beginsWithNamed(said: string, tools: readonly ReadableTool[]): boolean {
  const verb = WORDS.beforeArticle.exec(said)?.[1];
  const [word] = verb === undefined ? [] : contentWords(verb);
  return word !== undefined && tools.some((tool) => leadsIn(tool).named.has(word));
}

interface Leads {
  /** The first word of its name; empty where that has none. */
  readonly name: string;
  /** All words of its name. */
  readonly named: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

/** A tool outlives many queries. */
const known = new WeakMap<ReadableTool, Leads>();

function leadOf(tool: ReadableTool): string {
  return leadsIn(tool).name;
}

/** Of thousands of tools together, so that each piece is looked at once. */
function leadsOfAll(tools: readonly ReadableTool[]): ReadonlySet<string> {
  return new Set(tools.flatMap((tool) => [...leadsOf(tool)]));
}

/** The first words of its name and of its description. */
function leadsOf(tool: ReadableTool): ReadonlySet<string> {
  return leadsIn(tool).all;
}

function leadsIn(tool: ReadableTool): Leads {
  const before = known.get(tool);
  if (before) return before;
  // `bank.close_account` closes: what stands before the point says whose tool it is.
  const words = contentWords(tool.name.slice(tool.name.lastIndexOf(".") + 1));
  const [name = ""] = words;
  const leads = { name, named: new Set(words), all: new Set([name, ...contentWords(tool.description).slice(0, 1)]) };
  known.set(tool, leads);
  return leads;
}

/** What has more of them tells a story: whoever wants one call is not to wait for all of it to be read. */
const FURTHER_PIECES_MAX = 2;

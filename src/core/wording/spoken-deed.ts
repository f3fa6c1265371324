/** What a tool does, by its name, the first words of its description, and values that are deeds themselves. */
import {
  DEED_PARAMETERS,
  type Deed,
  type DeedKind,
  MONEY_NOUNS,
  NAME_PREPOSITIONS,
  PARTICLES,
  SILENT_ENDINGS,
  SPOKEN_DEEDS,
  SWITCH_PARAMETERS,
  SWITCH_VALUES,
  SWITCHING_VERBS,
  VERBS_AND_NOUNS,
} from "../english/spoken-deed-words.ts";
import type { Tool } from "../toolset.ts";
import { wordsOf } from "./response-labels.ts";
import type { Fact } from "./spoken-facts.ts";

export interface SpokenDeed extends Deed {
  /** With a particle where it has one: "turn on". Empty for a tool whose name is only a thing. */
  readonly verb: string;
  /** Words of the thing that it is done to, and what stands behind it: "item" and "to cart". */
  readonly object: readonly string[];
  readonly behind: readonly string[];
  /** What the deed already says. */
  readonly used: Fact | null;
}

const NOTHING: Deed = { kind: "do", article: "the" };

/** The deed of a call: "turn on" and "light" for `set_light` with a `state` of "on". */
export function deedOf(tool: Tool, facts: readonly Fact[]): SpokenDeed {
  const named = namedDeed(tool);
  if (named.verb === "" || SWITCHING_VERBS.has(named.verb)) {
    for (const fact of facts) {
      const switched = switchedBy(fact, named);
      if (switched) return switched;
    }
  }
  return named.object.length === 0 && facts.length === 0 ? describedDeed(tool, named) : named;
}

/** More words are more than the name of a thing. */
const DESCRIBED_WORDS_MAX = 4;

/** Of a name that is a verb alone, and of no values, the description says what it is done to: "Cancels a booking." */
function describedDeed({ description }: Tool, named: SpokenDeed): SpokenDeed {
  const told = toldVerb(description);
  const [first = ""] = description
    .trim()
    .replace(PREAMBLE, "")
    .split(/[.,;:(!?]/u);
  const words = first
    .split(/\s+/u)
    .slice(1)
    .filter((word) => !ARTICLES.has(word));
  const thing = things(words.map((word) => word.toLowerCase())).object;
  if (told === null || thing.length === 0 || thing.length > DESCRIBED_WORDS_MAX) return named;
  return { ...named, ...turned([told], SPOKEN_DEEDS.get(told) ?? NOTHING), object: thing };
}
const ARTICLES = new Set(["a", "an", "the"]);

function switchedBy(fact: Fact, named: SpokenDeed): SpokenDeed | null {
  const name = fact.words.join("_").toLowerCase();
  const own = fact.words.at(-1)?.toLowerCase() ?? "";
  const way = SWITCH_PARAMETERS.has(name) || SWITCH_PARAMETERS.has(own) ? SWITCH_VALUES[String(fact.value)] : undefined;
  if (way !== undefined) return { ...named, verb: `turn ${way}`, kind: way, article: "the", used: fact };
  if (!DEED_PARAMETERS.has(own) || typeof fact.value !== "string") return null;
  const words = wordsOf(fact.value).split(" ");
  const [verb = "", particle = ""] = words;
  const deed = SPOKEN_DEEDS.get(verb) ?? NOTHING;
  const isPhrase = words.length === 1 || (words.length === 2 && PARTICLES.has(particle));
  return isPhrase && /^[a-z]+$/.test(verb) ? { ...named, ...turned(words, deed), used: fact } : null;
}

/** "turn on" is a deed of its own kind. */
function turned(words: readonly string[], deed: Deed): Pick<SpokenDeed, "verb" | "kind" | "article"> {
  const way = words.find((word) => word === "on" || word === "off");
  const isSwitched = SWITCHING_VERBS.has(words[0] ?? "") && (way === "on" || way === "off");
  return { verb: words.join(" "), kind: isSwitched ? way : deed.kind, article: deed.article };
}

/** Of a name that has several parts the last one says what is done: `calendar.create_event`. */
function namedDeed({ name, description }: Tool): SpokenDeed {
  const words = wordsOf(name.split(/[./:]/).at(-1) ?? name).split(" ");
  const [first = ""] = words;
  const told = toldVerb(description);
  const isVerb =
    (SPOKEN_DEEDS.has(first) && !isThingIn(description, words, told)) || (words.length > 1 && told === first);
  if (isVerb) return parted(first, words.slice(1));
  if (told === null || !SPOKEN_DEEDS.has(told)) return { ...NOTHING, verb: "", ...things(words), used: null };
  return parted(told, words);
}

/** "order status" orders nothing: "get the status of an order" says so, and a "wake-up call" wakes nobody yet. */
function isThingIn(description: string, words: readonly string[], told: string | null): boolean {
  const [first = ""] = words;
  if (told === null || told === first) return false;
  const plain = description.toLowerCase().split(/[^a-z]+/);
  if (words.length > 1 && ` ${plain.join(" ")} `.includes(` ${words.join(" ")} `)) return true;
  if (!VERBS_AND_NOUNS.has(first)) return false;
  if (LOOKING.has(SPOKEN_DEEDS.get(told)?.kind ?? "do") && !LOOKING.has(SPOKEN_DEEDS.get(first)?.kind ?? "do"))
    return true;
  return plain.some((word) => word === first || word === `${first}s`);
}

/** Kinds of deed that only look. */
const LOOKING = new Set<DeedKind>(["look", "find", "check"]);

function parted(verb: string, rest: readonly string[]): SpokenDeed {
  const deed = SPOKEN_DEEDS.get(verb) ?? NOTHING;
  const [particle = ""] = rest;
  const isParticle = PARTICLES.has(particle) && !(rest.length === 1 && particle === "in");
  const words = isParticle ? [verb, particle] : [verb];
  const thing = things(isParticle ? rest.slice(1) : rest);
  const said = turned(words, deed);
  // Money that is moved goes to somebody.
  const kind = said.kind === "move" && MONEY_NOUNS.has(thing.object.at(-1) ?? "") ? "send" : said.kind;
  return { ...said, kind, ...thing, used: null };
}

function things(words: readonly string[]): Pick<SpokenDeed, "object" | "behind"> {
  const at = words.findIndex((word) => NAME_PREPOSITIONS.has(word));
  const object = at === -1 ? words : words.slice(0, at);
  const isSilent = object.length > 1 && SILENT_ENDINGS.has(object.at(-1) ?? "");
  const behind = at === -1 || at === words.length - 1 ? [] : words.slice(at);
  return { object: isSilent ? object.slice(0, -1) : object, behind };
}

/** What a description says before it comes to the point. */
const PREAMBLE =
  /^(?:(?:this|the) (?:function|tool|api|endpoint|method|command|service) )?(?:(?:is|can be) )?(?:used (?:to|for) |allows (?:you|users|the user) to |lets (?:you|users) |enables (?:you|users) to |will |an? (?:function|tool|api|method) (?:to|that|which|for) )?/i;

/** The first word of a description, as an order: "book" of "Books a table". Null where there is none. */
function toldVerb(description: string): string | null {
  const [first = ""] = description.trim().replace(PREAMBLE, "").split(/\s+/u, 1);
  const word = first.toLowerCase().replace(/[^a-z]+$/, "");
  if (word === "") return null;
  const stem = word.replace(/ing$/, "");
  const forms = [word, word.replace(/ies$/, "y"), word.replace(/es$/, ""), word.replace(/s$/, ""), stem, `${stem}e`];
  return forms.find((form) => SPOKEN_DEEDS.has(form)) ?? word.replace(/s$/, "");
}

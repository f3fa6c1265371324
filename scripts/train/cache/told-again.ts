/**
 * Sentences that say again what others say, by rule: words of the same meaning, other frames, parts in another order. They are
 * made of descriptions of tools, many of which differ by one word only: what a cache must tell apart.
 */
import type { Chance } from "../../eval/cache/chance.ts";

/** Each line: words that stand for one another in descriptions; the first is what is looked for. */
const SYNONYMS: readonly (readonly string[])[] = [
  "retrieve|obtain|fetch|look up",
  "get|obtain|receive|fetch",
  "retrieves|obtains|fetches|looks up",
  "calculate|compute|work out",
  "analyze|examine|study",
  "create|make|set up|produce",
  "provide|give|supply|offer",
  "provides|gives|supplies|offers",
  "provided|given|supplied",
  "determine|find out|establish",
  "check|verify|inspect",
  "estimate|assess|gauge",
  "generate|produce|create",
  "update|change|modify|revise",
  "search for|look for|seek",
  "find|locate|discover",
  "identify|recognise|pick out",
  "monitor|observe|track|keep track of",
  "evaluate|assess|judge",
  "perform|carry out|conduct",
  "schedule|arrange|plan",
  "submit|hand in|send in",
  "specify|state|indicate",
  "specified|given|indicated|stated",
  "specific|particular|certain",
  "desired|wanted|preferred",
  "required|needed|necessary",
  "available|at hand|on offer",
  "additional|extra|further",
  "various|different|several",
  "current|present",
  "overall|general|total",
  "entire|whole|complete",
  "information|details|data",
  "type|kind|sort",
  "location|place|position",
  "amount|quantity",
  "list|enumeration|collection",
  "person|individual",
  "area|region",
  "time period|span of time|period",
  "purpose|aim|goal",
  "method|approach|way",
  "issue|problem",
  "result|outcome",
  "results|outcomes|findings",
  "name|title",
  "company|firm|business",
  "employee|worker|member of staff",
  "customer|client",
  "user|person using it",
  "item|article|thing",
  "successful|a success",
  "successfully|with success|properly",
  "indicates|shows|tells",
  "indicating|showing|telling",
  "indicate|show|tell",
  "used|employed|utilised|applied",
  "using|by means of|with the help of",
  "based on|according to|depending on",
  "associated with|linked to|related to|belonging to",
  "contains|holds|includes",
  "including|among them|such as",
  "related to|about|concerning",
  "should|ought to|must",
  "within|inside|in",
  "whether|if",
  "you want to|you wish to|you would like to",
  "e.g.,|for example|such as|for instance",
].map((line) => line.split("|"));
/** How often a word or a frame that could be another one is. */
const CHANGED_SHARE = 0.65;

/** Another wording of a description; the same one where no rule fits it, or by chance. */
export function toldAgain(text: string, chance: Chance): string {
  return inOtherWords(inAnotherFrame(text, chance), chance);
}

function inOtherWords(text: string, chance: Chance): string {
  return SYNONYMS.reduce((told, [first = "", ...others]) => {
    const pattern = first.replaceAll(".", "\\.");
    const found = new RegExp(`(?<![\\p{L}_\`])${pattern}(?![\\p{L}_(\`])`, "iu").exec(told);
    if (!found || chance.next() > CHANGED_SHARE) return told;
    const [whole] = found;
    const other = chance.pick(others);
    return (
      told.slice(0, found.index) +
      (/^\p{Lu}/u.test(whole) ? capital(other) : other) +
      told.slice(found.index + whole.length)
    );
  }, text);
}

function inAnotherFrame(text: string, chance: Chance): string {
  const frames = FRAMES.flatMap(([pattern, tell]) => {
    const found = pattern.exec(text);
    return found ? [tell(found[1] ?? "", found[2] ?? "")] : [];
  });
  return frames.length === 0 || chance.next() > CHANGED_SHARE ? text : chance.pick(frames);
}

/** Begins with what to do, not with what it is. */
const TO_DO = /^((?!The|An?|Indicates|Flag)\p{Lu}\p{Ll}+(?<!ed|s|ing|ion|er|y) .+)$/u;

const FRAMES: readonly (readonly [RegExp, (one: string, other: string) => string])[] = [
  [
    /^(\p{Lu}\p{Ll}+ .+?) ((?:at|for|in|from|based on|using|on) (?:a|an|the) .+)$/u,
    (one, other) => `${capital(other)}, ${small(one)}`,
  ],
  [/^(The [^`]+)$/u, (one) => `This is ${small(one)}`],
  [/^The (\p{Ll}+) of (the [\p{Ll} ]+)$/u, (one, other) => `${capital(other)}'s ${one}`],
  [/^The (.+?) for which you want to (?:retrieve|get) (.+)$/u, (one, other) => `You want ${other} for this ${one}`],
  [/^(?:Indicates|Flag indicating) (?:whether|if) (.+)$/u, (one) => `It says whether ${one}`],
  [TO_DO, (one) => `It is used to ${small(one)}`],
  [TO_DO, (one) => `With this, you can ${small(one)}`],
  [/^(.+?) \(e\.g\., (.+)\)$/u, (one, other) => `${one}: ${other} and the like`],
  [/^The (`\S+`) function is used to (.+)$/u, (one, other) => `${capital(other)} by calling ${one}`],
  [/^The (`\S+`) function is used to (.+)$/u, (one, other) => `With ${one}, it is possible to ${other}`],
  [/^The (`\S+`) parameter is (.+)$/u, (one, other) => `${capital(other)} is given in the ${one} parameter`],
  [/^The (`\S+`) parameter is (.+)$/u, (one, other) => `${one} stands for ${other}`],
];

function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Questions about how things are or were, and tools that change things: one is seldom asked for with the other. */
import { humanised } from "../name-words.ts";

const SENTENCE_END = /(?<![.!?])[.!?]+\s+/;
const GREETED = String.raw`^\W*(?:(?:hey|hi|hello|ok|okay|so|and|but|well|sorry|alexa|please)\W+)*`;
const PERSON = "(?:i|we|you|they|he|she|it|someone|somebody|anyone|anybody)";
const AUXILIARY = "(?:is|are|was|were|did|do|does|has|have|had)";
const ASKS = new RegExp(
  `${GREETED}(?:${[
    "(?:did|has|was|were|is|are)(?:n't)?",
    `(?:have|haven't) ${PERSON}`,
    "am i",
    "(?:what|when)(?:'s|s)",
    "what|which",
    `when ${AUXILIARY}`,
  ].join("|")})\\b`,
  "i",
);
/** How people ask for something to be done. */
const REQUESTS = new RegExp(
  `${GREETED}(?:(?:is|are) there|is (?:it|this) (?:ok|okay|possible|alright)|are you able|do you (?:mind|have)|(?:what|how) about|what if|why (?:not|don't))\\b` +
    String.raw`|\b(?:can|could|would|will) (?:you|we|i)\b|\bplease\b|\bi(?:'d| would)? (?:want|need|like)\b`,
  "i",
);

/** First words of tools that change something, without those that are names of things as often ("report", "exchange"). */
const DEEDS = new Set(
  (
    "accept activate add adjust approve arm assign block book buy cancel change charge clean clear close connect create deactivate " +
    "decrease delete deploy deposit dim disable disarm disconnect donate edit enable enroll forward freeze increase insert install " +
    "invite launch lock lower mark modify move mute notify open order pause pay play post print publish purchase raise reboot redeem " +
    "refund register reject remind remove rename renew reopen replace reply reschedule reserve reset restart resume revoke save " +
    "schedule send set shut skip snooze start stop submit subscribe suspend switch toggle transfer turn tweet unblock unlock unmute " +
    "unsubscribe update upgrade upload vacuum withdraw write"
  ).split(" "),
);
/** Of tools that tell something, too. */
const TELLS =
  /\b(?:quer(?:y|ies)|search|find|get|check|show|look|status|state|history|info(?:rmation)?|details|whether)\b/i;

/**
 * Whether an English query asks how something is or was: "did I lock the door?", "what did I pay?". Of the utterances of HWU64
 * that begin so, 98 of 100 are for tools that look something up. "How do I" may be answered by doing it, and is left out.
 */
export function asksHowThingsAre(query: string): boolean {
  // What was said before the last sentence is no longer asked.
  const last = query.trim().split(SENTENCE_END).at(-1) ?? "";
  return ASKS.test(last) && !REQUESTS.test(last) && !REQUESTS.test(query);
}

/** Whether a tool, by its English name and description, changes something and tells nothing. */
export function isDeed({ name, description }: { readonly name: string; readonly description: string }): boolean {
  const said = [humanised(name), description];
  return said.some((text) => DEEDS.has(firstVerb(text))) && !said.some((text) => TELLS.test(text));
}

/** The first word, without the ending of "sets" and "switches". */
function firstVerb(text: string): string {
  const [word = ""] = /[a-z]+/i.exec(text) ?? [];
  const lower = word.toLowerCase();
  return [lower, lower.replace(/s$/, ""), lower.replace(/es$/, "")].find((one) => DEEDS.has(one)) ?? lower;
}

/** What a tool does, as a sentence says it. */

import type { Tool } from "../toolset.ts";
import type { Language } from "./languages.ts";
import { wordsOf } from "./response-labels.ts";

/** Verbs that descriptions of tools begin with. A description that begins otherwise may not be about doing at all. */
const VERBS = new Set(
  (
    "add adjust allocate analyze answer apply approve archive arrange assign attach authenticate authorize begin block book " +
    "buy calculate call cancel change charge check choose classify clean clear close collect compare compile compose compress " +
    "compute configure confirm connect convert copy count create decrease delete deliver deploy describe detect determine " +
    "disable display distribute download draw edit email enable encrypt end estimate evaluate execute export extract fetch " +
    "fill filter find fix follow format forward generate get give go identify import increase initialize insert inspect install " +
    "invite join launch list listen load locate lock log look make manage mark match measure merge modify monitor move mute " +
    "notify obtain open order organize pause pay perform play post predict prepare print process produce publish purchase put " +
    "query rate read recommend record redeem reduce refund register remind remove rename rent repeat replace reply report " +
    "request reschedule reserve reset resolve restart restore resume retrieve return review run save scan schedule search " +
    "see select sell send set share ship show shut sign simulate skip solve sort start stop store submit subscribe suggest " +
    "summarize switch take tell test track transfer translate trigger turn unlock unsubscribe update upgrade upload use validate " +
    "verify view visualize wait watch withdraw write"
  ).split(" "),
);
const ACTION_WORDS_MAX = 12;
/** What a description says before it comes to the point. */
const PREAMBLE =
  /^(?:(?:this|the) (?:function|tool|api|endpoint|method|command|service) )?(?:(?:is|can be) )?(?:used (?:to|for) |allows (?:you|users|the user) to |lets (?:you|users) |enables (?:you|users) to |will |an? (?:function|tool|api|method) (?:to|that|which|for) )?/i;
/** What a sentence that was cut short must not end with, with the half of a phrase before it. */
const DANGLING =
  /(?: (?:a|an|and|at|by|e\.?g|for|from|given|i\.?e|in|its|number|of|on|or|specific|such|as|the|their|to|with|your))+$/;

/** A second action of which only the beginning is left. */
const BEGUN = /(?: and| or) \S+(?: \S+)?$/;

/** "book a table", an imperative without a full stop; in quotes where the language only quotes it. */
export function actionOf(tool: Tool, language: Language): string {
  const plain = tool.description
    .replace(/\([^)]*\)/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  const [first = ""] = plain.split(/(?<=[.!?])\s/u);
  const whole = first.replace(/[.!?,;:\s]+$/u, "");
  const name = wordsOf(tool.name);
  if (language.quotesActions) return language.quotes.join(whole === "" ? name : whole);
  const [lead = "", ...rest] = whole.replace(PREAMBLE, "").split(" ");
  const verb = imperativeOf(lead.toLowerCase());
  if (verb !== null && rest.length > 0) return shortened([verb, ...asOrdered(lead, rest)]).replace(/[,;:\s]+$/u, "");
  const [nameVerb = "", ...nameRest] = name.split(" ");
  return VERBS.has(nameVerb) && nameRest.length > 0
    ? `${nameVerb} the ${nameRest.join(" ")}`
    : `use ${language.quotes.join(name)}`;
}

/** "books", "booking" and "book" as "book"; null for what is no known verb. */
function imperativeOf(word: string): string | null {
  const stem = word.replace(/ing$/, "");
  const forms = [word, word.replace(/ies$/, "y"), word.replace(/es$/, ""), word.replace(/s$/, ""), stem, `${stem}e`];
  return forms.find((form) => VERBS.has(form)) ?? null;
}

/** "locks or unlocks a door" and "…, and sets its color": every verb as the first one. */
function asOrdered(lead: string, rest: readonly string[]): readonly string[] {
  const isTold = /[a-z]s$/.test(lead);
  return rest.map((word, index) => {
    const isNext = /^(?:and|or|then)$/.test(rest[index - 1] ?? "");
    return isTold && isNext && word.endsWith("s") ? (imperativeOf(word) ?? word) : word;
  });
}

/** A description says how and on what grounds; the sentence only needs what. */
function shortened(words: readonly string[]): string {
  const text = words.join(" ");
  if (words.length <= ACTION_WORDS_MAX) return text.replace(DANGLING, "");
  const [clause = text] = text.split(/,|;|:| based on | using | given | including | by (?=\w+ing)| according to /u);
  const kept = clause.split(" ").slice(0, ACTION_WORDS_MAX).join(" ").replace(DANGLING, "");
  return kept.length < clause.length ? kept.replace(BEGUN, "") : kept;
}

/** A call as English says it: "Booking a table at Chez Anna for 4 people on 24 December". */
import { SAID_OTHERWISE } from "../english/spoken-deed-words.ts";
import { objectOf } from "./english-object.ts";
import { tailsOf } from "./english-tails.ts";
import { gerund, isMassNoun } from "./english-words.ts";
import type { SpokenDeed } from "./spoken-deed.ts";
import type { Fact } from "./spoken-facts.ts";

/** Without a full stop. */
export function englishSentence(deed: SpokenDeed, facts: readonly Fact[]): string {
  const left = facts.filter((fact) => fact !== deed.used);
  const { text: object, used } = objectOf(deed, left);
  const rest = left.filter((fact) => !used.includes(fact));
  const behind = deed.behind.length === 0 ? "" : withThe(deed.behind);
  const verb = deed.verb === "" ? "" : gerund(SAID_OTHERWISE[deed.verb] ?? deed.verb) + (isPaidFor(deed) ? " for" : "");
  const parts = [verb, object, behind].filter((part) => part !== "");
  return tailsOf(rest, deed).reduce((said, tail) => said + (/^[,:]/.test(tail) ? tail : ` ${tail}`), parts.join(" "));
}

/** "Paying for parking", but "paying the bill". */
function isPaidFor({ verb, object }: SpokenDeed): boolean {
  return verb === "pay" && isMassNoun(object.at(-1) ?? "");
}

/** "to cart" is "to the cart". */
function withThe([preposition = "", ...noun]: readonly string[]): string {
  return noun.length === 0 ? preposition : `${preposition} the ${noun.join(" ")}`;
}

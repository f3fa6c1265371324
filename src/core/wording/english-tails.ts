/** What stands behind a deed and its thing: "at Chez Anna for 4 people tomorrow at 7 pm". */
import { isMeasure, measured, takesNewValue } from "./english-object.ts";
import { manyNamed, type Part, PLACES, partOf, peopleOf, type Situation } from "./english-roles.ts";
import { all, isPluralNoun, manyOf, singularOf } from "./english-words.ts";
import type { SpokenDeed } from "./spoken-deed.ts";
import type { Fact } from "./spoken-facts.ts";

/** The parts in the order in which they are said. `facts`: what the object does not say already. */
export function tailsOf(facts: readonly Fact[], deed: SpokenDeed): readonly string[] {
  const { parts: together, used } = saidTogether(facts);
  const alone = facts.filter((fact) => !used.includes(fact));
  const situation: Situation = {
    deed,
    isSpan: (["day", "time"] as const).some((role) => alone.filter((fact) => fact.role === role).length === 2),
    isOnlyNumber: alone.filter(({ value }) => typeof value === "number").length === 1,
    lasts: alone.some(({ words, value }) => typeof value === "number" && WHOLE_DAYS.has(words.at(-1) ?? "")),
    newValue: takesNewValue(deed, facts) ? singularOf(deed.object.at(-1) ?? "") : null,
  };
  const parts: Part[] = [...together];
  const apart: string[] = [];
  for (const fact of alone) {
    const part = partOf(fact, situation);
    if (part) parts.push(part);
    else apart.push(saidApart(fact));
  }
  if (apart.length > 0) parts.push(["apart", `: ${apart.join(", ")}`]);
  const inOrder = parts.toSorted(([one], [other]) => PLACES.indexOf(one) - PLACES.indexOf(other));
  // "within 5 miles of Graz".
  return inOrder.map(([, text], at) =>
    inOrder[at - 1]?.[1].startsWith("within ") ? text.replace(/^in /, "of ") : text,
  );
}

const WHOLE_DAYS = new Set(["days", "nights", "weeks"]);

interface Together {
  readonly parts: readonly Part[];
  readonly used: readonly Fact[];
}

/** "for 2 adults and 1 child", ", 3 towels", "with 5 kilograms of fish", "of Aspirin and Ibuprofen". */
function saidTogether(facts: readonly Fact[]): Together {
  const parts: Part[] = [];
  const used: Fact[] = [];
  const people = facts.filter(({ role }) => role === "people");
  if (people.length > 1) {
    parts.push(["people", `for ${all(people.map(peopleOf))}`]);
    used.push(...people);
  }
  const items = facts.filter(({ role }) => role === "item");
  const [item] = items;
  if (!item) return { parts, used };
  const count = facts.find(({ role, words }) => role === "count" && words.length === 1 && words[0] !== "copies");
  const portion = facts.find(
    ({ role, value, text }) => role === "amount" && typeof value === "number" && UNIT.test(text),
  );
  if (items.length > 1) {
    parts.push(["item", `of ${all(items.map(({ text }) => text))}`]);
    used.push(...items);
  } else if (count) {
    parts.push(["rest", `, ${count.text} ${count.value === 1 ? item.text : manyOf(item.text)}`]);
    used.push(count, item);
  } else if (portion) {
    parts.push(["people", `with ${portion.text} of ${item.text}`]);
    used.push(portion, item);
  }
  return { parts, used };
}
const UNIT = /\p{L}{3}/u;

/** What has no place in the sentence stands behind it: "gear.stl", "300 calories", "tank 4". */
function saidApart(fact: Fact): string {
  const { value, words, text } = fact;
  if (isMeasure(fact)) return measured(fact);
  const isBare = typeof value === "number" && !/[\p{L}%]/u.test(text);
  if (!isBare) return text;
  return isPluralNoun(words.at(-1) ?? "") ? manyNamed(fact) : [...words, text].join(" ");
}

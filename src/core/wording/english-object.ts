/** What a deed is done to: "a table", "the front door", "2 large pizzas", "order 4711". */
import { MADE_ANEW, MONEY_NOUNS, STANDS_FOR, SUMS, WRITTEN_THINGS } from "../english/spoken-deed-words.ts";
import {
  CHANGING_VERBS,
  INTO_VERBS,
  MEASURED,
  MEASURES,
  PACKAGES,
  PEOPLE_COUNTS,
  ROLES_BY_WORD,
  SEARCH_WORDS,
} from "../english/spoken-role-words.ts";
import { isMassNoun, isPluralNoun, manyOf, pluralOf, singularOf, withArticle } from "./english-words.ts";
import type { SpokenDeed } from "./spoken-deed.ts";
import type { Fact } from "./spoken-facts.ts";

export interface SpokenObject {
  readonly text: string;
  /** Said in it. */
  readonly used: readonly Fact[];
}

export function objectOf(deed: SpokenDeed, facts: readonly Fact[]): SpokenObject {
  const head = singularOf(deed.object.at(-1) ?? "");
  const text = facts.find(({ role, words }) => role === "text" && words.at(-1) === head && deed.article === "the");
  if (text) return { text: quoted(text.text), used: [text] };
  const brought =
    INTO_VERBS.has(deed.verb) && facts.find(({ role, words }) => role === "from" && words.at(-1) === head);
  if (brought) return { text: brought.text, used: [brought] };
  const dated =
    deed.article === "the" &&
    DATED_DEEDS.has(deed.verb) &&
    facts.find(({ role, words }) => role === "day" && words.length > 1 && words[0] === head);
  if (dated) return { text: `the ${deed.object.join(" ")} of ${dated.text}`, used: [dated] };
  const packed = packedThing(head, facts);
  if (packed) return packed;
  const isNew = takesNewValue(deed, facts);
  const same = facts.find((fact) => isNameOf(fact, head, deed, isNew));
  // "3 towels" of housekeeping is no three of that.
  const isOfItem = !same && head !== "" && facts.some(({ role }) => role === "item");
  const count = facts.find(
    (fact) => isCountOf(fact, head, same) && !(isOfItem && singularOf(fact.words.at(-1) ?? "") !== head),
  );
  const counts = count ? [count] : [];
  if (same) return { text: countedThing(namedThing(deed, same, head), same, count), used: [same, ...counts] };
  const money = facts.find(({ role }) => role === "amount");
  if (money && (head === "" || MONEY_NOUNS.has(head)) && deed.kind !== "find")
    return { text: deed.kind === "plan" ? `${withArticle(head)} of ${money.text}` : money.text, used: [money] };
  if (money && SUMS.has(head) && isMadeOrPlaced(deed))
    return { text: `${withArticle(head)} of ${money.text}`, used: [money] };
  if (head === "") return standIn(facts, deed);
  const whole = facts.find((fact) => isWholeOf(fact, deed));
  if (whole) {
    const object = deed.object.filter((word) => word !== whole.words.at(-1));
    const part = articled(object.join(" "), { ...deed, object }, false);
    const named = namedThing({ ...deed, object: [], article: "the" }, whole, whole.words.at(-1) ?? "");
    return { text: `${part} ${deed.article === "a" ? "for" : "of"} ${named}`, used: [whole] };
  }
  const measure = isMassNoun(head) && facts.find(isMeasure);
  if (measure && deed.article === "a") {
    const looks = facts.filter((fact) => isAdjective(fact, deed));
    const noun = [...adjectives(looks), ...deed.object].join(" ");
    return { text: `${measured(measure)} of ${noun}`, used: [measure, ...looks] };
  }
  const before = facts
    .filter((fact) => isAdjective(fact, deed))
    .filter((fact, _, every) => fact.role !== null || fact === every.find(({ role }) => role === null));
  const rooms = before.filter(({ role }) => role === "room");
  const words = [...adjectives(before), ...rooms.map(({ text: room }) => room), ...deed.object].filter(
    (word, at, every) => every.indexOf(word) === at,
  );
  const used = [...before, ...counts];
  if (!count) return { text: articled(words.join(" "), deed, before.length > 0), used };
  const noun = count.value === 1 ? head : pluralOf(head);
  return { text: `${count.text} ${[...words.slice(0, -1), noun].join(" ")}`, used };
}

/** "12 pallets of salt"; null where nothing is packed, or its number is not said. */
function packedThing(head: string, facts: readonly Fact[]): SpokenObject | null {
  const item = facts.find(({ role, value }) => role === "item" && typeof value === "string");
  const count = facts.find(({ role, value }) => role === "count" && typeof value === "number");
  if (!PACKAGES.has(head) || !item || !count) return null;
  return { text: `${count.text} ${count.value === 1 ? head : pluralOf(head)} of ${item.text}`, used: [item, count] };
}

/** What is done to a thing of a day, on another day. */
const DATED_DEEDS = new Set(["restore", "delete", "show", "download", "open", "export", "send", "print"]);

function isMadeOrPlaced(deed: SpokenDeed): boolean {
  return isMadeNew(deed) || deed.verb === "place" || deed.verb === "submit";
}

/** Whether an object of two words is a part of this: the status of `flight LH400`. */
function isWholeOf({ words, isId, role, value }: Fact, { object, kind }: SpokenDeed): boolean {
  const isPart = object.length > 1 && object.slice(0, -1).includes(words.at(-1) ?? "");
  if (!isPart || NEVER_NAMES.has(role ?? "") || role === "amount" || typeof value === "boolean") return false;
  return isId || role === "person" || WHOLE_DEEDS.has(kind);
}

const WHOLE_DEEDS = new Set<string>(["look", "check", "track", "set", "change"]);

/** A number of what is poured, weighed or laid. */
export function isMeasure({ value, words, text }: Fact): boolean {
  const own = words.at(-1) ?? "";
  if (typeof value !== "number") return false;
  return (
    (MEASURED.has(own) && /\p{L}/u.test(text)) ||
    MEASURES.has(own) ||
    /^(?:(?:kilo|milli)?lit(?:er|re)s|(?:kilo)?grams|tons|cubic meters|square meters|bags|boxes|pieces|bottles)$/.test(
      words.join(" "),
    )
  );
}

export function measured({ text, words }: Fact): string {
  return /\p{L}/u.test(text) ? text : `${text} ${words.join(" ")}`;
}

/** A verb alone is done to the first value that can be its thing. */
function standIn(facts: readonly Fact[], deed: SpokenDeed): SpokenObject {
  if (deed.verb === "") return { text: "", used: [] };
  const first = facts.find(
    (fact) => !isMeasure(fact) && typeof fact.value !== "boolean" && (fact.role === null || STAND_INS.has(fact.role)),
  );
  if (!first) return { text: "", used: [] };
  if (first.role === "text" || first.role === "subject") return { text: quoted(first.text), used: [first] };
  const head = singularOf(first.words.at(-1) ?? "");
  const count = facts.find((fact) => isCountOf(fact, head, first));
  const looks = facts.filter((fact) => fact.role === "kind" && isAdjective(fact, deed));
  const named = countedThing(namedThing(deed, first, head), first, count, adjectives(looks));
  return { text: named, used: [first, ...(count ? [count] : []), ...looks] };
}
const STAND_INS = new Set(["item", "person", "text", "title", "recipient", "room", "subject"]);

/** "2 blue T-shirts". */
function countedThing(thing: string, same: Fact, count: Fact | undefined, looks: readonly string[] = []): string {
  const whole = [...looks, thing].join(" ");
  if (!count || same.isId) return whole;
  const bare = whole.replace(/^(?:the|an?) /, "");
  if (typeof count.value === "string")
    return /\p{L}/u.test(count.text) ? `${count.text} of ${bare}` : `${count.text} ${bare}`;
  return `${count.text} ${count.value === 1 || Array.isArray(same.value) || FILE_NAME.test(same.text) ? bare : manyOf(bare)}`;
}

export function isPersonsName(text: string): boolean {
  return /^\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)+$/u.test(text);
}

/** Whether what bears the object's name is its new value: a `seat` of `change_seat`, where nothing else can be one. */
export function takesNewValue(deed: SpokenDeed, facts: readonly Fact[]): boolean {
  if (deed.kind !== "change" && deed.kind !== "set") return false;
  const head = singularOf(deed.object.at(-1) ?? "");
  return facts.every((fact) => isWhose(fact) || singularOf(fact.words.at(-1) ?? "") === head);
}

function isWhose({ role, isId }: Fact): boolean {
  return isId || ["person", "expert", "room", "venue", "place", "recipient"].includes(role ?? "");
}

export function isNewValue({ role, isId, value }: Fact): boolean {
  return !isId && role !== "person" && role !== "item" && typeof value !== "boolean";
}

const NEVER_NAMES = new Set<string>(["text", "setting", "from", "to"]);

/** Whether a value is what the object is called: a `door` of `lock_door`, an `order_id` of `cancel_order`. */
function isNameOf(fact: Fact, head: string, deed: SpokenDeed, isNew: boolean): boolean {
  const { role, words, isId, value, steps, text } = fact;
  if (typeof value === "boolean" || head === "" || NEVER_NAMES.has(role ?? "")) return false;
  const own = singularOf(words.at(-1)?.toLowerCase() ?? "");
  const isPlainText = typeof value === "string" || Array.isArray(value);
  if (isNew && own === head && isNewValue(fact)) return false;
  const isNumbered =
    typeof value === "number" && !isPluralNoun(words.at(-1) ?? "") && role !== "amount" && role !== "count";
  if (own === head && isNumbered) return true;
  if (isId && own.length > 3 && head.startsWith(own)) return true;
  if (own === head && (isId || isPlainText)) return role !== "day" && role !== "time";
  if (own === "file" && FILE_NAME.test(text) && deed.article === "the") return true;
  const isAlone = steps.length === 1 && words.length === 1;
  if (isAlone && (own === "id" || own === "code" || (own === "number" && role === null))) return true;
  if (role === "subject") return deed.kind === "find" && SEARCH_WORDS.has(own) && STANDS_FOR.has(head);
  if (role === "title" && ROLES_BY_WORD.get(head) === "person") return words.length === 1;
  if (role === "title" && isPlainText && !isMadeNew(deed)) return words.length === 1 && !isPersonsName(text);
  return (role === "item" || (role === "person" && deed.article === "the")) && isPlainText && STANDS_FOR.has(head);
}

function isCountOf({ role, words, value }: Fact, head: string, same: Fact | undefined): boolean {
  if (role === "count" && same?.role === "item" && typeof value === "string") return true;
  if (typeof value !== "number") return false;
  const own = singularOf(words.at(-1) ?? "");
  if (role === "count") return !PEOPLE_COUNTS.has(own) && (words.length === 1 || own === head || same !== undefined);
  return (
    (own === head && isPluralNoun(words.at(-1) ?? "")) ||
    (role === "amount" && words.join("") === "amount" && same?.role === "item")
  );
}

/** "order 4711", "the front door", "Yesterday", "the Netflix subscription". */
function namedThing(deed: SpokenDeed, { text, role, value, isId, words }: Fact, head: string): string {
  const isName = ["item", "person", "expert", "recipient", "subject"].includes(role ?? "") || Array.isArray(value);
  const isNumbered = isId || typeof value === "number" || /^[\p{Lu}]{0,4}[-#]?\d[\p{L}\d-]*$/u.test(text);
  const noun =
    ["id", "code", "number"].includes(words.join(" ")) || deed.object.length > 1 ? deed.object.join(" ") : head;
  const isCommon = /^\p{Ll}[\p{Ll} ’'-]*$/u.test(text);
  if (isNumbered) return `${noun} ${text}`;
  const article = (thing: string) => (isMadeNew(deed) && isCommon ? withArticle(thing) : `the ${thing}`);
  if (role === "title") return ROLES_BY_WORD.get(head) === "person" ? text : `the ${noun} ${quoted(text)}`;
  if (FILE_NAME.test(text)) return text;
  if (/^[“"]/.test(text)) return role === "subject" ? text : `the ${noun} ${text}`;
  const isSaid =
    text
      .toLowerCase()
      .split(" ")
      .some((word) => singularOf(word) === head) ||
    (head === "room" && isCommon);
  if (isName && (!isSaid || isPluralNoun(text)))
    return isCommon && deed.article === "the" && role !== "person" ? `the ${text}` : text;
  if (isSaid) return isCommon && !Array.isArray(value) ? article(text) : text;
  if (WRITTEN_THINGS.has(head) && text.includes(" ")) return `the ${noun} ${quoted(text)}`;
  if (isCommon && role === "room" && isPluralNoun(text)) return `the ${text}`;
  if (STANDS_FOR.has(noun) && /^\p{Lu}/u.test(text)) return text;
  return article(`${text} ${noun}`);
}

/** "large", "Italian", "open", and "kitchen" of a light. */
function isAdjective({ role, words, value, text, steps }: Fact, deed: SpokenDeed): boolean {
  if (typeof value !== "string" || text.split(" ").length > 2) return false;
  const isWord = /^\p{L}[\p{L} -]{2,}$/u.test(text);
  const own = words.at(-1) ?? "";
  const isOfObject = words.length === 1 || deed.object.includes(words[0] ?? "");
  if (role === "kind") return isWord && isOfObject && !isChange(deed);
  if (role === "level") return deed.article === "a" && isWord;
  if (own === "status" || own === "mode") return isWord && (deed.kind === "look" || deed.kind === "find");
  const isOption = Array.isArray(steps.at(-1)?.property.enum);
  if (role === null && isOption && deed.article === "a") return /^\p{Ll}{3,}$/u.test(text);
  const isRoom = role === "room" && own === "room" && words.length === 1 && /^\p{Ll}[\p{Ll} ]*$/u.test(text);
  return isRoom && ROOM_DEEDS.has(deed.kind) && !deed.object.includes(text);
}
const ROOM_DEEDS = new Set(["on", "off", "open", "close", "lock", "unlock", "set", "do", "check", "look", "change"]);

function adjectives(facts: readonly Fact[]): readonly string[] {
  const order = (role: Fact["role"]) => (role === "level" ? 0 : 1);
  return facts
    .filter(({ role }) => role !== "room")
    .toSorted((one, other) => order(one.role) - order(other.role))
    .map(({ role, text, words }) =>
      (words.at(-1) === "class" && words.length === 1) ||
      (role === "level" && /^(?:low|medium|normal|high|top)$/.test(text))
        ? `${text}-${words.at(-1)}`
        : text,
    );
}

function articled(noun: string, deed: SpokenDeed, isDescribed: boolean): string {
  const head = deed.object.at(-1) ?? "";
  if (deed.verb === "") return noun;
  const isMany = isPluralNoun(head);
  if (deed.kind === "look" && isMany) return noun;
  if (deed.kind === "play" && (isMany || isMassNoun(head)) && isDescribed) return noun;
  if (!isMadeNew(deed)) return `the ${noun}`;
  return isMany || isMassNoun(head) ? noun : withArticle(noun);
}

const FILE_NAME = /^\S+\.[a-z]\w{1,3}$/;

/** Whether something gets another value. */
export function isChange(deed: SpokenDeed): boolean {
  return (deed.kind === "set" && !isMadeNew(deed)) || deed.kind === "change" || CHANGING_VERBS.has(deed.verb);
}

/** Whether there is none of it before: a booking, a timer that is set. */
export function isMadeNew({ article, kind, object }: SpokenDeed): boolean {
  return article === "a" || (["set", "start", "call", "open"].includes(kind) && MADE_ANEW.has(object.at(-1) ?? ""));
}

export function quoted(text: string): string {
  return /^[“"'«„]/.test(text) ? text : `“${text}”`;
}

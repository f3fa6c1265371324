/** What a call says, value by value: each with its place in a sentence, and the words of its value. */
import {
  FROM_WHERE_IT_IS,
  ID_ENDINGS,
  PEOPLE_COUNTS,
  ROLES_BY_FIRST_WORD,
  ROLES_BY_WORD,
  type Role,
  TIME_COUNTS,
} from "../english/spoken-role-words.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { counted, propertyOf, type Step, unitIn, wordsOf } from "./response-labels.ts";
import { money, type Speech, shapeOf, withUnit, written } from "./response-values.ts";

export interface Fact {
  /** From the tool's parameters down to the value. */
  readonly steps: readonly Step[];
  /** Of the parameter's name, without its unit and what says that it is counted. */
  readonly words: readonly string[];
  /** Null for a name that says nothing of it. */
  readonly role: Role | null;
  /** Whether the name ends in what identifies: "order_id". */
  readonly isId: boolean;
  readonly value: JsonValue;
  /** The value as somebody says it. */
  readonly text: string;
}

/** What is known of a parameter by its name and its schema alone. */
export type Slot = Omit<Fact, "value" | "text">;

/** One for each value, objects by what they hold; a sum with its currency, a number with its unit. */
export function factsOf(parameters: JsonObject, schema: JsonObject | undefined, speech: Speech): readonly Fact[] {
  return placed(paired(factsIn(parameters, schema, [], speech), speech));
}

function factsIn(
  parameters: JsonObject,
  schema: JsonObject | undefined,
  outer: readonly Step[],
  speech: Speech,
): readonly Fact[] {
  return Object.entries(parameters).flatMap(([name, value]) => {
    const step: Step = { name, property: propertyOf(schema, name) };
    const steps = [...outer, step];
    if (value === undefined || value === null || value === "") return [];
    if (isJsonObject(value)) return factsIn(value, step.property, steps, speech);
    if (Array.isArray(value) && value.length === 0) return [];
    return [{ ...slotOf(steps), value, text: written(value, step, speech) }];
  });
}

export function slotOf(steps: readonly Step[]): Slot {
  const { name, property } = steps.at(-1) as Step;
  const whole = wordsOf(name);
  const unit = unitIn(name);
  const counting = counted(whole);
  const named = counting ?? (unit ? whole.slice(0, -unit.ending.length) : whole);
  // "drug a" and "drug b" are both drugs.
  const words = named.replace(/(?<=\w) (?:[a-z]|\d)$/, "").split(" ");
  const isId = words.length > 1 && ID_ENDINGS.has((words.at(-1) ?? "").toLowerCase());
  const isName = words.length > 1 && words.at(-1) === "name" && !NAMED_IN_PART.test(words[0] ?? "");
  const plain = isId || isName ? words.slice(0, -1) : words;
  return { steps, words: plain, role: roleOf(plain, property, counting !== null), isId };
}

/** "pet name" is a pet's, "first name" is none of a first. */
const NAMED_IN_PART = /^(?:first|last|full|display|new|old|nick)$/;

function roleOf(words: readonly string[], property: JsonObject, isCounted: boolean): Role | null {
  const [first = ""] = words;
  const last = words.at(-1) ?? "";
  const shape = shapeOf(property);
  if (shape !== null) return shape;
  const isNumber = property.type === "integer" || property.type === "number";
  if (isNumber && PEOPLE_COUNTS.has(last)) return "people";
  if (isNumber && TIME_COUNTS.has(last)) return "duration";
  if (isCounted && isNumber) return last === "people" ? "people" : "count";
  if (words.join(" ") === "party size") return "people";
  const role = ROLES_BY_WORD.get(last) ?? null;
  if (role === "people" && !isNumber) return "with";
  if (isNumber && (role === "item" || role === "with" || role === "title")) return null;
  if (isNumber && role === "level") return "setting";
  if (role === "day" || role === "time" || role === "text" || role === "language") return role;
  if (first === FROM_WHERE_IT_IS && (role === "room" || role === "place" || role === "venue")) return "from";
  const direction = ROLES_BY_FIRST_WORD.get(first);
  if (direction !== undefined && words.length > 1) return direction;
  return role;
}

/** "50" and "EUR" is one thing to say, and so is "10" and "minutes". */
function paired(facts: readonly Fact[], speech: Speech): readonly Fact[] {
  const currency = facts.find(({ words }) => words.at(-1) === "currency" && !["to", "target"].includes(words[0] ?? ""));
  const unit = facts.find(({ role, words }) => role === "unit" && words.length <= 2);
  const sum = currency && facts.find(({ role, value }) => typeof value === "number" && role === "amount");
  const size = unit && facts.find(isBareNumber);
  return facts.flatMap((fact) => {
    if (sum && fact === currency) return [];
    if (size && fact === unit) return [];
    if (fact === sum && typeof fact.value === "number") {
      return [{ ...fact, text: money(fact.value, String(currency?.value), speech) }];
    }
    if (fact === size && typeof fact.value === "number") {
      return [{ ...fact, text: withUnit(fact.value, unit?.text ?? "", speech) }];
    }
    return [fact];
  });
}

/** A number that says nothing of what it counts. */
function isBareNumber({ value, role, words, text }: Fact): boolean {
  const counts = role === "people" || role === "count" || TIME_COUNTS.has(words.at(-1) ?? "");
  return typeof value === "number" && !counts && !/[\p{L}%]/u.test(text);
}

/** Latitude and longitude are one place. */
function placed(facts: readonly Fact[]): readonly Fact[] {
  const named = (name: RegExp) =>
    facts.find(({ words, value }) => typeof value === "number" && name.test(words.at(-1) ?? ""));
  const north = named(/^lat(?:itude)?$/);
  const east = named(/^(?:lon|lng|long|longitude)$/);
  if (!north || !east) return facts;
  const place: Fact = { ...north, words: ["position"], role: "to", value: "", text: `${north.text}, ${east.text}` };
  return facts.flatMap((fact) => (fact === north ? [place] : fact === east ? [] : [fact]));
}

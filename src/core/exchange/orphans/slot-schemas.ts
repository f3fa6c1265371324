import type { JsonObject } from "../../json.ts";
import { LIMITS } from "../../limits.ts";
import { keyOf } from "../../reading/value-words.ts";
import { SYNONYMS } from "../../schema/synonyms.ts";
import { codePointsIn } from "../../text.ts";
import { counted, type Notes } from "../notes.ts";
import { ANY_TEXT, type Assistant, type Entity, type Intent, type Slot } from "./assistant.ts";

/** Values of one list that become an enum; a schema holds 2,000 parts, and each tool that takes it has a copy. */
const ENUM_VALUES_MAX = 500;
const ENUM_VALUES_PER_TOOL_MAX = 1_500;
/** A toolset holds 10,000 parts of schemas. */
const ENUM_VALUES_PER_SET_MAX = 8_000;
const ENUM_VALUE_CHARACTERS_MAX = 256;
/** Values that a description names. */
const NAMED_MAX = 5;
const NAMED_CHARACTERS_MAX = 60;

/** A slot with all that is known of it: what declares it, and how it is filled in utterances. */
export interface FilledSlot extends Slot {
  readonly kind: Entity;
  /** Words that utterances fill it with, the first few of them. */
  readonly said: readonly string[];
}

/** The slots of an intent: those that it declares, then those that only utterances have. */
export function slotsOf({ slots, utterances, tests }: Intent, entities: Assistant["entities"]): readonly FilledSlot[] {
  const found = new Map<string, FilledSlot & { said: string[] }>();
  for (const slot of slots) found.set(slot.name, { ...slot, kind: entities.get(slot.entity) ?? ANY_TEXT, said: [] });
  for (const { values } of [...utterances, ...tests]) {
    const seen = new Set<string>();
    for (const { slot: name, entity, words } of values ?? []) {
      const fresh = {
        name,
        entity,
        isRequired: false,
        isList: false,
        kind: entities.get(entity) ?? ANY_TEXT,
        said: [],
      };
      const known = found.get(name) ?? fresh;
      // What one sentence has twice is a list.
      const isList = known.isList || seen.has(name);
      found.set(name, { ...known, isList });
      seen.add(name);
      const isNew = known.said.length < NAMED_MAX && words !== "" && !known.said.includes(words);
      if (isNew && words.length <= NAMED_CHARACTERS_MAX) known.said.push(words);
    }
  }
  return [...found.values()];
}

/** Parts of schemas that are taken, of each tool by its position and of all together. */
interface Room {
  readonly ofTools: Map<number, number>;
  readonly total: number;
}

/** Which entities become enums, so that neither a tool nor the set has more parts than it may. The others are noted. */
export class Enums {
  readonly #open = new Set<string>();
  readonly #synonyms = new Map<string, JsonObject>();

  constructor(entities: Assistant["entities"], tools: readonly (readonly FilledSlot[])[], notes: Notes) {
    const users = new Map<string, number[]>();
    for (const [tool, slots] of tools.entries()) {
      for (const { entity } of slots) users.set(entity, [...(users.get(entity) ?? []), tool]);
    }
    const used = [...entities].filter(([name]) => users.has(name));
    for (const [name, { values, isClosed }] of used) {
      const longest = Math.max(0, ...[...values.keys()].slice(0, ENUM_VALUES_MAX).map(({ length }) => length));
      if (!isClosed) noteOpenList(name, values.size, notes);
      else if (values.size > ENUM_VALUES_MAX) this.#leaveOpen(name, values.size, notes);
      else if (longest > ENUM_VALUE_CHARACTERS_MAX) this.#leaveOpen(name, values.size, notes);
    }
    const enums = used.flatMap(([name, kind]) => {
      return this.isEnum(name, kind) ? [{ name, size: kind.values.size, tools: users.get(name) ?? [] }] : [];
    });
    const room = this.#fit(enums, notes);
    this.#keepSynonyms(
      used.map(([name, kind]) => ({ name, kind, tools: users.get(name) ?? [] })),
      room,
      notes,
    );
  }

  /** Leaves the largest lists open until all others have room. */
  #fit(
    enums: readonly { readonly name: string; readonly size: number; readonly tools: readonly number[] }[],
    notes: Notes,
  ): Room {
    const ofTools = new Map<number, number>();
    for (const { size, tools } of enums) for (const tool of tools) ofTools.set(tool, (ofTools.get(tool) ?? 0) + size);
    let total = [...ofTools.values()].reduce((sum, size) => sum + size, 0);
    for (const { name, size, tools } of enums.toSorted((one, other) => other.size - one.size)) {
      const isTooMuch = tools.some((tool) => (ofTools.get(tool) ?? 0) > ENUM_VALUES_PER_TOOL_MAX);
      if (total <= ENUM_VALUES_PER_SET_MAX && !isTooMuch) continue;
      this.#leaveOpen(name, size, notes);
      total -= size * tools.length;
      for (const tool of tools) ofTools.set(tool, (ofTools.get(tool) ?? 0) - size);
    }
    return { ofTools, total };
  }

  /** Synonyms take what room the values leave, those of the entities that have few of them first. */
  #keepSynonyms(
    used: readonly { readonly name: string; readonly kind: Entity; readonly tools: readonly number[] }[],
    { ofTools, total: taken }: Room,
    notes: Notes,
  ): void {
    let total = taken;
    const kept = used.map(({ name, kind, tools }) => {
      const synonyms = keptSynonyms(name, kind, this.#open.has(name), notes);
      const parts = [...synonyms.values()].reduce((sum, { length }) => sum + 1 + length, 0);
      return { name, tools, synonyms, parts };
    });
    for (const { name, tools, synonyms, parts } of kept.toSorted((one, other) => one.parts - other.parts)) {
      if (synonyms.size === 0) continue;
      const isTooMuch = tools.some((tool) => (ofTools.get(tool) ?? 0) + parts > ENUM_VALUES_PER_TOOL_MAX);
      if (isTooMuch || total + parts * tools.length > ENUM_VALUES_PER_SET_MAX) {
        const count = parts - synonyms.size;
        notes.dropped(`${counted(count, "synonym")} of ${name}`, "they are more than the parameters may hold");
        continue;
      }
      total += parts * tools.length;
      for (const tool of tools) ofTools.set(tool, (ofTools.get(tool) ?? 0) + parts);
      this.#synonyms.set(name, Object.fromEntries(synonyms));
    }
  }

  /** The schema of a slot, with what its description names. */
  schemaOf({ entity, kind, isList, said }: FilledSlot): JsonObject {
    const { schema: plain, values, isClosed } = kind;
    const synonyms = this.#synonyms.get(entity);
    const schema = synonyms ? { ...plain, [SYNONYMS]: synonyms } : plain;
    if (isClosed && values.size > 0 && !this.#open.has(entity))
      return listed({ ...schema, enum: [...values.keys()] }, isList);
    const named = [
      ...new Set([...values.keys(), ...(schema.type === "string" && schema.format === undefined ? said : [])]),
    ];
    const fitting = named
      .filter((value) => value.length <= NAMED_CHARACTERS_MAX && !/[,;'"`]/.test(value))
      .slice(0, NAMED_MAX);
    const own = fitting.length === 0 ? schema : { ...schema, description: `e.g. ${fitting.join(", ")}` };
    return listed(own, isList);
  }

  /** Whether values of the entity have to be of its list. */
  isEnum(entity: string, { isClosed, values }: Entity): boolean {
    return isClosed && values.size > 0 && !this.#open.has(entity);
  }

  #leaveOpen(name: string, size: number, notes: Notes): void {
    this.#open.add(name);
    notes.changed(name, `takes any text: its list of ${counted(size, "value")} is more than the parameters may hold`);
  }
}

function listed({ description, ...schema }: JsonObject, isList: boolean): JsonObject {
  const words = description === undefined ? {} : { description };
  return isList ? { type: "array", items: schema, ...words } : { ...schema, ...words };
}

function noteOpenList(name: string, size: number, notes: Notes): void {
  if (size <= NAMED_MAX) return;
  notes.changed(
    name,
    `takes any text: its list of ${size} values names no more than some, and ${NAMED_MAX} stand in the description`,
  );
}

/** Other words of each value that a schema can hold; the rest is noted. */
function keptSynonyms(
  name: string,
  { schema, values }: Entity,
  isOpen: boolean,
  notes: Notes,
): ReadonlyMap<string, readonly string[]> {
  const isText = schema.type === "string" && schema.format === undefined && schema.pattern === undefined;
  const meanings = new Map([...values.keys()].map((value) => [keyOf(value), value]));
  const kept = new Map<string, readonly string[]>();
  let [doubtful, unusable] = [0, 0];
  for (const [value, others] of values) {
    const words = others.filter((word) => {
      const key = keyOf(word);
      const meant = meanings.get(key);
      if (meant === value) return false;
      const isUsable = isText && !isOpen && key !== "" && codePointsIn(word) <= LIMITS.synonymCharactersMax;
      if (meant !== undefined) doubtful += 1;
      else if (!isUsable || keyOf(value) === "") unusable += 1;
      else meanings.set(key, value);
      return meant === undefined && isUsable && keyOf(value) !== "";
    });
    if (words.length > 0) kept.set(value, words);
  }
  if (doubtful > 0) notes.dropped(`${counted(doubtful, "synonym")} of ${name}`, "each means another value as well");
  if (unusable > 0) notes.dropped(`${counted(unusable, "synonym")} of ${name}`, whyUnusable(isText, isOpen));
  return kept;
}

function whyUnusable(isText: boolean, isOpen: boolean): string {
  if (!isText) return "its values are read by their form, and have no other words";
  if (isOpen) return "its list of values is more than the parameters may hold";
  return `a synonym has a letter or a sign, and at most ${LIMITS.synonymCharactersMax} characters`;
}

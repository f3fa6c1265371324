import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { isList, listOr, objectOr, textOr, textsOr } from "../json-fields.ts";
import { counted, type Notes } from "../notes.ts";
import type { Entity, Slot } from "./assistant.ts";
import { slotName } from "./rasa-examples.ts";

/** A slot as the domain declares it, with the entity that fills it. */
interface DeclaredSlot {
  readonly entity: string;
  readonly parameter: string;
  readonly type: string;
  readonly slot: JsonObject;
}

/** What a domain declares: intents, entities with the types of their slots, and the forms that intents start by a rule. */
export class RasaDomain {
  readonly intents: readonly string[];
  readonly entities: readonly string[];
  readonly #slots: ReadonlyMap<string, DeclaredSlot>;
  readonly #forms: ReadonlyMap<string, readonly string[]>;
  /** Forms by the intent that starts them. */
  readonly #started = new Map<string, string[]>();
  readonly #unfilled: readonly string[];

  constructor(documents: readonly JsonObject[]) {
    this.intents = documents.flatMap(({ intents }) => namesIn(intents));
    this.entities = documents.flatMap(({ entities }) => namesIn(entities));
    const declared = documents.flatMap(({ slots }) => Object.entries(objectOr(slots)));
    const filled = declared.flatMap(([name, slot]) => declaredSlot(name, objectOr(slot)));
    this.#slots = new Map(filled);
    this.#unfilled = declared.map(([name]) => name).filter((name) => !this.#slots.has(name));
    const forms = documents.flatMap(({ forms: given }) => Object.entries(objectOr(given)));
    this.#forms = new Map(forms.map(([name, form]) => [name, requiredSlots(objectOr(form).required_slots)]));
    for (const rule of documents.flatMap(({ rules, stories }) => [...listOr(rules), ...listOr(stories)]))
      this.#startedBy(rule);
  }

  /** Entities that fill slots. */
  get filling(): readonly string[] {
    return [...this.#slots.values()].map(({ entity }) => entity);
  }

  /** What a form that the intent starts has to be told. */
  slotsOf(intent: string): readonly Slot[] {
    const names = new Set((this.#started.get(intent) ?? []).flatMap((form) => this.#forms.get(form) ?? []));
    return [...names].flatMap((name): readonly Slot[] => {
      const slot = this.#slots.get(name);
      return slot
        ? [{ name: slot.parameter, entity: slot.entity, isRequired: true, isList: slot.type === "list" }]
        : [];
    });
  }

  /** What the slot of the entity says of its values; null without one. */
  kindOf(entity: string): Entity | null {
    const found = [...this.#slots.values()].find((slot) => slot.entity === entity && slot.type !== "any");
    if (!found) return null;
    const values = new Map(listOr(found.slot.values).map((value): [string, readonly string[]] => [String(value), []]));
    return { schema: schemaOf(found), values, isClosed: found.type === "categorical" && values.size > 0 };
  }

  note(notes: Notes): void {
    const started = new Set([...this.#started.values()].flat());
    for (const form of this.#forms.keys()) {
      if (!started.has(form))
        notes.dropped(`the form ${form}`, "no rule or story of these files says which intent starts it");
    }
    if (this.#unfilled.length > 0)
      notes.dropped(
        `${counted(this.#unfilled.length, "slot")} (${this.#unfilled.slice(0, 5).join(", ")})`,
        "no entity fills it",
      );
  }

  /** In a rule, a form that follows an intent is started by it. */
  #startedBy(rule: JsonValue): void {
    let intent = "";
    for (const step of listOr(objectOr(rule).steps).map(objectOr)) {
      if (typeof step.intent === "string") intent = step.intent;
      const form = textOr(step.action);
      if (intent === "" || !this.#forms.has(form)) continue;
      const known = this.#started.get(intent) ?? [];
      if (!known.includes(form)) this.#started.set(intent, [...known, form]);
      // Whatever comes later in the story is said while the form asks.
      return;
    }
  }
}

function declaredSlot(name: string, slot: JsonObject): readonly [string, DeclaredSlot][] {
  const mappings = listOr(slot.mappings).map(objectOr);
  const mapping = mappings.find(({ type, entity }) => type === "from_entity" && typeof entity === "string");
  const type = textOr(slot.type);
  // Older domains fill a slot with the entity of its name, without saying so.
  const isByName =
    mapping === undefined && (slot.mappings === undefined || mappings.some((one) => one.type === "from_text"));
  if (mapping === undefined && !isByName) return [];
  const entity = mapping ? textOr(mapping.entity) : name;
  return [[name, { entity, parameter: mapping ? slotName(entity, textOr(mapping.role)) : name, type, slot }]];
}

function schemaOf({ type, slot }: DeclaredSlot): JsonObject {
  if (type === "bool") return { type: "boolean" };
  if (type !== "float") return { type: "string" };
  const { min_value: minimum, max_value: maximum } = slot;
  return {
    type: "number",
    ...(typeof minimum === "number" && { minimum }),
    ...(typeof maximum === "number" && { maximum }),
  };
}

/** Names, some with settings: `- greet`, `- greet: {use_entities: []}`. */
function namesIn(list: JsonValue | undefined): readonly string[] {
  return listOr(list).flatMap((item) => {
    if (typeof item === "string") return [item];
    return isJsonObject(item) ? Object.keys(item).slice(0, 1) : [];
  });
}

/** A list of names; in older domains an object with the slots as its keys. */
function requiredSlots(given: JsonValue | undefined): readonly string[] {
  return isList(given) ? textsOr(given) : Object.keys(objectOr(given));
}

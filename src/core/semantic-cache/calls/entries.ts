/** An answered sentence, taken apart into a template and what fills it. */
import type { JsonObject } from "../../json.ts";
import type { TimeZone } from "../../local-time.ts";
import type { KnownCall } from "../known-answer.ts";
import { type Sentence, standsInCapitals } from "../words/words.ts";
import { ground, isDefault, type Slot } from "./grounding.ts";
import type { ParameterRules } from "./parameter-rules.ts";
import type { Reading } from "./readings.ts";

export type Element =
  | { readonly kind: "word"; readonly word: string }
  | {
      readonly kind: "slot";
      readonly parameter: string;
      readonly item: number | null;
      readonly reading: Reading;
    };

/** The words of a sentence with its values taken out, and what of the answer does not come from them. */
export interface Template {
  /** Equal for equal templates of a partition. */
  readonly key: string;
  readonly tool: number;
  readonly elements: readonly Element[];
  /** The words among the elements. */
  readonly anchors: readonly string[];
  readonly constants: JsonObject;
  readonly loose: readonly string[];
  /** What is known by it, in no order; at least one while it is indexed. */
  readonly entries: KnownEntry[];
}

export interface KnownEntry {
  readonly id: number;
  readonly parameters: JsonObject;
  readonly words: readonly string[];
  readonly slots: readonly Slot[];
  /** Words in short capitals ("US") in a sentence that is not all in capitals. */
  readonly capitals: readonly string[];
  readonly isOpen: boolean;
  readonly agesWithClock: boolean;
  readonly readsClock: boolean;
  template: Template;
}

/** `tool` is not null. The template is one of its own: the index replaces it when it has an equal one. */
export function entryFor(
  known: KnownCall & { readonly tool: number },
  sentence: Sentence,
  rules: ParameterRules,
  zone: TimeZone,
): KnownEntry {
  const grounding = ground(known, sentence, rules, zone);
  const { slots } = grounding;
  const elements = elementsOf(sentence, slots);
  const constants = Object.fromEntries(grounding.constants.map((name) => [name, known.parameters[name]])) as JsonObject;
  const defaults = grounding.constants.filter((name) => isDefault(name, known));
  const capitals = sentence.words.filter((_, at) => standsInCapitals(sentence, at));
  const template: Template = {
    key: JSON.stringify([known.tool, elements.map(keyOf), constants, defaults]),
    tool: known.tool,
    elements,
    anchors: elements.flatMap((element) => (element.kind === "word" ? [element.word] : [])),
    constants,
    loose: grounding.loose,
    entries: [],
  };
  return {
    id: known.id,
    parameters: known.parameters,
    words: sentence.words,
    slots,
    capitals,
    isOpen: sentence.closedBecause === null && !sentence.takesBack && !grounding.isCutOff,
    agesWithClock: grounding.agesWithClock,
    readsClock: slots.some(({ reading }) => reading === "date"),
    template,
  };
}

function elementsOf({ words }: Sentence, slots: readonly Slot[]): readonly Element[] {
  const elements: Element[] = [];
  let next = 0;
  for (let at = 0; at < words.length; ) {
    const slot = slots[next];
    if (slot?.from === at) {
      const { parameter, item, reading } = slot;
      elements.push({ kind: "slot", parameter, item, reading });
      at = slot.to;
      next += 1;
    } else {
      elements.push({ kind: "word", word: words[at] ?? "" });
      at += 1;
    }
  }
  return elements;
}

function keyOf(element: Element): unknown {
  return element.kind === "word" ? element.word : [element.parameter, element.item, element.reading];
}

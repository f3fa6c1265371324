/** What is asked for: a parameter that is missing, with what can be had. */
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { labelOf, type Step } from "./response-labels.ts";
import { type Speech, written } from "./response-values.ts";
import { type Slot, slotOf } from "./spoken-facts.ts";

/** More of them than somebody listens to. */
export const OPTIONS_ASKED_MAX = 4;

export interface AskedSlot extends Slot {
  readonly property: JsonObject;
  /** The name as a noun. */
  readonly label: string;
  /** As they are said, none where there are too many. */
  readonly options: readonly string[];
}

export function askedSlot(steps: readonly Step[], speech: Speech): AskedSlot {
  const step = steps.at(-1) as Step;
  const { items } = step.property;
  const { enum: values } = isJsonObject(items) ? items : step.property;
  const isShort = Array.isArray(values) && values.length <= OPTIONS_ASKED_MAX;
  const options = isShort
    ? values.map((value: JsonValue) => written(value, { ...step, property: { enum: values } }, speech))
    : [];
  return { ...slotOf(steps), property: step.property, label: labelOf(steps, speech.language).text, options };
}

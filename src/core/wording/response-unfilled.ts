/** What was said and cannot be had, in a sentence, and what can be had in its place. */
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { WhyUnfilled } from "../ports/models.ts";
import { labelOf, type Step } from "./response-labels.ts";
import { numberIn, type Speech, written } from "./response-values.ts";

export interface SaidInVain {
  /** Its path, as in `address.city`. */
  readonly parameter: string;
  readonly said: string;
  readonly why: WhyUnfilled;
}

/** More of them than somebody listens to. */
const OPTIONS_TOLD_MAX = 6;

/** "“garden” is not possible for the room: hall or kitchen." Without a full stop. `steps`: those to the parameter. */
export function refusal({ said, why }: SaidInVain, steps: readonly Step[], speech: Speech): string {
  const { language } = speech;
  const label = labelOf(steps, language);
  const quoted = language.quotes.join(said.replace(/\s+/gu, " "));
  const step = steps.at(-1);
  const allowed = step ? allowedIn(why, step, speech) : "";
  const no = language.notPossible(quoted, language.named(label));
  return allowed === "" ? no : language.because(no, allowed);
}

function allowedIn(why: WhyUnfilled, step: Step, speech: Speech): string {
  const { language } = speech;
  const { items, minimum, maximum } = step.property;
  const limit = (value: JsonValue | undefined) => (typeof value === "number" ? numberIn(value, step, language) : null);
  switch (why) {
    case "not_an_option":
      return optionsIn(isJsonObject(items) ? items : step.property, step, speech);
    case "below_minimum":
      return language.limits.least(limit(minimum) ?? "");
    case "above_maximum":
      return language.limits.most(limit(maximum) ?? "");
    case "not_whole":
      return language.limits.whole;
    case "several":
      return language.limits.one;
    case "change":
      return language.limits.become;
    default:
      return "";
  }
}

function optionsIn({ enum: options }: JsonObject, step: Step, speech: Speech): string {
  if (!Array.isArray(options) || options.length > OPTIONS_TOLD_MAX) return "";
  const told = options.map((option: JsonValue) => written(option, step, speech));
  return new Intl.ListFormat(speech.language.locale, { type: "disjunction" }).format(told);
}

import { AppError, invalid } from "./errors.ts";
import { LIMITS } from "./limits.ts";
import type { WithBackend } from "./named-backend.ts";
import { atOnce } from "./steps.ts";
import { checkedText } from "./text.ts";
import { checkedExamples } from "./toolset.ts";

export type Class = {
  readonly label: string;
  readonly description?: string;
  /** Real phrases that mean this class. */
  readonly examples?: readonly string[];
};

export interface ClassificationSetDefinition extends WithBackend {
  readonly classes: readonly Class[];
  /** Split a text of several intents and classify each part. */
  readonly enableExtraction: boolean;
  /** Text that fits no class gets the label `none`. */
  readonly allowNone: boolean;
}

/** The label of a text that fits no class, where the set allows that. */
export const NO_LABEL = "none";

/**
 * The classes as they are stored and hashed. `classes` has the right shape already.
 * Throws `class_limit_reached` or `validation_error`, fields named as in `classes.3.label`.
 */
export function checkedClasses(classes: readonly Class[], field = "classes"): readonly Class[] {
  return atOnce(checkingClasses(classes, field));
}

/** The same in steps, one for each class. */
export function* checkingClasses(classes: readonly Class[], field = "classes"): Generator<void, readonly Class[]> {
  if (classes.length > LIMITS.classesMax) {
    throw new AppError(
      "class_limit_reached",
      `${field}: ${classes.length} classes, at most ${LIMITS.classesMax} are allowed`,
    );
  }
  if (classes.length === 0) throw invalid(field, "needs at least 1 class");
  const labels = new Map<string, number>();
  const checked: Class[] = [];
  for (const [index, given] of classes.entries()) {
    const label = checkedText(`${field}.${index}.label`, given.label, { min: 1, max: LIMITS.labelCharactersMax });
    if (label === NO_LABEL)
      throw invalid(`${field}.${index}.label`, `"${NO_LABEL}" is reserved for text that fits no class`);
    const earlier = labels.get(label);
    if (earlier !== undefined) {
      throw invalid(`${field}.${index}.label`, `"${label}" is the label of ${field}.${earlier} already`);
    }
    labels.set(label, index);
    const examples = checkedExamples(given.examples, `${field}.${index}.examples`);
    const description = checkedDescription(given.description, `${field}.${index}.description`);
    checked.push({ label, ...description, ...examples });
    yield;
  }
  return checked;
}

/** As `{description}` to spread, or nothing where none was given. */
function checkedDescription(description: string | undefined, field: string): Pick<Class, "description"> {
  if (description === undefined) return {};
  return { description: checkedText(field, description, { min: 0, max: LIMITS.descriptionCharactersMax }) };
}

import type { Class } from "../classification-set.ts";
import { type Findings, quoted } from "./findings.ts";
import { saysMore } from "./telling-words.ts";

/** What is wrong with classes by what stands there, a step for each of them. */
export function* checkClasses(classes: readonly Class[], set: string, findings: Findings): Generator<void, void> {
  for (const [index, { label, description = "", examples = [] }] of classes.entries()) {
    if (findings.isFull) return;
    if (examples.length === 0 && !saysMore(description, label)) {
      const place = { set, steps: ["classes", index] };
      findings.add("class_with_label_alone", place, `${quoted(label)} has its label alone to be told by`);
    }
    yield;
  }
}

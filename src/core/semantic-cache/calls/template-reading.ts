/** A sentence read as a template with other values: what the rules of this way look at. */
import type { JsonValue } from "../../json.ts";
import type { KnownEntry, Template } from "./entries.ts";
import type { Slot } from "./grounding.ts";
import type { SentenceReader } from "./readings.ts";
import type { Parse, Range } from "./template-parse.ts";
import type { ToolKnowledge } from "./tool-knowledge.ts";
import type { ValueEvidence } from "./value-evidence.ts";

/** A slot of the template filled from the sentence. */
export interface Filled {
  readonly slot: Slot;
  readonly range: Range;
  /** The words of the sentence that fill it. */
  readonly words: readonly string[];
  readonly value: JsonValue;
  readonly isChanged: boolean;
  readonly evidence: ValueEvidence;
}

export interface FilledText extends Filled {
  readonly value: string;
}

export interface TemplateReading {
  readonly template: Template;
  /** The newest answer that has the template. */
  readonly latest: KnownEntry;
  readonly parse: Parse;
  readonly slots: readonly Filled[];
  /** Those whose value is another one than the known. */
  readonly changed: readonly Filled[];
  readonly changedTexts: readonly FilledText[];
  /** Those that their parameter never had. */
  readonly newTexts: readonly FilledText[];
  readonly reader: SentenceReader;
  readonly knowledge: ToolKnowledge;
}

export function templateReading(
  latest: KnownEntry,
  parse: Parse,
  slots: readonly Filled[],
  reader: SentenceReader,
  knowledge: ToolKnowledge,
): TemplateReading {
  const changed = slots.filter(({ isChanged }) => isChanged);
  const changedTexts = changed.filter((slot): slot is FilledText => typeof slot.value === "string");
  const newTexts = changedTexts.filter(({ evidence }) => evidence.own === 0);
  return { template: latest.template, latest, parse, slots, changed, changedTexts, newTexts, reader, knowledge };
}

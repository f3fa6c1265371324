/** The calls that a query may mean which changes one: the last one before it, or what the same sentence said first. */
import type { LocalTime } from "#core/local-time.ts";
import { NO_VOTES, type ToolChooser } from "../choosing/tool-choice.ts";
import type { JointReader, ReadableTool } from "../networks/joint-model.ts";
import type { ParameterValue } from "../parameter-value.ts";
import type { Understood } from "../read-call.ts";
import type { Parameter } from "../tool-parameters.ts";
import { valuesFrom } from "../values/parameter-values.ts";
import { changesOf, type LikelyChange } from "./changes.ts";
import type { LastCall } from "./last-call.ts";
import { type Correction, correctionIn, tailOf } from "./tail.ts";

/** A query that goes on with a call is about that call, however little it looks like one itself. */
const CONTINUED_CONFIDENCE_MIN = 0.6;

export interface ChangedCallsParts {
  readonly tools: readonly ReadableTool[];
  readonly joint: JointReader;
  readonly chooser: ToolChooser;
  readonly now: LocalTime;
}

export class ChangedCalls {
  readonly #query: string;
  readonly #parts: ChangedCallsParts;

  constructor(query: string, parts: ChangedCallsParts) {
    this.#query = query;
    this.#parts = parts;
  }

  /** The last call again, with what the query changes of it or adds to it; none when the query does neither. */
  continued(last: LastCall): readonly Understood[] {
    const { tool, readable, query: text, values, places } = last;
    const unsaid = this.#unsaidIn(last);
    const before = { tool: readable, text, values, places };
    return changesOf(before, this.#query, tailOf(this.#query), this.#parts).map((change) => ({
      ...changedBy(change, values),
      answered: unsaid.difference(new Set(change.values.map(({ parameter }) => parameter))),
      tool,
      confidence: Math.max(CONTINUED_CONFIDENCE_MIN, this.#fits(change.text, readable)),
    }));
  }

  /** "A table for two, no wait, for three": what is said last in the place of what it takes back. */
  corrected(alone: Understood): readonly Understood[] {
    const correction = correctionIn(this.#query);
    if (!correction) return [];
    const text = this.#query.slice(correction.head.start, correction.head.end);
    const { tools, chooser } = this.#parts;
    const meant = new Set([alone.tool, chooser.choose(text, tools, NO_VOTES)?.tool ?? alone.tool]);
    return [...meant].flatMap((tool) => this.#correctedBy(correction, text, tool));
  }

  #correctedBy(correction: Correction, text: string, tool: number): readonly Understood[] {
    const { tools, joint, now } = this.#parts;
    const readable = tools[tool];
    if (!readable) return [];
    const read = valuesFrom(text, joint.read(text, readable), now);
    const places = new Map(read.flatMap(({ parameter, span }) => (span ? [[parameter, span] as const] : [])));
    const before = { tool: readable, text, values: read, places };
    return changesOf(before, this.#query, correction.tail, this.#parts).map((change) => ({
      ...changedBy(change, read),
      tool,
      confidence: this.#fits(change.text, readable),
    }));
  }

  /** Of the call before what none of its sentences says, as far as anybody can tell: it was answered, for whatever reason. */
  #unsaidIn({ readable, query, values, places }: LastCall): ReadonlySet<Parameter> {
    const open = values.filter((value) => isSayable(value) && !places.has(value.parameter));
    if (open.length === 0) return new Set();
    const { joint, now } = this.#parts;
    const read = valuesFrom(query, joint.read(query, readable), now);
    const isRead = new Set(read.map(({ parameter }) => parameter));
    return new Set(open.map(({ parameter }) => parameter)).difference(isRead);
  }

  #fits(text: string, tool: ReadableTool): number {
    return this.#parts.chooser.choose(text, [tool], NO_VOTES)?.confidence ?? 0;
  }
}

/** What a change makes of the values before: those that it does not say stay, all items of a list among them. */
function changedBy(
  { values, text, plausibility, isReckoned = false }: LikelyChange,
  before: readonly ParameterValue[],
) {
  const changed = new Set(values.map(({ parameter }) => parameter));
  const kept = before.filter(({ parameter }) => !changed.has(parameter));
  return { values: [...values, ...kept], lean: plausibility, plausibility, asOne: text, isReckoned };
}

/** Whether a sentence that means it has words for it, as a rule: yes and no are said by the deed. */
function isSayable({ value }: ParameterValue): boolean {
  return typeof value === "number" || typeof value === "string";
}

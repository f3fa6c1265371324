/** A request in another language, read as its English gloss, and the answer laid back onto what was said. */
import { evidenceOf } from "#core/answering/evidence.ts";
import type { GlossedText, SetWords } from "#core/glossing/glosser.ts";
import type { JsonObject, JsonValue } from "#core/json.ts";
import type { CallRequest, DraftCall, FurtherDraft, HistoryEntry, RelevantMemory } from "#core/ports/models.ts";
import type { Span } from "#core/span.ts";
import { sigmoid } from "#core/vectors.ts";
import { logit } from "../read-back/read-back.ts";
import { type Parameter, parametersOf } from "../tool-parameters.ts";
import { inEnglish, placeOf, saidFor } from "./gloss.ts";

/**
 * A gloss is read as surely as a sentence, and is right a little less often: fitted on 558 everyday requests in the five languages, to
 * trades that no figure is measured on. Without a call under `GIVEN_MIN` fewer than 6 of a hundred of these are carried out wrongly, and
 * three fewer rightly.
 */
const SURENESS = { constant: -0.15, slope: 1.1 };
const GIVEN_MIN = 0.68;

/** What was said before is looked at where the answer is checked. */
const NOTHING_ELSE = { context: null, history: [], answered: [], memories: [] };

export function historyInEnglish(history: readonly HistoryEntry[], words: SetWords): readonly HistoryEntry[] {
  return history.map((entry) => ({ ...entry, query: inEnglish(entry.query, words) }));
}

export function memoriesInEnglish(memories: readonly RelevantMemory[], words: SetWords): readonly RelevantMemory[] {
  return memories.map((memory) =>
    memory.kind === "fact"
      ? { ...memory, fact: inEnglish(memory.fact, words) }
      : { ...memory, query: inEnglish(memory.query, words) },
  );
}

/** With its places in what was said, free texts as they were said, and as sure as a reading of a gloss may be. */
export function laidBack(
  draft: DraftCall,
  gloss: GlossedText,
  request: Pick<CallRequest, "mustCall" | "now" | "query" | "tools">,
): DraftCall {
  const { others = [], ...first } = draft;
  const { tool } = first;
  if (tool === null) return first;
  const sure = sureness(first.confidence);
  if (sure < GIVEN_MIN && request.mustCall !== true) return withheld(first, sure, tool);
  const surer = others.filter(({ confidence }) => sureness(confidence) >= GIVEN_MIN);
  return {
    ...placed({ ...first, tool, confidence: sure }, gloss, request),
    ...(surer.length > 0 && {
      others: surer.map((other) => placed({ ...other, confidence: sureness(other.confidence) }, gloss, request)),
    }),
    ...(surer.length < others.length && { more: true }),
  };
}

/** In place of a call that is not sure enough. */
function withheld(draft: DraftCall, sure: number, tool: number): DraftCall {
  const { unfilled: _, more: _more, ...rest } = draft;
  const runnerUp = { of: tool, margin: Math.max(0, 1 - 2 * sure) };
  return { ...rest, tool: null, parameters: {}, spans: {}, confidence: 1 - sure, runnerUp };
}

function sureness(confidence: number): number {
  return sigmoid(SURENESS.constant + SURENESS.slope * logit(confidence));
}

function placed<Draft extends FurtherDraft & { readonly tool: number }>(
  draft: Draft,
  gloss: GlossedText,
  { query: said, tools, now }: Pick<CallRequest, "now" | "query" | "tools">,
): Draft {
  const schema = tools[draft.tool]?.parameters;
  const { spans: copied, parameters: values } = draft;
  // "On" of "turn on" is what says it, where nobody finds it in "mach … an".
  const told = evidenceOf(values, schema, [], { ...NOTHING_ELSE, query: gloss.text, spans: copied, now });
  const spans = Object.fromEntries(
    Object.entries(told).flatMap(([name, { start, end }]) => {
      const place = start === undefined || end === undefined ? null : placeOf({ start, end }, gloss);
      return place ? [[name, place] as const] : [];
    }),
  );
  const unfilled = draft.unfilled?.map((one) => {
    const span = one.span && placeOf(one.span, gloss);
    return { ...one, span, said: span ? said.slice(span.start, span.end) : one.said };
  });
  const parameters = parametersOf(schema);
  const texts = new SaidTexts(gloss, said, parameters, draft.spans);
  return { ...draft, parameters: texts.in(draft.parameters), spans, ...(unfilled && { unfilled }) };
}

/** Texts of a call as they were said, but for those that the schema lists. */
class SaidTexts {
  readonly #gloss: GlossedText;
  readonly #said: string;
  readonly #parameters: readonly Parameter[];
  readonly #spans: Readonly<Record<string, Span>>;

  constructor(
    gloss: GlossedText,
    said: string,
    parameters: readonly Parameter[],
    spans: Readonly<Record<string, Span>>,
  ) {
    this.#gloss = gloss;
    this.#said = said;
    this.#parameters = parameters;
    this.#spans = spans;
  }

  in(parameters: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(parameters).map(([key, value]) => [key, this.#at([key], value, this.#spans[key] ?? null)]),
    );
  }

  #at(path: readonly string[], value: JsonValue | undefined, within: Span | null): JsonValue {
    if (Array.isArray(value)) return value.map((item: JsonValue) => this.#at(path, item, within));
    if (typeof value === "string") return this.#isListed(path, value) ? value : (this.#asSaid(value, within) ?? value);
    if (typeof value !== "object" || value === null) return value ?? null;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.#at([...path, key], one, within)]));
  }

  #isListed(path: readonly string[], value: string): boolean {
    const parameter = this.#parameters.find(
      (one) => one.path.length === path.length && one.path.every(({ key }, index) => key === path[index]),
    );
    return (
      parameter !== undefined &&
      (parameter.choices.includes(value) || (parameter.synonyms?.values().includes(value) ?? false))
    );
  }

  /** Null where the gloss does not say it: it was worked out. */
  #asSaid(value: string, within: Span | null): string | null {
    const { text } = this.#gloss;
    const [lower, all] = [value.toLowerCase(), text.toLowerCase()];
    const inside = within ? all.indexOf(lower, within.start) : -1;
    const at = inside >= 0 ? inside : all.indexOf(lower);
    if (at < 0 || value === "") return null;
    return saidFor({ start: at, end: at + value.length }, this.#gloss, this.#said);
  }
}

/** What was asked in the playground, and how it is sent. */
import type { ReadLanguage } from "#core/spoken-language/read-languages.ts";
import type { ClassificationWire } from "#http/schemas/classification.ts";
import type { ResolutionWire } from "#http/schemas/resolution.ts";
import { type Chosen, namesIn } from "../set-kind.ts";
import type { SetShape } from "../shapes.ts";
import type { Judged } from "./judgement.tsx";

export type Answer =
  | { readonly kind: "toolset"; readonly body: ResolutionWire }
  | { readonly kind: "classification_set"; readonly body: ClassificationWire };

export interface Asked {
  readonly app: string;
  readonly chosen: Chosen;
  readonly sets: readonly SetShape[];
  readonly sentence: string;
  readonly saidIn: SaidIn;
  /** Under which feedback finds it. */
  readonly requestId: string;
  readonly answer: Answer;
}

/** What the sentence is in; "" where its words are to tell. */
export type SaidIn = ReadLanguage | "";

export function bodyOf({ kind, signatures }: Chosen, sentence: string, saidIn: SaidIn): object {
  const said = saidInOf(saidIn);
  return kind === "toolset"
    ? { query: sentence, ...said, toolsets: signatures }
    : { data: sentence, ...said, classification_set: signatures[0] };
}

/** As a part of what is asked. */
export function saidInOf(saidIn: SaidIn): { readonly language?: string } {
  return saidIn === "" ? {} : { language: saidIn };
}

/** What can be said of the answer. */
export function judgedOf({ app, answer, chosen, sets, requestId }: Asked): Judged {
  const given =
    answer.kind === "toolset"
      ? { name: answer.body.resolved.tool, parameters: answer.body.resolved.parameters }
      : { name: answer.body.classifications[0]?.label ?? "", parameters: {} };
  const names = namesIn(sets, answer.kind, chosen.signatures);
  return { app, requestId, kind: answer.kind, sets: chosen.signatures, ...given, names, isTeachable: true };
}

export interface Marked {
  readonly text: string;
  /** Whose value the words gave; null for those between. */
  readonly parameter: string | null;
}

type Evidence = ResolutionWire["metadata"]["evidence"];

/** The sentence in pieces, those marked that gave a value. Offsets count code points. */
export function markedPieces(sentence: string, evidence: Evidence): readonly Marked[] {
  const points = [...sentence];
  const spans = Object.entries(evidence)
    .flatMap(([parameter, { kind, start, end }]) =>
      kind === "query" && start !== undefined && end !== undefined ? [{ parameter, start, end }] : [],
    )
    .sort((one, other) => one.start - other.start);
  const pieces: Marked[] = [];
  let at = 0;
  for (const { parameter, start, end } of spans) {
    // Two values may be of the same words: these are marked once.
    if (start < at) continue;
    pieces.push({ text: points.slice(at, start).join(""), parameter: null });
    pieces.push({ text: points.slice(start, end).join(""), parameter });
    at = end;
  }
  pieces.push({ text: points.slice(at).join(""), parameter: null });
  return pieces.filter(({ text }) => text !== "");
}

import type { Clock } from "../ports/clock.ts";
import type { Embedder, LanguageModel } from "../ports/models.ts";
import { SAMPLE_QUERY, sampleAnswer } from "../sample-question.ts";
import type { Check } from "./doctor.ts";

export interface ModelsOptions {
  readonly model: LanguageModel;
  readonly embedder: Embedder;
  readonly labelEmbedder: Embedder;
  readonly clock: Clock;
  /** For everything that one question takes. */
  readonly timeoutMs: number;
}

const TEXTS = [SAMPLE_QUERY, "what is the weather tomorrow"];
/** A unit vector of 32-bit floats may be this far from the length of 1. */
const LENGTH_ERROR_MAX = 0.01;
/** A real question to each. They cost what a request costs at the model, and no app pays for them. */
export function modelChecks(options: ModelsOptions): readonly Check[] {
  const { embedder, labelEmbedder, clock } = options;
  return [
    embedderCheck("embedder", embedder, clock),
    embedderCheck("labels", labelEmbedder, clock),
    modelCheck(options),
  ];
}

function embedderCheck(name: "embedder" | "labels", embedder: Embedder, clock: Clock): Check {
  return {
    name,
    examine: async () => {
      const begun = clock.monotonicMs();
      const vectors = await embedder.embed(TEXTS);
      const elapsedMs = Math.round(clock.monotonicMs() - begun);
      return {
        problems: vectors.flatMap((vector, index) => faultsOf(vector, index, embedder.dimensions)),
        well: `${embedder.id} made ${vectors.length} vectors of ${embedder.dimensions} numbers in ${elapsedMs} ms`,
        means: "sentences that mean the same are not found to, so the cache and the examples are of no use",
        advice: "the model file is damaged or does not fit: install the program again",
      };
    },
  };
}

function faultsOf(vector: Float32Array, index: number, dimensions: number): readonly string[] {
  const length = Math.hypot(...vector);
  const isUnit = Math.abs(length - 1) <= LENGTH_ERROR_MAX;
  return [
    ...(vector.length === dimensions ? [] : [`vector ${index + 1} has ${vector.length} numbers, not ${dimensions}`]),
    ...(isUnit ? [] : [`vector ${index + 1} has the length ${length}, not 1`]),
  ];
}

function modelCheck({ model, clock, timeoutMs }: ModelsOptions): Check {
  return {
    name: "model",
    examine: async () => {
      const { tool, isRight, ms, model: answering } = await sampleAnswer(model, clock, timeoutMs);
      return {
        problems: isRight ? [] : [`asked "${SAMPLE_QUERY}", ${model.id} chose ${tool ?? "no tool"}`],
        well: `${answering} chose ${tool} for "${SAMPLE_QUERY}" in ${Math.round(ms)} ms`,
        means: "the model answers, but not sensibly: requests will get wrong calls",
        advice: 'choose another model in the settings; "dragoman model test" says what each of them can do',
      };
    },
  };
}

/** The models inside, as a trace tells of them. */
import type { CallRequest, ClassifyRequest, Embedder, LanguageModel } from "#core/ports/models.ts";
import type { SpanStart, Tracer } from "#core/ports/tracer.ts";

const PROVIDER = "dragoman";

/** The same model, while each question is a part of its request. Nothing of the question is told. */
export function tracedModel(model: LanguageModel, tracer: Tracer): LanguageModel {
  const asking = (operation: "call" | "classify") => startOf(operation, model.id);
  const [calling, classifying] = [asking("call"), asking("classify")];
  return {
    id: model.id,
    ready: () => model.ready(),
    call: (request: CallRequest, signal: AbortSignal) => tracer.part(calling, () => model.call(request, signal)),
    classify: (request: ClassifyRequest, signal: AbortSignal) =>
      tracer.part(classifying, () => model.classify(request, signal)),
    ...(model.learnClasses && { learnClasses: model.learnClasses.bind(model) }),
    ...(model.classesAsBytes && { classesAsBytes: model.classesAsBytes }),
  };
}

/** The same embedder, while each embedding is a part of its request. */
export function tracedEmbedder(embedder: Embedder, tracer: Tracer): Embedder {
  const embedding = startOf("embeddings", embedder.id);
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    embed: (texts, ...how) =>
      tracer.part(embedding, (span) => {
        span.add({ "dragoman.texts": texts.length });
        return embedder.embed(texts, ...how);
      }),
  };
}

function startOf(operation: string, model: string): SpanStart {
  return {
    name: `${operation} ${model}`,
    kind: "internal",
    attributes: {
      "gen_ai.operation.name": operation,
      "gen_ai.provider.name": PROVIDER,
      "gen_ai.system": PROVIDER,
      "gen_ai.request.model": model,
    },
  };
}

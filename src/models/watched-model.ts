import { isTimeOver } from "#core/deadline.ts";
import { modelFailureIn } from "#core/errors.ts";
import type { CallRequest, ClassifyRequest, LanguageModel } from "#core/ports/models.ts";
import type { Observer, QuestionOutcome } from "#core/ports/observer.ts";

/** The same model, while an observer hears of every question. */
export function watched(model: LanguageModel, observer: Observer, monotonicMs: () => number): LanguageModel {
  const watch = async <Answer>(
    task: "call" | "classify",
    signal: AbortSignal,
    ask: () => Promise<Answer>,
  ): Promise<Answer> => {
    const startedMs = monotonicMs();
    let outcome: QuestionOutcome = "answered";
    observer.questionBegan(model.id);
    try {
      return await ask();
    } catch (failure) {
      const failed = modelFailureIn(failure);
      outcome = signal.aborted ? whyAborted(signal, failed) : (failed ?? "failed");
      throw failure;
    } finally {
      observer.questionEnded({ model: model.id, task, outcome, ms: monotonicMs() - startedMs });
    }
  };
  return {
    id: model.id,
    ready: () => model.ready(),
    call: (request: CallRequest, signal: AbortSignal) => watch("call", signal, () => model.call(request, signal)),
    classify: (request: ClassifyRequest, signal: AbortSignal) =>
      watch("classify", signal, () => model.classify(request, signal)),
    ...(model.learnClasses && { learnClasses: model.learnClasses.bind(model) }),
    ...(model.classesAsBytes && { classesAsBytes: model.classesAsBytes }),
  };
}

/** Past the deadline clients are told what the model says of that, or else what they are told of every model that cannot be had. */
function whyAborted({ reason }: AbortSignal, failed: QuestionOutcome | null): QuestionOutcome {
  return isTimeOver(reason) ? (failed ?? "bad_gateway") : "abandoned";
}

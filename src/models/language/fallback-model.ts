import type { Class } from "#core/classification-set.ts";
import { modelFailureIn } from "#core/errors.ts";
import type {
  Background,
  CallRequest,
  ClassesAsBytes,
  ClassifyRequest,
  DraftCall,
  DraftLabel,
  EmbeddedExample,
  LanguageModel,
  LearnedClasses,
} from "#core/ports/models.ts";

/** Models in a row: where one fails the next is asked, within the time that is left. */
export class FallbackModel implements LanguageModel {
  readonly id: string;
  readonly #first: LanguageModel;
  readonly #others: readonly LanguageModel[];
  /** There where one of them learns from examples: what it learned goes with the question to all. */
  readonly learnClasses?: NonNullable<LanguageModel["learnClasses"]>;
  readonly classesAsBytes?: ClassesAsBytes;

  constructor(first: LanguageModel, others: readonly LanguageModel[]) {
    this.id = first.id;
    this.#first = first;
    this.#others = others;
    const learner = [first, ...others].find((model) => model.learnClasses !== undefined);
    if (learner?.classesAsBytes) this.classesAsBytes = learner.classesAsBytes;
    if (learner) {
      this.learnClasses = (
        classes: readonly Class[],
        examples: readonly EmbeddedExample[],
        background: Background,
      ): Promise<LearnedClasses> => (learner as Required<LanguageModel>).learnClasses(classes, examples, background);
    }
  }

  /** The first one's: while it cannot be had the others are asked, and may still be loading. */
  ready(): Promise<void> {
    return this.#first.ready();
  }

  async call(request: CallRequest, signal: AbortSignal): Promise<DraftCall> {
    const { answer, by } = await this.#askInTurn((model) => model.call(request, signal), signal);
    return by === this.#first ? answer : { ...answer, model: by.id };
  }

  async classify(request: ClassifyRequest, signal: AbortSignal): Promise<readonly DraftLabel[]> {
    const { answer, by } = await this.#askInTurn((model) => model.classify(request, signal), signal);
    return by === this.#first
      ? answer
      : answer.map((label, index) => (index === 0 ? { ...label, model: by.id } : label));
  }

  async #askInTurn<Answer>(
    ask: (model: LanguageModel) => Promise<Answer>,
    signal: AbortSignal,
  ): Promise<{ readonly answer: Answer; readonly by: LanguageModel }> {
    let by = this.#first;
    for (const next of this.#others) {
      try {
        return { answer: await ask(by), by };
      } catch (failure) {
        if (signal.aborted || modelFailureIn(failure) === null) throw failure;
        by = next;
      }
    }
    return { answer: await ask(by), by };
  }
}

import { ASKED_BY_NOBODY_ELSE, type QuestionStore } from "#core/ports/question-store.ts";
import type { SecretStore } from "#core/ports/secret-store.ts";
import type { Postgres } from "../postgres.ts";
import { HotAnswers } from "./hot-answers.ts";
import { MinuteNumbers } from "./minute-numbers.ts";
import { ClusterQuestions } from "./questions.ts";
import { Seal } from "./seal.ts";
import { Valkey, type ValkeyOptions } from "./valkey.ts";

/** What nodes share beside Postgres, for speed: each is null, or of no effect, where there is no Valkey. */
export interface SharedMemory {
  readonly numbers: MinuteNumbers | null;
  readonly hot: HotAnswers | null;
  readonly questions: QuestionStore;
  close(): void;
}

export const NO_SHARED_MEMORY: SharedMemory = {
  numbers: null,
  hot: null,
  questions: ASKED_BY_NOBODY_ELSE,
  close() {},
};

/** Opens the Valkey of the settings, whether or not it can be reached. Throws an OperatorError (`settings`) for an address that is none. */
export async function openSharedMemory(
  options: ValkeyOptions,
  { postgres, secrets }: { readonly postgres: Postgres; readonly secrets: SecretStore },
): Promise<SharedMemory> {
  const seal = await Seal.of(secrets);
  const valkey = await Valkey.open(options);
  // Another cluster's, on the same Valkey, have other names.
  const keyPrefix = `dragoman:${seal.digest("keys of this cluster").slice(0, 8)}:`;
  return {
    numbers: new MinuteNumbers(valkey, postgres, keyPrefix),
    hot: new HotAnswers(valkey, seal, keyPrefix),
    questions: new ClusterQuestions(valkey, seal, keyPrefix),
    close: () => valkey.close(),
  };
}

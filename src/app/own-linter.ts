/** A linter for a command that runs without a server. */
import type { Config } from "#config";
import { LintVectors } from "#core/linting/lint-vectors.ts";
import { Linter } from "#core/linting/linter.ts";
import { MainThread } from "#core/main-thread.ts";
import type { Clock } from "#core/ports/clock.ts";
import type { EmbeddingStore } from "#core/ports/embedding-store.ts";
import type { Embedder } from "#core/ports/models.ts";
import { type EmbeddedModels, openEmbeddedModels } from "#models/embedded/index.ts";
import { isCommonWord } from "#models/embedded/networks/vocabulary.ts";
import { runtimeDirOf } from "./models.ts";

/** Whoever types a command waits for all of it: ten thousand examples that nobody has learned take a minute or two. */
const EMBEDDING_MS_MAX = 300_000;

export interface OwnLinter {
  readonly linter: Linter;
  close(): Promise<void>;
}

/** The models are loaded when there is something to compare. `kept`: where learned vectors are read; null for none. */
export function openOwnLinter(config: Config, clock: Clock, kept: Pick<EmbeddingStore, "read"> | null): OwnLinter {
  const { queueMax, queuePerAppMax } = config.model;
  let opened: EmbeddedModels | null = null;
  const inside = () => (opened ??= openEmbeddedModels({ runtimeDir: runtimeDirOf(config), queueMax, queuePerAppMax }));
  const later = (which: (models: EmbeddedModels) => Embedder): Embedder => ({
    get id() {
      return which(inside()).id;
    },
    get dimensions() {
      return which(inside()).dimensions;
    },
    embed: async (...given) => {
      // Nobody else is there to be told that it is loading.
      await inside().model.ready();
      return which(inside()).embed(...given);
    },
  });
  const embedders = {
    tools: later(({ embedder }) => embedder),
    classes: later(({ labelEmbedder }) => labelEmbedder),
  };
  const monotonicMs = () => clock.monotonicMs();
  const vectors = new LintVectors({ embedders, kept, msMax: EMBEDDING_MS_MAX, monotonicMs });
  const linter = new Linter({ vectors, mainThread: new MainThread(clock), isCommonWord });
  return { linter, close: async () => await opened?.close() };
}

import { messageOf } from "#core/errors.ts";
import type { Log } from "#core/log.ts";
import type { LanguageModel } from "#core/ports/models.ts";
import type { Storage } from "#core/ports/storage.ts";
import type { Readiness } from "#http/services.ts";

const STORAGE_WAITS = {
  embedded: "the disk takes nothing at the moment: it is full, it fails, or the database was taken away",
  cluster: "Postgres does not do what it is asked at the moment: this node's log says why",
} as const;

/**
 * What a server waits for that has its model, in words; null for nothing. The storage's word comes first where both say something: without it
 * nothing at all is acknowledged.
 */
export function waitsOf(
  storage: Pick<Storage, "isWritable">,
  kind: keyof typeof STORAGE_WAITS,
  standing: () => string | null,
): () => string | null {
  return () => (storage.isWritable() ? standing() : STORAGE_WAITS[kind]);
}

/** `waits`: what is waited for, once the model was ready, in words; null while requests can be answered. */
export function readinessOf(
  model: Pick<LanguageModel, "ready">,
  waits: () => string | null,
  log: Log,
): () => Readiness {
  let readiness: Readiness = { ready: false, waitingFor: "the model is loading" };
  model.ready().then(
    () => {
      readiness = { ready: true };
    },
    (failure: unknown) => {
      const reason = messageOf(failure);
      log(`the model cannot be used: ${reason}`, { level: "error" });
      readiness = { ready: false, waitingFor: `the model could not be loaded: ${reason}` };
    },
  );
  return () => {
    if (!readiness.ready) return readiness;
    // What was there may be gone: a worker that ended or is stuck answers nobody until it is started again.
    const waitingFor = waits();
    return waitingFor === null ? readiness : { ready: false, waitingFor };
  };
}

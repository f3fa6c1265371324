export interface StopSignals {
  /** Resolves with the first signal. */
  readonly asked: Promise<void>;
  /** Resolves with the second: whoever sends it does not want to wait. */
  readonly insisted: Promise<void>;
  /** Aborted with the first. */
  readonly signal: AbortSignal;
}

/**
 * `timeout`, and `bun run` after Ctrl-C, send the signal to the process and to its group: two that come this close together
 * are one wish.
 */
const SAME_WISH_MS = 500;

/** From now on these signals no longer end the process: whoever calls this does. */
export function onStopSignals(signals: readonly ("SIGTERM" | "SIGINT" | "SIGHUP")[]): StopSignals {
  const asked = Promise.withResolvers<void>();
  const insisted = Promise.withResolvers<void>();
  const aborting = new AbortController();
  let askedAtMs: number | null = null;
  const count = () => {
    askedAtMs ??= performance.now();
    if (performance.now() - askedAtMs > SAME_WISH_MS) insisted.resolve();
    asked.resolve();
    aborting.abort();
  };
  for (const signal of signals) process.on(signal, count);
  return { asked: asked.promise, insisted: insisted.promise, signal: aborting.signal };
}

import { AppError } from "./errors.ts";

/**
 * Does the work under a signal that is aborted with the given one, and after `ms` with a TimeoutError. Nothing of it is left
 * when the work is done: `AbortSignal.timeout` would stay for the whole time, and every question of those seconds with it.
 */
export async function withDeadline<Result>(
  signal: AbortSignal,
  ms: number,
  work: (either: AbortSignal) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const either = new AbortController();
  const leave = () => either.abort(signal.reason);
  signal.addEventListener("abort", leave, { once: true });
  const timer = setTimeout(() => either.abort(new DOMException(`within ${ms} ms (timeout_ms)`, "TimeoutError")), ms);
  try {
    return await work(either.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  }
}

/** What a model says within its time. Throws `bad_gateway` when that is over, and otherwise as \`ask\` does. */
export async function saidInTime<Said>(
  timeoutMs: number,
  signal: AbortSignal,
  ask: (until: AbortSignal) => Promise<Said>,
): Promise<Said> {
  try {
    return await withDeadline(signal, timeoutMs, ask);
  } catch (cause) {
    if (signal.aborted || !isTimeOver(cause)) throw cause;
    throw new AppError("bad_gateway", `the model did not answer ${cause.message}`, { cause });
  }
}

/** What a signal of `withDeadline` is aborted with when the time is over; its message says how long that was. */
export function isTimeOver(thrown: unknown): thrown is DOMException {
  return thrown instanceof DOMException && thrown.name === "TimeoutError";
}

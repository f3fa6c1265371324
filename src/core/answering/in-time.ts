import { AppError } from "../errors.ts";

/**
 * What a model answers within the time that it has. Throws `bad_gateway` when that is over, and otherwise what `ask` does;
 * what is asked is aborted then, as it is by `signal`.
 */
export async function inTime<Draft>(
  timeoutMs: number,
  signal: AbortSignal,
  ask: (until: AbortSignal) => Promise<Draft>,
): Promise<Draft> {
  const deadline = AbortSignal.timeout(timeoutMs);
  return ask(AbortSignal.any([signal, deadline])).catch((cause: unknown) => {
    if (!deadline.aborted) throw cause;
    throw new AppError("bad_gateway", `the model did not answer within ${timeoutMs} ms ([model] timeout_ms)`, {
      cause,
    });
  });
}

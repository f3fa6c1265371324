/** From what is worth knowing only while looking for something, to what somebody has to look at. */
export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** What is known of a line beside its words. */
export interface LogFacts {
  /** `info` where nothing is said. */
  readonly level?: LogLevel;
  /** Of the request that the line is about: the `X-Request-Id` of its answer. */
  readonly requestId?: string;
}

/**
 * Writes down what happens, for the owner of the server. One sentence, without what a client said and without secrets.
 * Never throws, and returns at once: where nobody takes what is written, it is dropped and counted, never waited for.
 */
export type Log = (message: string, about?: LogFacts) => void;

import { OperatorError } from "#core/errors.ts";
import type { Terminal } from "./terminal.ts";

/** 0 done, 1 failed, 2 misused. */
export type ExitStatus = 0 | 1 | 2;

/** What was typed, sorted by the command's own description of itself. */
export interface Invocation {
  readonly command: Command;
  /** By the name that stands in the usage line. */
  readonly operands: Readonly<Record<string, string>>;
  /** Options with a value, by name: the last one that was typed. */
  readonly options: Readonly<Record<string, string>>;
  /** All that were typed of options that may stand several times, in their order; none of a name that was not. */
  readonly repeated: Readonly<Record<string, readonly string[]>>;
  /** Options without one. */
  readonly switches: ReadonlySet<string>;
  /** Exactly one JSON value on `out`; for a server, log lines. */
  readonly json: boolean;
}

export type Run = (invocation: Invocation, terminal: Terminal) => Promise<ExitStatus>;

export interface Command {
  /** One word or two: `serve`, `app create`. */
  readonly name: string;
  readonly operands: readonly string[];
  /** Operands that may be left out, after the others. */
  readonly optionalOperands?: readonly string[];
  /** Options without which there is nothing to do, by name in `OPTIONS`. */
  readonly requiredOptions?: readonly string[];
  /** Beside those that every command takes, by name in `OPTIONS`. */
  readonly options: readonly string[];
  readonly summary: string;
  /** What it ends for good, to stand after "this ends": it asks first, or wants `--yes`. */
  readonly destroys?: string;
  /** What is worth knowing beyond the summary. */
  readonly more?: string;
}

export interface Option {
  /** How its value is called in the usage line; null for a switch. */
  readonly value: string | null;
  readonly describes: string;
  /** It may stand several times. */
  readonly repeats?: boolean;
}

/** The command line is wrong: nothing was done. */
export class Misuse extends OperatorError {
  constructor(message: string) {
    super("misuse", message);
  }
}

/** A Misuse of one line: the problem, what was probably meant, and which help to read. */
export function misused(problem: string, hint: { readonly meant?: string | undefined; readonly see?: string }): Misuse {
  const suggestion = hint.meant === undefined ? "." : `: did you mean "${hint.meant}"?`;
  return new Misuse(`${problem}${suggestion} See "${["dragoman help", hint.see ?? ""].join(" ").trim()}".`);
}

/** A command could not do its work; the message says what a person can do about it. */
export class Failure extends OperatorError {
  constructor(message: string, cause?: unknown) {
    super("failed", message, cause);
  }
}

/** A parser under trial. */
export interface Target {
  /** Of its corpus and on the command line. */
  readonly name: string;
  /** What it reads, and what must hold whatever it is given. */
  readonly about: string;
  /** Inputs to begin with, besides the corpus. */
  readonly seeds: readonly (string | Uint8Array)[];
  /** Words to build inputs of, besides those in the parser's own source. */
  readonly words?: readonly string[];
  readonly bytesMax: number;
  /** What one input may take on a quiet machine: `ms` and so much more for each KiB. */
  readonly time: { readonly ms: number; readonly msPerKib: number };
  /** Whether an input is also tried many times over, up to `bytesMax`, to see its time grow. Not where length itself is refused. */
  readonly grows?: true;
  /** Made once. */
  open(): Promise<Reader> | Reader;
}

export interface Reader {
  /**
   * Reads the input and checks what must hold. Throws for a finding. What it returns must be the same whenever it reads the same.
   */
  read(input: Uint8Array): unknown;
  close?(): Promise<void>;
}

/** What must hold did not. */
export class Finding extends Error {}

export function must(holds: boolean, what: string): void {
  if (!holds) throw new Finding(what);
}

/** What the parser says, or the error that it documents; any other error is a finding. */
export function orRefused<Result>(
  read: () => Result,
  isDocumented: (failure: unknown) => boolean,
): Result | { readonly refused: string } {
  try {
    return read();
  } catch (failure) {
    if (!isDocumented(failure)) throw failure;
    must(failure instanceof Error && failure.message !== "", "an error without a word");
    return { refused: (failure as Error).message };
  }
}

export function textOf(input: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(input);
}

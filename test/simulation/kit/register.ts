/** A change of something that has one value at a time, from when it was asked for. */
export interface Write<Value> {
  readonly value: Value;
  readonly begun: number;
  /** When it was over, whatever came of it; null while it is under way. */
  ended: number | null;
  /** From when on it is known to have been done; null where nobody knows. */
  proven: number | null;
  /** From when on it is known that something else took its place, or that it was never done; null where nobody knows. */
  replaced: number | null;
  /** It failed in a way after which a crash may bring it back: the disk has it, and could not say so. */
  mayComeBack: boolean;
}

const UNDER_WAY = { ended: null, proven: null, replaced: null, mayComeBack: false } as const;
/** How many changes are remembered before those that cannot be read any more are dropped. */
const WRITES_KEPT_MAX = 24;

/**
 * What something may be, by what was asked of it and answered. A value may be read unless another is known to have taken its place
 * before the reading began: so a change that was acknowledged is never missing, none comes back, and one whose answer was lost may be
 * there or not, but does not change its mind once it was seen.
 * Moments are counted by whoever uses it; each is later than the one before.
 */
export class Register<Value> {
  #writes: Write<Value>[];

  constructor(initial: Value) {
    this.#writes = [{ ...UNDER_WAY, value: initial, begun: -1, ended: -1, proven: -1 }];
  }

  begin(value: Value, at: number): Write<Value> {
    const write: Write<Value> = { ...UNDER_WAY, value, begun: at };
    this.#writes.push(write);
    return write;
  }

  /** It was acknowledged. */
  done(write: Write<Value>, at: number): void {
    write.ended = at;
    write.proven ??= at;
  }

  /** It was refused, and changes nothing. */
  refused(write: Write<Value>): void {
    this.#writes = this.#writes.filter((other) => other !== write);
  }

  /** Nobody will ever hear what came of it; what did not happen by now never will, unless it may come back. */
  lost(write: Write<Value>, at: number, mayComeBack = false): void {
    write.ended = at;
    write.mayComeBack = mayComeBack;
  }

  /** What somebody may read who began then. */
  allowed(begun: number): readonly Value[] {
    return this.#possible(begun).map(({ value }) => value);
  }

  /** Somebody who began at one moment has read this by another. Whether that may be. */
  read(value: Value, begun: number, at: number): boolean {
    const possible = this.#possible(begun).filter((write) => write.value === value);
    const [only, another] = possible;
    if (only && !another) this.#seen(only, begun, at);
    return only !== undefined;
  }

  /** The same of what may not be on the disk yet: it may be, and proves nothing. */
  glimpsed(value: Value, begun: number): boolean {
    return this.#possible(begun).some((write) => write.value === value);
  }

  /** Whoever reads from now on began no earlier than `oldest`. */
  forget(oldest: number): void {
    if (this.#writes.length > WRITES_KEPT_MAX) this.#writes = [...this.#possible(oldest)];
  }

  /** What was over before the reading began, and was not read, is not there any more. */
  #seen(write: Write<Value>, begun: number, at: number): void {
    write.proven ??= at;
    for (const other of this.#writes) {
      const isOver = other !== write && other.ended !== null && other.ended < begun && !other.mayComeBack;
      if (isOver) other.replaced ??= at;
    }
  }

  #possible(begun: number): readonly Write<Value>[] {
    const isThere = ({ replaced }: Write<Value>) => replaced === null || replaced >= begun;
    return this.#writes.filter(
      (write) => isThere(write) && !this.#writes.some((later) => isReplaced(write, later, begun)),
    );
  }
}

function isReplaced<Value>(write: Write<Value>, later: Write<Value>, begun: number): boolean {
  if (later.proven === null || later.proven >= begun) return false;
  return write.ended !== null && write.ended < later.begun;
}

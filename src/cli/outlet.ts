/** Where a server's lines leave the process: never in its way, whoever reads them or does not. */

/** What waits to be written, in all. At 200 bytes a line some 5,000 lines: whoever reads at all catches up. */
const QUEUE_BYTES_MAX = 1_048_576;
/** Handed over in one go, so that a slow reader is asked again before all of the queue is on its way. */
const PORTION_BYTES_MAX = 65_536;
/** A full disk is not asked again for each line. */
const RETRY_MS = 250;
/** At the end what waits is still written, for as long as somebody takes it. */
const FLUSH_MS_MAX = 200;

export interface Outlet {
  /** Puts a line behind those that wait, or drops it where there is no room. Returns at once and never throws. */
  write(line: string): void;
  /** Lines dropped so far: those that found no room, and those that could not be written. */
  readonly dropped: number;
  /** Writes what waits, for up to 200 ms. */
  close(): Promise<void>;
}

/** What takes bytes. Of both results, one may be a promise; both are done when they are written. Throws or rejects else. */
export interface Sink {
  write(bytes: string): unknown;
  flush(): unknown;
}

/** @param notice the line that says how many others are missing, and since when. */
export function openOutlet(sink: Sink, notice: (lines: number, since: Date) => string): Outlet {
  return new BoundedOutlet(sink, notice);
}

/** Standard output (1) or standard error (2): neither a full pipe nor a full disk blocks a write. */
export function sinkOf(descriptor: 1 | 2): Sink {
  return Bun.file(descriptor).writer({ highWaterMark: PORTION_BYTES_MAX });
}

/** What waits: a line, or what tells of lines that are missing before the next one. */
interface Entry {
  readonly text: string;
  readonly bytes: number;
  /** That are told of; 0 for a line. */
  readonly told: number;
}

class BoundedOutlet implements Outlet {
  readonly #sink: Sink;
  readonly #notice: (lines: number, since: Date) => string;
  #waiting: Entry[] = [];
  /** Of all that waits and of what is on its way. */
  #bytes = 0;
  #pumping: Promise<void> | null = null;
  #isClosing = false;
  #dropped = 0;
  /** Dropped, and not told of yet. */
  #missing = 0;
  #missingSince = new Date(0);

  constructor(sink: Sink, notice: (lines: number, since: Date) => string) {
    this.#sink = sink;
    this.#notice = notice;
  }

  get dropped(): number {
    return this.#dropped;
  }

  write(line: string): void {
    if (this.#bytes + Buffer.byteLength(line) > QUEUE_BYTES_MAX) {
      this.#miss(1, 1);
      return;
    }
    this.#tellOfMissing();
    this.#enqueue(line, 0);
    this.#pumping ??= this.#pump();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.race([this.#pumping, Bun.sleep(FLUSH_MS_MAX)]);
  }

  /** One portion after the other, until nothing waits. */
  async #pump(): Promise<void> {
    while (this.#waiting.length > 0) {
      const portion = this.#takePortion();
      const isWritten = await this.#written(portion.map(({ text }) => text).join(""));
      for (const { bytes } of portion) this.#bytes -= bytes;
      if (isWritten && this.#waiting.length === 0) this.#tellOfMissing();
      if (isWritten) continue;
      for (const { told } of portion) this.#miss(told || 1, told === 0 ? 1 : 0);
      if (this.#isClosing) break;
      await Bun.sleep(RETRY_MS);
    }
    this.#pumping = null;
  }

  async #written(text: string): Promise<boolean> {
    try {
      await Promise.all([this.#sink.write(text), this.#sink.flush()]);
      return true;
    } catch {
      // There is nobody to tell that telling does not work: it is counted, and said as soon as it can be.
      return false;
    }
  }

  #takePortion(): readonly Entry[] {
    let taken = 0;
    const end = this.#waiting.findIndex(({ bytes }) => {
      taken += bytes;
      return taken > PORTION_BYTES_MAX;
    });
    // A line that is longer than a portion goes alone.
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : Math.max(1, end));
  }

  #enqueue(text: string, told: number): void {
    const bytes = Buffer.byteLength(text);
    this.#waiting.push({ text, bytes, told });
    this.#bytes += bytes;
  }

  /** @param untold of them were never counted before. */
  #miss(lines: number, untold: number): void {
    if (this.#missing === 0) this.#missingSince = new Date();
    this.#missing += lines;
    this.#dropped += untold;
  }

  /** In its place: behind the lines that were taken before, in front of those that are taken again. */
  #tellOfMissing(): void {
    if (this.#missing === 0) return;
    this.#enqueue(this.#notice(this.#missing, this.#missingSince), this.#missing);
    this.#missing = 0;
  }
}

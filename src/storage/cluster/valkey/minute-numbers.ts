import { randomUUID } from "node:crypto";
import { growingCache } from "#core/growing-cache.ts";
import type { WindowStore } from "#core/ports/window-store.ts";
import type { Postgres } from "../postgres.ts";
import type { Valkey } from "./valkey.ts";

export type Subject = Parameters<WindowStore["count"]>[0];

/** A window lives longer than its minute: clocks of nodes differ. What is asked for later gets a block of its own. */
const WINDOW_LIVES_MS = 300_000;
/** A block has this to spare, or an eighth of what the minute had already: what Valkey loses with it is no more. */
const SPARE_MIN = 8;
const SPARE_SHARE = 1 / 8;
/** How often a call looks for a number in Valkey, others being faster each time: then it takes the next of Postgres. */
const ATTEMPTS_MAX = 5;
/** For a call that is counted whatever its number is. */
const ANY_NUMBER = Number.MAX_SAFE_INTEGER;
/** Windows of which numbers came back. */
const UNUSED_WINDOWS_MAX = 10_000;

/** Above the one, up to the other. */
interface Block {
  readonly dispenser: string;
  readonly above: number;
  readonly last: number;
}

interface Want {
  readonly subject: Subject;
  readonly minute: number;
  /** Up to which number it has use for one. */
  readonly numberMax: number;
  readonly attempt: number;
  readonly told: (number: number | "none left" | null) => void;
  readonly failed: (failure: unknown) => void;
}

interface Window {
  readonly subject: Subject;
  readonly minute: number;
  readonly calls: Want[];
  readonly hits: Want[];
}

/** As the script tells it. */
type Told = readonly [dispenser: string, given: number, toCalls: number, toHits: number, last: number];

/**
 * The numbers of a minute's calls, of which each is given once: one by one in Valkey, from blocks of them that Postgres gives out. What Valkey
 * loses, or nobody hears of, is given to nobody else: so no more calls pass than there are numbers up to the limit, whatever fails. What
 * all requests of this node want at a time goes as one script.
 */
export class MinuteNumbers {
  readonly #valkey: Valkey;
  readonly #postgres: Postgres;
  readonly #keyPrefix: string;
  /** Numbers that were not used. */
  readonly #unused = growingCache<string, number[]>(UNUSED_WINDOWS_MAX);
  /** Those who came while a block is asked for, by the window. */
  readonly #extending = new Map<string, Want[]>();
  /** Blocks that are brought along by the next round. */
  readonly #blocks = new Map<string, Block>();
  #waiting: Want[] = [];
  #isRunning = false;

  constructor(valkey: Valkey, postgres: Postgres, keyPrefix: string) {
    this.#valkey = valkey;
    this.#postgres = postgres;
    this.#keyPrefix = keyPrefix;
  }

  /** A number for one call more; null where Valkey is away: then Postgres gives it. Rejects with `service_unavailable`. */
  async take(subject: Subject, minute: number): Promise<number | null> {
    const unused = this.#unused.get(nameOf(subject, minute))?.shift();
    if (unused !== undefined) return unused;
    const number = await this.#want(subject, minute, ANY_NUMBER);
    return number === "none left" ? null : number;
  }

  /** The same where it is not above `numberMax`: else nothing is given. */
  takeUpTo(subject: Subject, minute: number, numberMax: number): Promise<number | "none left" | null> {
    return this.#want(subject, minute, numberMax);
  }

  /** The next call of this node takes it. */
  putBack(subject: Subject, minute: number, number: number): void {
    const name = nameOf(subject, minute);
    this.#unused.set(name, [...(this.#unused.get(name) ?? []), number]);
  }

  /** The last number that was given; null where that is not known here. */
  async peek(subject: Subject, minute: number): Promise<number | null> {
    const told = await this.#valkey.ask("windows", (server) => ["HGET", this.#key(server, subject, minute), "given"]);
    // Before its first block is there a window has none.
    const given = Number(told?.reply ?? 0);
    return given === 0 ? null : given;
  }

  #want(subject: Subject, minute: number, numberMax: number): Promise<number | "none left" | null> {
    return new Promise((told, failed) => this.#add({ subject, minute, numberMax, attempt: 1, told, failed }));
  }

  #add(want: Want): void {
    this.#waiting.push(want);
    if (!this.#isRunning) void this.#run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    // In the next turn of the event loop, so that all who come in this one go together.
    await new Promise<void>((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) await this.#round(this.#waiting.splice(0));
    this.#isRunning = false;
  }

  async #round(all: readonly Want[]): Promise<void> {
    const wants = all.filter((want) => !this.#waitsForBlock(want));
    if (wants.length === 0) return;
    const windows = [...windowsOf(wants)];
    const blocks = windows.map(([name]) => this.#blocks.get(name) ?? null);
    for (const [name] of windows) this.#blocks.delete(name);
    const answer = await this.#valkey.run("windows", "takeNumbers", (server) => ({
      keys: windows.map(([, { subject, minute }]) => this.#key(server, subject, minute)),
      values: [
        ...[WINDOW_LIVES_MS, randomUUID()],
        ...windows.flatMap(([, { calls, hits }], at) => {
          const { dispenser, above, last } = blocks[at] ?? { dispenser: "", above: 0, last: 0 };
          return [calls.length, hits.length, hitsLast(hits), dispenser, above, last];
        }),
      ],
    }));
    if (!answer) {
      for (const { told } of wants) told(null);
      return;
    }
    const told = answer.reply as readonly Told[];
    const ended = windows.flatMap(([name, window], at) => this.#tell(name, window, told[at] as Told) ?? []);
    void this.#extendAll(ended);
  }

  /** Returns those for whom a block more is needed; null for none. */
  #tell(
    name: string,
    { subject, minute, calls, hits }: Window,
    [dispenser, given, toCalls, toHits, last]: Told,
  ): WindowEnd | null {
    for (const [at, { told }] of calls.slice(0, toCalls).entries()) told(given + at + 1);
    for (const [at, { told }] of hits.slice(0, toHits).entries()) told(given + toCalls + at + 1);
    const left = [...calls.slice(toCalls), ...hits.slice(toHits)];
    // Nothing up to their limit is left, in this block or any other.
    for (const { told } of left.filter(({ numberMax }) => numberMax <= last)) told("none left");
    const lacking = left.filter(({ numberMax }) => numberMax > last);
    return lacking.length > 0 ? { name, subject, minute, dispenser, last, lacking } : null;
  }

  #waitsForBlock(want: Want): boolean {
    const waiting = this.#extending.get(nameOf(want.subject, want.minute));
    waiting?.push(want);
    return waiting !== undefined;
  }

  /** Blocks of several windows come with one statement; one that is left out of it, or where that fails, asks by itself. */
  async #extendAll(ends: readonly WindowEnd[]): Promise<void> {
    for (const { name } of ends) this.#extending.set(name, []);
    const blocks = ends.length > 1 ? await this.#nextBlocks(ends).catch(() => []) : [];
    for (const [at, end] of ends.entries()) void this.#extend(end, blocks[at]);
  }

  /** A block more, with which they are tried again. */
  async #extend(end: WindowEnd, given: Block | undefined): Promise<void> {
    const { name, lacking } = end;
    try {
      const block = given ?? (await this.#nextBlock(end));
      const again = lacking.filter(({ attempt }) => attempt < ATTEMPTS_MAX);
      if (again.length > 0) this.#blocks.set(name, block);
      for (const want of again) this.#add({ ...want, attempt: want.attempt + 1 });
      for (const { attempt, told } of lacking) if (attempt === ATTEMPTS_MAX) told(null);
    } catch (failure) {
      for (const { failed } of lacking) failed(failure);
    } finally {
      const waiting = this.#extending.get(name) ?? [];
      this.#extending.delete(name);
      for (const want of waiting) this.#add(want);
    }
  }

  /** In the order of the windows; none for one that is to be asked for by itself. */
  async #nextBlocks(ends: readonly WindowEnd[]): Promise<readonly (Block | undefined)[]> {
    const rows = await this.#postgres.call<{ place: number; above: number; last: number }>(
      "SELECT place, above, last FROM next_blocks($1, $2, $3, $4, $5, $6)",
      [
        ends.map(({ minute }) => minute),
        ends.map(({ subject }) => subject),
        ends.map(({ dispenser }) => dispenser),
        ends.map(({ last }) => last),
        ends.map(({ lacking }) => lacking.length),
        ends.map(spareOf),
      ],
    );
    const blocks: (Block | undefined)[] = [];
    for (const { place, above, last } of rows) {
      blocks[place - 1] = { dispenser: ends[place - 1]?.dispenser ?? "", above, last };
    }
    return blocks;
  }

  async #nextBlock(end: WindowEnd): Promise<Block> {
    const { subject, minute, dispenser, last, lacking } = end;
    const [block] = await this.#postgres.call<{ above: number; last: number }>(
      "SELECT above, last FROM next_block($1, $2, $3, $4, $5, $6)",
      [minute, subject, dispenser, last, lacking.length, spareOf(end)],
    );
    if (!block) throw new Error("a block of numbers was expected to come back");
    return { dispenser, ...block };
  }

  #key(server: string, subject: Subject, minute: number): string {
    return `${this.#keyPrefix}window:${server}:${minute}:${subject}`;
  }
}

/** A window whose block has no number for these any more. */
interface WindowEnd extends Pick<Window, "minute" | "subject"> {
  readonly name: string;
  readonly dispenser: string;
  readonly last: number;
  readonly lacking: readonly Want[];
}

function spareOf({ last }: WindowEnd): number {
  return Math.max(SPARE_MIN, Math.floor(last * SPARE_SHARE));
}

function windowsOf(wants: readonly Want[]): ReadonlyMap<string, Window> {
  const windows = new Map<string, Window>();
  for (const want of wants) {
    const { subject, minute, numberMax } = want;
    const name = nameOf(subject, minute);
    const window = windows.get(name) ?? { subject, minute, calls: [], hits: [] };
    windows.set(name, window);
    if (numberMax === ANY_NUMBER) window.calls.push(want);
    else window.hits.push(want);
  }
  return windows;
}

/** Of a plan that was changed in this minute: the smaller. */
function hitsLast(hits: readonly Want[]): number {
  return hits.reduce((least, { numberMax }) => Math.min(least, numberMax), ANY_NUMBER);
}

function nameOf(subject: Subject, minute: number): string {
  return `${minute} ${subject}`;
}

import type { AppModel } from "./app-model.ts";
import type { Reply } from "./node.ts";
import type { Register, Write } from "./register.ts";

/** Something that must never be, and was. */
export class Violation extends Error {}

/** One call of a client, from when it is sent until it ends. */
export interface Call {
  readonly app: AppModel;
  readonly what: string;
  /** When it was sent. */
  readonly begun: number;
}

/** Says what is true by what was asked and answered, and whether an answer may be one. Moments are numbers that grow. */
export class Oracle {
  #moment = 0;
  readonly apps: AppModel[] = [];
  /** The one that was asked for last. */
  #month = monthOf(0);
  /** When the oldest call that is under way was sent. */
  readonly #open = new Set<number>();
  /** Counts what was looked at, by its name. */
  readonly counts = new Map<string, number>();
  /** How often the clock was put back by more than a minute in all: minutes that were cleared may begin anew then. */
  jumps = 0;
  /** What the clock of the servers shows, in milliseconds since 1970. Whoever has servers says it. */
  wallMs: () => number = () => 0;
  /** How often the clock was put forward by days: what is remembered for a day is forgotten then. */
  eras = 0;

  now(): number {
    this.#moment += 1;
    return this.#moment;
  }

  /** The month whose allowance is spent, as `2026-03`. */
  get month(): string {
    const ms = this.wallMs();
    if (ms < this.#month.fromMs || ms >= this.#month.endMs) this.#month = monthOf(ms);
    return this.#month.name;
  }

  /** Tells an app what the time has done to it. */
  passTime(app: AppModel): void {
    const age = `${this.eras} ${this.month}`;
    if (app.age !== "" && app.age !== age) app.grewOlder();
    app.age = age;
  }

  begin(app: AppModel, what: string): Call {
    this.passTime(app);
    const begun = this.now();
    this.#open.add(begun);
    this.count(what);
    return { app, what, begun };
  }

  end({ begun }: Call): void {
    this.#open.delete(begun);
  }

  count(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
  }

  /** Nothing that was under way is asked about any more. */
  get oldest(): number {
    for (const begun of this.#open) return begun;
    return this.#moment + 1;
  }

  violate({ app, what }: Pick<Call, "app" | "what">, reason: string): never {
    throw new Violation(`app ${app.index}, ${what}: ${reason}`);
  }

  /** Somebody was shown this value, in an answer that came behind it to the disk. */
  read<Value>(call: Call, name: string, register: Register<Value>, value: Value): void {
    register.forget(this.oldest);
    if (!register.read(value, call.begun, this.now())) this.#violateValue(call, name, register, value);
  }

  /** Somebody was told of it in an answer that costs nothing, and waits for no disk: that something is not there. */
  glimpsed<Value>(call: Call, name: string, register: Register<Value>, value: Value): void {
    if (!register.glimpsed(value, call.begun)) this.#violateValue(call, name, register, value);
  }

  #violateValue<Value>(call: Call, name: string, register: Register<Value>, value: Value): never {
    const allowed = JSON.stringify([...new Set(register.allowed(call.begun))]);
    this.violate(call, `${name} is ${JSON.stringify(value)}, and may be ${allowed}`);
  }

  /** Ends a change by what was answered. */
  wrote<Value>(register: Register<Value>, write: Write<Value>, outcome: "done" | "failed" | "lost" | "refused"): void {
    if (outcome === "done") register.done(write, this.now());
    else if (outcome === "refused") register.refused(write);
    else register.lost(write, this.now(), outcome === "failed");
  }

  /** What every answer must be. */
  checkAnswer(call: Call, reply: Reply): void {
    const { app } = call;
    this.passTime(app);
    const { text } = reply;
    for (const [mark] of text.matchAll(/zq\d+zq/g)) {
      if (mark !== app.mark) this.violate(call, `is shown what belongs to another app: ${mark}`);
    }
    if (reply.status === 500) this.violate(call, `500: ${text}`);
    const remaining = reply.headers["x-ratelimit-remaining"];
    if (remaining !== undefined && Number(remaining) < 0)
      this.violate(call, `${remaining} calls are left in the minute`);
  }

  /** A call that was charged counted in its minute, and is on the disk with that: no two of them have the same number. */
  countInWindow(call: Call, { headers }: Reply): void {
    const { app } = call;
    const [reset, remaining] = [headers["x-ratelimit-reset"], headers["x-ratelimit-remaining"]];
    if (reset === undefined || remaining === undefined) this.violate(call, "the answer does not tell of the minute");
    const name = `${this.jumps} ${reset}`;
    const known = app.windows.get(name) ?? new Set<string>();
    app.windows.set(name, known);
    if (app.windows.size > 8) app.windows.delete(app.windows.keys().next().value ?? "");
    if (known.has(remaining)) this.violate(call, `two calls of one minute were told that ${remaining} are left`);
    known.add(remaining);
  }
}

function monthOf(ms: number) {
  const date = new Date(ms);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  return {
    name: date.toISOString().slice(0, 7),
    fromMs: Date.UTC(year, month, 1),
    endMs: Date.UTC(year, month + 1, 1),
  };
}

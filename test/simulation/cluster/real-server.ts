/** The real Postgres behind the simulated wire: one statement at a time, in the order in which they were sent, also of those that wait for a lock. */
import { type Backend, Backends } from "./backend.ts";
import type { Control } from "./database.ts";
import { type Answered, query } from "./frames.ts";
import { clearRealTimeout, realTimeout } from "./real-world.ts";

/** How long a statement may be at the server before it is looked whether it waits for a lock: really. Nothing but the time of a run goes by it. */
const LOOK_AFTER_MS = 5;

/** What a statement has met that has no answer yet: a lock that another session holds, or one that waits for it in turn. */
export type Waiting = "blocked" | "deadlocked";

/** An answer that had been waited for. */
export interface Released<Client> {
  readonly client: Client;
  /** Null where the server has ended the session. */
  readonly answered: Answered | null;
}

/** What became of a statement, and of those that had waited for what it let go. */
export interface Served<Client> {
  readonly answered: Answered | Waiting | null;
  readonly released: readonly Released<Client>[];
}

export interface RealServerOptions {
  readonly control: Control;
  readonly port: number;
}

/**
 * Sessions by their clients. What is asked of it is done one after the other. A session that waits for a lock is a process that stands still, by
 * a signal, until its turn: when a lock is let go for which several wait, Postgres wakes them all, and which of them is first would follow from the machine.
 * Here it is who has waited longest. Whether one waits at all does not depend on time: nobody else is at work who could let go of anything.
 */
export class RealServer<Client extends object> {
  readonly #control: Control;
  readonly #pool: Backends;
  readonly #backends = new Map<Client, Backend>();
  /** Who stands still, in the order in which they began to wait. */
  readonly #waiting = new Map<Client, Backend>();
  #last: Promise<unknown> = Promise.resolve();

  constructor({ control, port }: RealServerOptions) {
    this.#control = control;
    this.#pool = new Backends(port);
    // One that stands still would hear of no end.
    process.on("exit", () => {
      for (const backend of this.#waiting.values()) signal(backend, "SIGCONT");
    });
  }

  /** A session begins. */
  begin(client: Client, startup: Buffer): Promise<Answered | null> {
    return this.#inTurn(async () => {
      const backend = await this.#pool.begin(startup);
      this.#backends.set(client, backend);
      return backend.greeting;
    });
  }

  /** @param now what the clock of the database shows meanwhile, in milliseconds since 1970 */
  ask(client: Client, bytes: Buffer, now: number): Promise<Served<Client>> {
    return this.#inTurn(async () => {
      const backend = this.#backends.get(client);
      if (!backend) return { answered: null, released: [] };
      const time = query(`SET simulation.now = '${now}'`);
      const answered = await this.#unlessWaiting(client, backend, backend.ask(Buffer.concat([time, bytes]), 2));
      return { answered, released: isWaiting(answered) ? [] : await this.#released() };
    });
  }

  /** What waits for a lock fails; null where it waits no more. */
  giveUp(client: Client): Promise<Served<Client> | null> {
    return this.#inTurn(async () => {
      if (!this.#waiting.has(client)) return null;
      const answered = await this.#cancelled(client);
      return { answered, released: await this.#released() };
    });
  }

  /** What was open in the session is rolled back. Gives the answers that others had waited for. */
  end(client: Client): Promise<readonly Released<Client>[]> {
    return this.#inTurn(async () => {
      const backend = this.#backends.get(client);
      if (!backend) return [];
      this.#backends.delete(client);
      if (this.#waiting.has(client)) await this.#cancelled(client);
      await this.#pool.end(backend);
      return this.#released();
    });
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    await this.#last;
  }

  async #cancelled(client: Client): Promise<Answered | null> {
    const backend = this.#waiting.get(client);
    if (!backend) return null;
    this.#waiting.delete(client);
    signal(backend, "SIGCONT");
    await this.#control.cancel(backend.processId ?? 0);
    return backend.answered();
  }

  /** Those that have their lock by now go on, one after the other. */
  async #released(): Promise<readonly Released<Client>[]> {
    const released: Released<Client>[] = [];
    while (this.#waiting.size > 0) {
      const all = [...this.#waiting];
      const free = await this.#control.firstFree(all.map(([, { processId }]) => processId ?? 0));
      const [client, backend] = free === null ? [] : (all[free] ?? []);
      if (!client || !backend) break;
      this.#waiting.delete(client);
      signal(backend, "SIGCONT");
      const answered = await this.#unlessWaiting(client, backend, backend.answered());
      if (!isWaiting(answered)) released.push({ client, answered });
    }
    return released;
  }

  async #unlessWaiting(
    client: Client,
    backend: Backend,
    answering: Promise<Answered | null>,
  ): Promise<Answered | Waiting | null> {
    for (;;) {
      const late = Promise.withResolvers<"late">();
      const timer = realTimeout(() => late.resolve("late"), LOOK_AFTER_MS);
      const answered = await Promise.race([answering, late.promise]);
      clearRealTimeout(timer);
      if (answered !== "late") return answered;
      const waits = await this.#control.waits(backend.processId ?? 0);
      if (waits === null) continue;
      signal(backend, "SIGSTOP");
      this.#waiting.set(client, backend);
      return waits;
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const working = this.#last.then(work);
    this.#last = working.catch(() => {});
    return working;
  }
}

export function isWaiting<Answer>(answered: Answer | Waiting): answered is Waiting {
  return answered === "blocked" || answered === "deadlocked";
}

function signal({ processId }: Backend, name: "SIGSTOP" | "SIGCONT"): void {
  if (processId !== null) process.kill(processId, name);
}

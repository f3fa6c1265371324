import { type Answered, Answering, query } from "./frames.ts";
import { RealSocket } from "./real-world.ts";

/** A session of the real server. One statement is under way at a time. */
export class Backend {
  readonly #socket = new RealSocket();
  readonly #answering = new Answering();
  #waiting: PromiseWithResolvers<Answered | null> | null = null;
  /** What the server said when it began. */
  greeting: Answered | null = null;
  /** As the server said last: see `Answered`. */
  status = "I";

  static async connect(port: number, startup: Buffer): Promise<Backend> {
    const backend = new Backend();
    await new Promise<void>((resolve, reject) => {
      backend.#socket.once("error", reject);
      backend.#socket.connect(port, "127.0.0.1", () => {
        backend.#socket.off("error", reject);
        resolve();
      });
    });
    backend.#socket.setNoDelay(true);
    backend.#socket.on("data", (bytes: Buffer) => backend.#hear(bytes));
    const over = () => backend.#waiting?.resolve(null);
    backend.#socket.on("error", over).on("close", over);
    backend.greeting = await backend.ask(startup, 1);
    return backend;
  }

  /** Of the server's process; null where it has not told. */
  get processId(): number | null {
    return this.greeting?.processId ?? null;
  }

  /** The last of `count` answers; null where the server has ended the session. */
  ask(bytes: Buffer, count: number): Promise<Answered | null> {
    this.#waiting = Promise.withResolvers();
    this.#answering.expect(count);
    this.#socket.write(bytes);
    return this.#waiting.promise;
  }

  /** Of what was asked last. */
  answered(): Promise<Answered | null> {
    return this.#waiting?.promise ?? Promise.resolve(null);
  }

  end(): void {
    this.#socket.destroy();
  }

  #hear(bytes: Buffer): void {
    const answered = this.#answering.add(bytes);
    if (!answered) return;
    this.status = answered.status;
    this.#waiting?.resolve(answered);
  }
}

/** What is left of a session when its client is gone is nothing: as `DISCARD ALL`, which would have functions planned anew, too. */
const FORGET = ["ROLLBACK", "RESET ALL", "DEALLOCATE ALL", "UNLISTEN *", "SELECT pg_advisory_unlock_all()"].map(query);

/**
 * Sessions of the real server. One that was ended is used again for the next client that says the same at its start: to make one, and to plan in
 * it what functions do, takes longer than all that is asked of it.
 */
export class Backends {
  readonly #port: number;
  readonly #idle = new Map<string, Backend[]>();
  readonly #startups = new WeakMap<Backend, string>();

  constructor(port: number) {
    this.#port = port;
  }

  async begin(startup: Buffer): Promise<Backend> {
    const name = startup.toString("latin1");
    const known = this.#idle.get(name)?.pop();
    if (known) return known;
    const backend = await Backend.connect(this.#port, startup);
    if (backend.greeting?.errorCode === null) this.#startups.set(backend, name);
    return backend;
  }

  /** Resolves when what it held is free. Nothing may be under way in it. */
  async end(backend: Backend): Promise<void> {
    const name = this.#startups.get(backend);
    const forgot = name !== undefined && (await backend.ask(Buffer.concat(FORGET), FORGET.length));
    if (!forgot || forgot.errorCode !== null) {
      backend.end();
      return;
    }
    const idle = this.#idle.get(name);
    if (idle) idle.push(backend);
    else this.#idle.set(name, [backend]);
  }
}

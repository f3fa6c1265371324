import { messageOf } from "#core/errors.ts";
import type { Observer, SharedMemoryUse } from "#core/ports/observer.ts";
import { shownValkeyAddress, valkeyAddressOf } from "./address.ts";
import { CONNECT_MS_MAX, clientOf, greeted, inTime } from "./client.ts";
import { readScripts, SCRIPTS, type Script } from "./scripts.ts";
import type { ServerFacts } from "./server-facts.ts";

/** A request waits for so many answers of Valkey at most: five for its number (see `MinuteNumbers`), its answer, its lease, its answer again. */
const ROUNDS_OF_REQUEST_MAX = 8;
/** How long it is left alone after it failed, at first and at most; each time by half more or less, so that nodes do not come back together. */
const PAUSE_MS_MIN = 100;
const PAUSE_MS_MAX = 10_000;

export interface ValkeyOptions {
  /** See `valkeyAddressOf`. */
  readonly url: string;
  /** How much longer a request takes at most because of it. */
  readonly waitMsMax: number;
  /** How long it is left alone at most after it failed; 10,000 when left out. */
  readonly pauseMsMax?: number;
  readonly observer: Pick<Observer, "sharedMemoryChanged" | "sharedMemoryMissed">;
  /** Takes warnings that an operator should read. */
  readonly log: (message: string) => void;
}

type Reply = unknown;

/** Written for the server that it is sent to: `ServerFacts.identity`. */
export type Command = (server: string) => readonly [name: string, ...words: string[]];

interface Connection {
  readonly client: Bun.RedisClient;
  readonly identity: string;
  readonly since: number;
}

/**
 * A connection to Valkey that may be away at any moment. Nobody waits for it to come back, or for an answer that is late: it is left alone
 * for a while then, and tried again behind the requests.
 */
export class Valkey {
  readonly #options: ValkeyOptions;
  readonly #address: ReturnType<typeof valkeyAddressOf>;
  readonly #roundMsMax: number;
  readonly #pauseMsMax: number;
  #connection: Connection | null = null;
  #pauseMs = PAUSE_MS_MIN;
  #retrying: ReturnType<typeof setTimeout> | null = null;
  #isClosed = false;
  /** Whether it was said that it is away. */
  #isMissed = false;

  private constructor(options: ValkeyOptions) {
    this.#options = options;
    this.#address = valkeyAddressOf(options.url);
    this.#roundMsMax = options.waitMsMax / ROUNDS_OF_REQUEST_MAX;
    this.#pauseMsMax = options.pauseMsMax ?? PAUSE_MS_MAX;
  }

  /** Tried once before this resolves, whatever comes of it. Throws an OperatorError (`settings`) for an address that is none. */
  static async open(options: ValkeyOptions): Promise<Valkey> {
    const valkey = new Valkey(options);
    await valkey.#connect();
    return valkey;
  }

  /** What it answers, or null where that cannot be had in time: whoever asks goes on without. `use`: what for, of those who count. */
  async ask(use: SharedMemoryUse, command: Command): Promise<{ readonly reply: Reply } | null> {
    const connection = this.#connection;
    if (!connection) {
      if (!this.#isClosed) this.#options.observer.sharedMemoryMissed(use);
      return null;
    }
    try {
      const [name, ...words] = command(connection.identity);
      return { reply: await inTime(connection.client.send(name, words), this.#roundMsMax) };
    } catch (failure) {
      this.#lose(connection, messageOf(failure));
      this.#options.observer.sharedMemoryMissed(use);
      return null;
    }
  }

  /** The same of a script, which runs as one step. */
  run(
    use: SharedMemoryUse,
    script: Script,
    call: (server: string) => { readonly keys: readonly string[]; readonly values: readonly (number | string)[] },
  ): Promise<{ readonly reply: Reply } | null> {
    return this.ask(use, (server) => {
      const { keys, values } = call(server);
      return ["EVALSHA", SCRIPTS[script].digest, String(keys.length), ...keys, ...values.map(String)];
    });
  }

  close(): void {
    this.#isClosed = true;
    if (this.#retrying !== null) clearTimeout(this.#retrying);
    const connection = this.#connection;
    this.#connection = null;
    connection?.client.close();
  }

  async #connect(): Promise<void> {
    const client = clientOf(this.#address);
    try {
      const facts = await greeted(client);
      await inTime(readScripts(client), CONNECT_MS_MAX);
      // One that answers late is found out here, where no request waits for it.
      await inTime(client.send("PING", []), this.#roundMsMax);
      this.#use(client, facts);
    } catch (failure) {
      client.close();
      this.#missed(messageOf(failure));
    }
  }

  #use(client: Bun.RedisClient, { identity }: ServerFacts): void {
    if (this.#isClosed) {
      client.close();
      return;
    }
    const connection = { client, identity, since: performance.now() };
    this.#connection = connection;
    client.onclose = () => this.#lose(connection, "the connection ended");
    this.#options.observer.sharedMemoryChanged("up");
    if (this.#isMissed) this.#options.log(`Valkey at ${this.#shown} is back`);
    this.#isMissed = false;
  }

  /** What is asked on it besides is given up, too: late answers are nobody's. */
  #lose(connection: Connection, reason: string): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    connection.client.close();
    if (performance.now() - connection.since > this.#pauseMsMax) this.#pauseMs = PAUSE_MS_MIN;
    this.#missed(reason);
  }

  #missed(reason: string): void {
    if (this.#isClosed) return;
    const { log, observer } = this.#options;
    observer.sharedMemoryChanged("down");
    if (!this.#isMissed) log(`Valkey at ${this.#shown} cannot be used, and Postgres does its work: ${reason}`);
    this.#isMissed = true;
    this.#retrying = setTimeout(() => void this.#connect(), this.#pauseMs * (0.5 + Math.random()));
    this.#retrying.unref();
    this.#pauseMs = Math.min(this.#pauseMsMax, this.#pauseMs * 2);
  }

  get #shown(): string {
    return shownValkeyAddress(this.#options.url);
  }
}

/** Which of a database's servers is talked to. */
import pg, { type ClientBase, type ClientConfig } from "pg";
import { NODE_ADDRESS, OWNER_ADDRESS, type ServerAddress, serversOf } from "./connection.ts";

/** Of a server that answers, and takes no changes: a replica that was not promoted, or a primary that was told to be none any more. */
export class OnlyReads extends Error {
  constructor() {
    super("the server only reads");
  }
}

/**
 * The servers of an address. One of them takes changes: it is looked for in their order, from the one that was found last, when that one
 * fails or only reads. A lone server is taken as it is.
 */
export class Servers {
  readonly #all: readonly ServerAddress[];
  #at = 0;

  /** Throws an OperatorError (`settings`) for an address that cannot be used. */
  constructor(url: string, where = NODE_ADDRESS) {
    this.#all = serversOf(url, where);
  }

  get count(): number {
    return this.#all.length;
  }

  /** The one that a new connection goes to. */
  get now(): ServerAddress {
    return this.#all[this.#at] as ServerAddress;
  }

  /** It failed: the next one is tried, unless somebody else has left it meanwhile. */
  leave(server: ServerAddress): void {
    if (this.now === server) this.#at = (this.#at + 1) % this.#all.length;
  }

  /** What a pool makes its connections of: each goes to the server of its moment. All servers together take `waitMsMax`. */
  clientClass(waitMsMax: number): new (options?: ClientConfig) => pg.Client {
    const servers = this;
    return class extends pg.Client {
      constructor(options?: ClientConfig) {
        super({ ...options, ...servers.now, connectionTimeoutMillis: Math.ceil(waitMsMax / servers.count) });
      }
    };
  }

  /** Rejects with `OnlyReads` where another server may be the one. */
  async requireWriting(client: ClientBase, waitMsMax: number): Promise<void> {
    if (this.count === 1) return;
    const asked = { text: "SHOW transaction_read_only", query_timeout: waitMsMax };
    const { rows } = await client.query<{ transaction_read_only: string }>(asked);
    if (rows[0]?.transaction_read_only !== "off") throw new OnlyReads();
  }
}

/** A connection of the owner that is nobody else's, to the server that takes changes. Rejects with the failure of the last one that was tried. */
export async function connectedTo(url: string, options: ClientConfig & { readonly waitMsMax: number }) {
  const servers = new Servers(url, OWNER_ADDRESS);
  const { waitMsMax, ...rest } = options;
  const Client = servers.clientClass(waitMsMax);
  for (let left = servers.count; ; left -= 1) {
    const server = servers.now;
    const client = new Client(rest);
    try {
      await client.connect();
      await servers.requireWriting(client, waitMsMax);
      return client;
    } catch (failure) {
      await client.end().catch(() => {});
      servers.leave(server);
      if (left <= 1) throw failure;
    }
  }
}

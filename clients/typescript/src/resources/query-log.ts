import type {
  DeleteQueryLogEntriesAnswer,
  GetQueryLogAnswer,
  ListQueryLogEntriesAnswer,
  ReplaceQueryLogAnswer,
  ReplaceQueryLogBody,
} from "../generated/api.ts";
import { Listing, type ListOptions } from "../listing.ts";
import type { CallOptions } from "../options.ts";
import { call } from "../routes.ts";
import type { Transport } from "../transport.ts";

const ENTRIES = "/v1/query-log/entries";

/** What was asked, where the app or its operator turned the log on. */
export class QueryLog {
  readonly entries: QueryLogEntries;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.entries = new QueryLogEntries(transport);
  }

  /** Whether it is on, and how much it keeps. */
  retrieve(options: CallOptions = {}): Promise<GetQueryLogAnswer> {
    return call(this.#transport, "GET", "/v1/query-log", { options });
  }

  /** Turns it on or off. */
  replace(body: ReplaceQueryLogBody, options: CallOptions = {}): Promise<ReplaceQueryLogAnswer> {
    return call(this.#transport, "PUT", "/v1/query-log", { body, options });
  }
}

export class QueryLogEntries {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Newest first. */
  list(options: ListOptions = {}): Listing<ListQueryLogEntriesAnswer["data"][number]> {
    return new Listing((query) => call(this.#transport, "GET", ENTRIES, { query, options }), options);
  }

  delete(entry: string, options: CallOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", `${ENTRIES}/{entry}`, { places: { entry }, options });
  }

  /** All of them, or with `before` (RFC 3339) those that were last asked before it. */
  clear(options: CallOptions & { readonly before?: string | undefined } = {}): Promise<DeleteQueryLogEntriesAnswer> {
    const query = options.before === undefined ? {} : { before: options.before };
    return call(this.#transport, "DELETE", ENTRIES, { query, options });
  }
}

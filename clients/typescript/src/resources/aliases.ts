import type { Alias, AliasBody } from "../generated/api.ts";
import { Listing, type ListOptions } from "../listing.ts";
import type { CallOptions, ConditionalOptions } from "../options.ts";
import { call } from "../routes.ts";
import type { Transport } from "../transport.ts";

const ALIAS = "/v1/aliases/{alias}";

/** Names that stand for a set, or for two between which callers are shared out. */
export class Aliases {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  list(options: ListOptions = {}): Listing<Alias> {
    return new Listing((query) => call(this.#transport, "GET", "/v1/aliases", { query, options }), options);
  }

  retrieve(alias: string, options: CallOptions = {}): Promise<Alias> {
    return call(this.#transport, "GET", ALIAS, { places: { alias }, options });
  }

  /** Makes it where there is none yet. */
  replace(alias: string, body: AliasBody, options: ConditionalOptions = {}): Promise<Alias> {
    return call(this.#transport, "PUT", ALIAS, { places: { alias }, body, options });
  }

  delete(alias: string, options: ConditionalOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", ALIAS, { places: { alias }, options });
  }
}

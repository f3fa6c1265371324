import type { NearestValues, ValueList, ValueListBody, ValueListReplacement } from "../generated/api.ts";
import { Listing, type ListOptions } from "../listing.ts";
import type { CallOptions, ConditionalOptions, PostOptions } from "../options.ts";
import { call } from "../routes.ts";
import type { Transport } from "../transport.ts";

const LIST = "/v1/value-lists/{name}";

/** Long lists of values that parameters refer to. */
export class ValueLists {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(body: ValueListBody, options: PostOptions = {}): Promise<ValueList> {
    return call(this.#transport, "POST", "/v1/value-lists", { body, options });
  }

  list(options: ListOptions = {}): Listing<ValueList> {
    return new Listing((query) => call(this.#transport, "GET", "/v1/value-lists", { query, options }), options);
  }

  retrieve(name: string, options: CallOptions = {}): Promise<ValueList> {
    return call(this.#transport, "GET", LIST, { places: { name }, options });
  }

  replace(name: string, body: ValueListReplacement, options: ConditionalOptions = {}): Promise<ValueList> {
    return call(this.#transport, "PUT", LIST, { places: { name }, body, options });
  }

  delete(name: string, options: ConditionalOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", LIST, { places: { name }, options });
  }

  /** The values that are most like what was said. `limit`: 1–20. */
  nearest(
    name: string,
    said: string,
    options: CallOptions & { readonly limit?: number | undefined } = {},
  ): Promise<NearestValues> {
    const query = { q: said, ...(options.limit !== undefined && { limit: options.limit }) };
    return call(this.#transport, "GET", `${LIST}/nearest`, { places: { name }, query, options });
  }
}

import type { Bank, BankBody, Memory, MemoryBody } from "../generated/api.ts";
import { Listing, type ListOptions } from "../listing.ts";
import type { CallOptions, ConditionalOptions, PostOptions } from "../options.ts";
import { call } from "../routes.ts";
import type { Transport } from "../transport.ts";

const BANK = "/v1/banks/{id}";

/** Memory banks. */
export class Banks {
  readonly memories: Memories;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.memories = new Memories(transport);
  }

  create(body: BankBody, options: PostOptions = {}): Promise<Bank> {
    return call(this.#transport, "POST", "/v1/banks", { body, options });
  }

  list(options: ListOptions = {}): Listing<Bank> {
    return new Listing((query) => call(this.#transport, "GET", "/v1/banks", { query, options }), options);
  }

  retrieve(id: string, options: CallOptions = {}): Promise<Bank> {
    return call(this.#transport, "GET", BANK, { places: { id }, options });
  }

  /** Its memories stay. */
  replace(id: string, body: BankBody, options: ConditionalOptions = {}): Promise<Bank> {
    return call(this.#transport, "PUT", BANK, { places: { id }, body, options });
  }

  /** With all its memories. */
  delete(id: string, options: ConditionalOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", BANK, { places: { id }, options });
  }
}

/** What a bank remembers. */
export class Memories {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(bank: string, body: MemoryBody, options: PostOptions = {}): Promise<Memory> {
    return call(this.#transport, "POST", `${BANK}/memories`, { places: { id: bank }, body, options });
  }

  list(bank: string, options: ListOptions = {}): Listing<Memory> {
    const places = { id: bank };
    return new Listing(
      (query) => call(this.#transport, "GET", `${BANK}/memories`, { places, query, options }),
      options,
    );
  }

  delete(bank: string, memory: string, options: CallOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", `${BANK}/memories/{memory}`, { places: { id: bank, memory }, options });
  }
}

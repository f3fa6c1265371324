import type { Persona, PersonaBody, PersonaReplacement } from "../generated/api.ts";
import { Listing, type ListOptions } from "../listing.ts";
import type { CallOptions, ConditionalOptions, PostOptions } from "../options.ts";
import { call } from "../routes.ts";
import type { Transport } from "../transport.ts";

const PERSONA = "/v1/personas/{name}";

/** Who speaks in answers in words. */
export class Personas {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(body: PersonaBody, options: PostOptions = {}): Promise<Persona> {
    return call(this.#transport, "POST", "/v1/personas", { body, options });
  }

  list(options: ListOptions = {}): Listing<Persona> {
    return new Listing((query) => call(this.#transport, "GET", "/v1/personas", { query, options }), options);
  }

  retrieve(name: string, options: CallOptions = {}): Promise<Persona> {
    return call(this.#transport, "GET", PERSONA, { places: { name }, options });
  }

  replace(name: string, body: PersonaReplacement, options: ConditionalOptions = {}): Promise<Persona> {
    return call(this.#transport, "PUT", PERSONA, { places: { name }, body, options });
  }

  delete(name: string, options: ConditionalOptions = {}): Promise<undefined> {
    return call(this.#transport, "DELETE", PERSONA, { places: { name }, options });
  }
}

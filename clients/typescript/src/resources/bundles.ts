import type { BundlesAnswer, BundlesBody, BundlesImportAnswer, BundlesImportBody } from "../generated/api.ts";
import type { PostOptions } from "../options.ts";
import { call, LONG_TIMEOUT_MS } from "../routes.ts";
import type { Transport } from "../transport.ts";

/** Sets with their tests in one signed file, from one server to another. */
export class Bundles {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(body: BundlesBody, options: PostOptions = {}): Promise<BundlesAnswer> {
    return call(this.#transport, "POST", "/v1/bundles", { body, options, timeoutMs: LONG_TIMEOUT_MS });
  }

  import(body: BundlesImportBody, options: PostOptions = {}): Promise<BundlesImportAnswer> {
    return call(this.#transport, "POST", "/v1/bundles/import", { body, options, timeoutMs: LONG_TIMEOUT_MS });
  }
}

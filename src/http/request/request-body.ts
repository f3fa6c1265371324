import { type BodyLimits, parsingJson, readBytes } from "./body.ts";

/** A body that has come, and is not looked at yet. */
export interface ReadBody {
  readonly bytes: number;
  /** In steps. Throws what is wrong with it. */
  readonly json: () => Generator<void, unknown>;
}

/** The body of one request, which comes once. */
export class RequestBody {
  readonly #request: Request;
  readonly #limits: BodyLimits;
  #raw: Promise<Uint8Array> | null = null;
  #bytes = 0;

  constructor(request: Request, limits: BodyLimits) {
    this.#request = request;
    this.#limits = limits;
  }

  /** How many have come; 0 before. */
  get bytes(): number {
    return this.#bytes;
  }

  /** As it was sent. Throws what `readBytes` throws. */
  readRaw(): Promise<Uint8Array> {
    this.#raw ??= readBytes(this.#request, this.#limits).then((raw) => {
      this.#bytes = raw.byteLength;
      return raw;
    });
    return this.#raw;
  }

  /** To be read as JSON. Throws what `readBytes` throws, and `json` then what `parsingJson` throws. */
  async read(): Promise<ReadBody> {
    const raw = await this.readRaw();
    return { bytes: raw.byteLength, json: () => parsingJson(this.#request.headers, raw) };
  }
}

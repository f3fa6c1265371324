import type { CallOptions } from "./options.ts";

export interface Page<Item> {
  readonly data: readonly Item[];
  /** Null after the last page. */
  readonly next_cursor: string | null;
}

export interface ListOptions extends CallOptions {
  /** Items a page, 1–100. */
  readonly limit?: number | undefined;
  /** The `next_cursor` of the page before the first one wanted. */
  readonly cursor?: string | undefined;
}

/** A list of the server. Iterated, it gives every item and asks for a page when it comes to it; each page is a call, and costs one. */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #get: (query: { limit?: number; cursor?: string }) => Promise<Page<Item>>;
  readonly #options: ListOptions;

  constructor(get: (query: { limit?: number; cursor?: string }) => Promise<Page<Item>>, options: ListOptions) {
    this.#get = get;
    this.#options = options;
  }

  /** The first page alone. */
  page(): Promise<Page<Item>> {
    return this.#pageAt(this.#options.cursor);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for (let cursor = this.#options.cursor; ; ) {
      const { data, next_cursor } = await this.#pageAt(cursor);
      yield* data;
      if (next_cursor === null) return;
      cursor = next_cursor;
    }
  }

  #pageAt(cursor: string | undefined): Promise<Page<Item>> {
    const { limit } = this.#options;
    return this.#get({ ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) });
  }
}

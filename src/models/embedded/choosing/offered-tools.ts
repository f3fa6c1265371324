/** Tools as the embedded model reads them, remembered from request to request. */
import type { Tool } from "#core/toolset.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { parametersOf } from "../tool-parameters.ts";

/** Of all remembered lists together; about 5 kB each with what is worked out of them. */
const REMEMBERED_TOOLS_MAX = 4_096;

/**
 * The same list for the same text, so that whatever depends on the tools alone is worked out once: their parameters here,
 * and by the list's or the tool's identity their words (`bm25.ts`) and tokens (`joint-model.ts`).
 */
export class OfferedTools {
  /** By app and JSON, least recently used first. */
  readonly #remembered = new Map<string, readonly ReadableTool[]>();
  #count = 0;

  /** `text`: as `toolsAsText` writes it. Of each app alone: how long it takes would tell what others have. */
  of(text: string, app: string): readonly ReadableTool[] {
    const name = `${app} ${text}`;
    const known = this.#remembered.get(name);
    if (known) {
      this.#remembered.delete(name);
      this.#remembered.set(name, known);
      return known;
    }
    const tools = (JSON.parse(text) as readonly Tool[]).map(readable);
    this.#remembered.set(name, tools);
    this.#count += tools.length;
    this.#forget();
    return tools;
  }

  /** The least recently used first, but never the list that was asked for last. */
  #forget(): void {
    for (const [name, { length }] of this.#remembered) {
      if (this.#count <= REMEMBERED_TOOLS_MAX || this.#remembered.size === 1) return;
      this.#remembered.delete(name);
      this.#count -= length;
    }
  }
}

function readable({ name, description, parameters }: Tool): ReadableTool {
  return { name, description, parameters: parametersOf(parameters) };
}

/** Tools as the embedded model reads them, remembered from request to request. */
import { LRUCache } from "lru-cache";
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
  /** By app and JSON. A list of no tools counts as one. */
  readonly #remembered = new LRUCache<string, readonly ReadableTool[]>({
    maxSize: REMEMBERED_TOOLS_MAX,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });

  /** `text`: as `toolsAsText` writes it. Of each app alone: how long it takes would tell what others have. */
  of(text: string, app: string): readonly ReadableTool[] {
    const name = `${app} ${text}`;
    const known = this.#remembered.get(name);
    if (known) return known;
    const tools = (JSON.parse(text) as readonly Tool[]).map(readable);
    this.#remembered.set(name, tools);
    return tools;
  }
}

function readable({ name, description, parameters }: Tool): ReadableTool {
  return { name, description, parameters: parametersOf(parameters) };
}

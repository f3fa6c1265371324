/** Tools as the embedded model reads them, remembered from request to request. */
import { FairCache } from "#core/fair-cache.ts";
import type { Tool } from "#core/toolset.ts";
import type { ReadableTool } from "../networks/joint-model.ts";
import { parametersOf } from "../tool-parameters.ts";

/** Bytes that all remembered lists take together: some 4,000 tools of the usual length. */
const REMEMBERED_BYTES_MAX = 24_000_000;
/** Of a tool, for what is worked out of it; its text, and what was read of that, come on top. */
const TOOL_BYTES = 5_000;
/** A text is kept twice: as it came, and in its parts. */
const BYTES_PER_UNIT = 2;

/**
 * The same list for the same text, so that whatever depends on the tools alone is worked out once: their parameters here,
 * and by the list's or the tool's identity their words (`bm25.ts`) and tokens (`joint-model.ts`).
 */
export class OfferedTools {
  /** By JSON. A list of no tools counts as one. */
  readonly #remembered = new FairCache<readonly ReadableTool[]>({
    weightMax: REMEMBERED_BYTES_MAX,
    weigh: ({ length }, text) => Math.max(1, length) * TOOL_BYTES + text.length * BYTES_PER_UNIT,
    monotonicMs: () => performance.now(),
  });

  /**
   * `text`: as `toolsAsText` writes it. Of each app alone: how long it takes would tell what others have. `look` is called
   * before each tool that is not known yet, and may throw.
   */
  of(text: string, app: string, look: () => void = () => {}): readonly ReadableTool[] {
    const known = this.#remembered.get(app, text);
    if (known) return known;
    const tools = (JSON.parse(text) as readonly Tool[]).map((tool) => {
      look();
      return readable(tool);
    });
    this.#remembered.set(app, text, tools);
    return tools;
  }
}

function readable({ name, description, parameters }: Tool): ReadableTool {
  return { name, description, parameters: parametersOf(parameters, description) };
}

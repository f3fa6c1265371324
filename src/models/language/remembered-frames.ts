import { FairCache } from "#core/fair-cache.ts";
import type { AppId } from "#core/tenant.ts";
import type { Tool } from "#core/toolset.ts";
import { type AnswerForm, type CallFrame, callFrame } from "./prompts/call-frame.ts";

/** Of all remembered tools together, as JSON. What is made of them is about three times as long. */
const CHARACTERS_MAX = 4_000_000;

/**
 * What prompts have in common that ask for the same tools, made once: sets come out of the storage as new objects each
 * time. Of each app alone: how long it takes would tell what others have.
 */
export class RememberedFrames {
  /** By form and tools. */
  readonly #frames = new FairCache<CallFrame>({
    weightMax: CHARACTERS_MAX,
    weigh: (_, name) => name.length,
    monotonicMs: () => performance.now(),
  });

  /** The same object for equal tools, as long as it is remembered. */
  of(app: AppId | null, tools: readonly Tool[], form: AnswerForm): CallFrame {
    const name = `${form.mode} ${form.wantsText} ${form.mustCall} ${form.callsMax} ${JSON.stringify(tools)}`;
    const known = this.#frames.get(app ?? "", name);
    if (known) return known;
    const frame = callFrame(tools, form);
    this.#frames.set(app ?? "", name, frame);
    return frame;
  }
}

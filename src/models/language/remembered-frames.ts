import type { AppId } from "#core/tenant.ts";
import type { Tool } from "#core/toolset.ts";
import type { AnswerMode } from "../backend/prompt.ts";
import { type CallFrame, callFrame } from "./prompts/call-frame.ts";

/** Of all remembered tools together, as JSON. What is made of them is about three times as long. */
const CHARACTERS_MAX = 4_000_000;

/**
 * What prompts have in common that ask for the same tools, made once: sets come out of the storage as new objects each
 * time. Of each app alone: how long it takes would tell what others have.
 */
export class RememberedFrames {
  /** By app, form and tools, least recently used first. */
  readonly #frames = new Map<string, CallFrame>();
  #characters = 0;

  /** The same object for equal tools, as long as it is remembered. */
  of(app: AppId | null, tools: readonly Tool[], mode: AnswerMode, wantsText: boolean): CallFrame {
    const name = `${app ?? ""} ${mode} ${wantsText} ${JSON.stringify(tools)}`;
    const known = this.#frames.get(name);
    if (known) {
      this.#frames.delete(name);
      this.#frames.set(name, known);
      return known;
    }
    const frame = callFrame(tools, mode, wantsText);
    this.#frames.set(name, frame);
    this.#characters += name.length;
    this.#forget();
    return frame;
  }

  /** The least recently used first. */
  #forget(): void {
    for (const name of this.#frames.keys()) {
      if (this.#characters <= CHARACTERS_MAX) return;
      this.#frames.delete(name);
      this.#characters -= name.length;
    }
  }
}

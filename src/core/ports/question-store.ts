import type { AppId } from "../tenant.ts";

/**
 * Which questions models are being asked, so that of several nodes one asks what all of them are asked at a time. Where it is not known, several ask:
 * that costs work, and nothing else.
 */
export interface QuestionStore {
  /**
   * Resolves when no other node asks it as far as is known, or was waited for long enough. Rejects with the signal's reason. Of one process
   * nobody asks twice for the same.
   */
  begin(app: AppId, question: string, signal: AbortSignal): Promise<AskedQuestion>;
}

export interface AskedQuestion {
  /** Whether another node asked it until now: what it was answered may be kept. */
  readonly wasAsked: boolean;
  /** The others need not wait any longer. */
  end(): void;
}

const ALONE: Promise<AskedQuestion> = Promise.resolve({ wasAsked: false, end() {} });

/** For whom there is no other node, or no way to hear of it. */
export const ASKED_BY_NOBODY_ELSE: QuestionStore = { begin: () => ALONE };

import type { AppId, Instant } from "#core/tenant.ts";
import type { Count, Credit, Step } from "./wishes.ts";

/** In the place of a window: calls of its answers from memory were counted before. */
export const COUNTED = "counted";

/** What an app wants. */
export interface Account {
  readonly app: AppId;
  readonly month: string;
  readonly monthAfter: string;
  allowance: number | null;
  version: number | null;
  window: Window | typeof COUNTED | null;
  credit: Credit | null;
  at: Instant;
  wanted: number;
  isNeedy: boolean;
  readonly steps: Step[];
}

/** Calls of a minute. */
export interface Window {
  readonly index: number;
  readonly minute: number;
  readonly subject: string;
  readonly counts: Count[];
  callsMax: number;
}

/**
 * What the core needs from the world stands in this folder. Each method's comment is its contract; `test/storage` holds the
 * suite that every storage adapter passes, on its real engine.
 */
import type { Instant } from "../tenant.ts";

export interface Clock {
  /** The time of day. May jump. */
  now(): Instant;
  /** Milliseconds since some fixed point, never going back: for measuring how long things take. */
  monotonicMs(): number;
}

import type { Instant } from "../tenant.ts";

/** As commands tell it: RFC 3339, in UTC. */
export function timeOf(at: Instant): string {
  return new Date(at).toISOString();
}

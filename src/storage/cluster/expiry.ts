import type { AppId, Instant } from "#core/tenant.ts";
import type { Postgres } from "./postgres.ts";

/** Rows that expire in one statement: more would hold up whoever writes beside it. */
const EXPIRED_AT_ONCE_MAX = 1_000;

/**
 * Calls a function of the schema, which drops rows of the next app behind the one it is given, until there is none. Returns how
 * many went of all apps.
 * @param statement takes the app behind which to look, `before` and how many rows at most; has a row with `app` and `gone`, or none
 */
export async function expireAppByApp(postgres: Postgres, statement: string, before: Instant): Promise<number> {
  let expired = 0;
  for (let after = ""; ; ) {
    const step = await postgres.row<{ app: AppId; gone: number }>(statement, [after, before, EXPIRED_AT_ONCE_MAX]);
    if (!step) return expired;
    expired += step.gone;
    // Of an app that had as many there may be more.
    if (step.gone < EXPIRED_AT_ONCE_MAX) after = step.app;
  }
}

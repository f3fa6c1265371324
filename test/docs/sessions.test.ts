/** Pages that are sessions: every command runs against the executable, and what they show is what comes out. */
import { beforeAll, describe, expect, test } from "bun:test";
import { ensureExecutable } from "../binary/kit.ts";
import { masked, type Ran, runSession } from "./session.ts";
import { SESSIONS } from "./session-pages.ts";

describe.each(SESSIONS.map((session) => [session.page, session.typing, session] as const))(
  "%s, %s",
  (page, _, session) => {
    let ran: readonly Ran[] = [];
    beforeAll(async () => {
      ensureExecutable();
      ran = await runSession(session);
    }, 90_000);

    test("every command works, and every output is as shown", () => {
      expect(ran.length).toBeGreaterThan(0);
      const differences = ran.flatMap(({ step, output }) => {
        const difference = step.shown && differenceOf(step.shown, output);
        return difference ? [`${page}:${step.line}: ${difference}\n${output}`] : [];
      });
      expect(differences.join("\n\n")).toBe("");
    });
  },
);

/** How an output differs from what a page shows of it; null when it does not. Of JSON a page may show a part. */
function differenceOf({ kind, text }: { readonly kind: string; readonly text: string }, output: string): string | null {
  try {
    if (kind === "json") expect(JSON.parse(masked(output))).toMatchObject(JSON.parse(masked(text)));
    else expect(masked(output)).toBe(masked(text));
    return null;
  } catch (failure) {
    return (failure as Error).message;
  }
}

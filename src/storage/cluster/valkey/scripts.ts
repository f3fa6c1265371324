/** What runs in Valkey, each as one step. */
import { createHash } from "node:crypto";
import dropAnswers from "./scripts/drop-answers.lua" with { type: "text" };
import endLease from "./scripts/end-lease.lua" with { type: "text" };
import renewLease from "./scripts/renew-lease.lua" with { type: "text" };
import takeLease from "./scripts/take-lease.lua" with { type: "text" };
import takeNumbers from "./scripts/take-numbers.lua" with { type: "text" };

function script(text: string) {
  // What EVALSHA calls it by, no secret.
  return { text, digest: createHash("sha1").update(text).digest("hex") };
}

export const SCRIPTS = {
  dropAnswers: script(dropAnswers),
  endLease: script(endLease),
  renewLease: script(renewLease),
  takeLease: script(takeLease),
  takeNumbers: script(takeNumbers),
} as const;

export type Script = keyof typeof SCRIPTS;

/** Once for each connection: a server that was started again has none. */
export async function readScripts(client: Pick<Bun.RedisClient, "send">): Promise<void> {
  await Promise.all(Object.values(SCRIPTS).map(({ text }) => client.send("SCRIPT", ["LOAD", text])));
}

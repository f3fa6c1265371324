/**
 * After the whole suite: names what `/openapi.json` documents and no test has seen. Statuses with their codes, and fields of
 * answers, by route. Exit status 1 when there are any.
 */
import { existsSync, readFileSync } from "node:fs";
import type { Services } from "#http/services.ts";
import { DocumentedAnswers } from "../test/openapi/documented-answers.ts";
import { SEEN_FILE } from "../test/openapi/seen-file.ts";

/** Documented because the shape is shared with routes that the cache answers, or says why not, which it never does here. */
const NEVER_THERE = /^POST \/v1\/resolve-quick 200 metadata\.(?:cache|explain)(?:\.|$)/;

/** The table of routes is made of services that nobody calls here. */
function nobodysServices(): Services {
  const nothing: unknown = new Proxy(() => nothing, { get: () => nothing });
  return nothing as Services;
}

const keys = DocumentedAnswers.of(nobodysServices())
  .keys()
  .filter((key) => !NEVER_THERE.test(key));
const seen = new Set(existsSync(SEEN_FILE) ? readFileSync(SEEN_FILE, "utf8").split("\n") : []);
const unseen = keys.filter((key) => !seen.has(key));
for (const key of unseen) console.log(`documented, and seen by no test: ${key}`);
console.log(
  `openapi: ${keys.length - unseen.length} of ${keys.length} documented answers and fields were seen by a test`,
);
if (keys.length < 100 || unseen.length > 0) process.exitCode = 1;

/**
 * After the whole suite: names what `/openapi.json` documents and no test has seen. Statuses with their codes, and fields of
 * answers, by route. Exit status 1 when there are any.
 */
import { existsSync, readFileSync } from "node:fs";
import { DocumentedAnswers } from "../test/openapi/documented-answers.ts";
import { SEEN_FILE } from "../test/openapi/seen-file.ts";
import { nobodysServices } from "./nobodys-services.ts";

/**
 * Documented because the shape is shared. Tools that come along have no cache, no alias and nothing that was taught; a label has no
 * parameters; and what a comparison waited for in vain takes examples for seconds.
 */
const NEVER_THERE = new RegExp(
  [
    "^POST /v1/resolve-quick 200 metadata\\.(?:aliases|cache|explain|taught)(?:\\.|$)",
    "^POST /v1/classification-sets/\\{signature\\}/diff 200 changes\\[\\]\\.(?:before|after)\\[\\]\\.(?:missing|parameters)$",
    "^POST /v1/[a-z-]+/\\{signature\\}/diff 200 learning\\.(?:done|total)$",
  ].join("|"),
);

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

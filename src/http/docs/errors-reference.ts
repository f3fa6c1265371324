/** `docs/reference/errors.md`, from the tables of codes and routes. A test compares the two. */
import type { ErrorCode } from "#core/errors.ts";
import { statusOf } from "../errors.ts";
import { templateOf } from "../openapi/document.ts";
import { ERROR_CODES, exampleOf, PROBLEMS } from "../openapi/problems.ts";
import { refusalsOf } from "../openapi/refusals.ts";
import type { Route } from "../route.ts";

const HEAD = `# Errors

Every error is one JSON object:

- \`error\`: the code, for programs. Codes do not change.
- \`message\`: what is wrong, for people. Words may change.
- \`code\`: the HTTP status again.
- \`details\`: on \`validation_error\` only. Field name to what is wrong with it.

Three routes are spoken as OpenAI's API is, \`/v1/chat/completions\`, \`/v1/models\` and \`/v1/models/{model}\`: there \`error\` is an object with \`message\`, \`type\`
(OpenAI's word for the kind), \`code\` (one of these codes) and \`param\` (the first field of \`details\`, else null).

The answer carries an \`X-Request-Id\`. The log of the server has more under the same id. A failed call costs nothing
of the balance; the work on it is limited, see [\`too_many_requests\`](#too_many_requests).

Where several things are wrong at once, the first of these is answered: 401, 403, unknown route 404 or 405, 429, 402, 413,
400, missing resource 404, 412, 409.

This page is made from the tables in \`src/http/openapi/problems.ts\` and of the routes.
`;

const TABLE_HEAD = "| code | status | when | what to do | the same again? |\n| --- | --- | --- | --- | --- |";

/** What tries again may get another answer, all by itself. */
const WORTH_REPEATING: ReadonlySet<number> = new Set([429, 500, 502, 503]);

/** Every code with its status, when it comes and what to do; then each with an example and the routes that answer it. */
export function renderErrorsReference(routes: readonly Route[]): string {
  const rows = ERROR_CODES.map((code) => {
    const { when, remedy } = PROBLEMS[code];
    const again = WORTH_REPEATING.has(statusOf(code)) ? "yes, later" : "no";
    return `| [\`${code}\`](#${code}) | ${statusOf(code)} | ${when} | ${remedy} | ${again} |`;
  });
  const sections = ERROR_CODES.map((code) => section(code, routes));
  return [HEAD, `## All codes\n\n${TABLE_HEAD}\n${rows.join("\n")}\n`, ...sections].join("\n");
}

function section(code: ErrorCode, routes: readonly Route[]): string {
  const { when, remedy } = PROBLEMS[code];
  const example = JSON.stringify(exampleOf(code), null, 2);
  return [
    `## \`${code}\``,
    `Status ${statusOf(code)}. ${when} ${remedy}`,
    `\`\`\`json\n${example}\n\`\`\``,
    `Answered by: ${answeredBy(code, routes)}.\n`,
  ].join("\n\n");
}

function answeredBy(code: ErrorCode, routes: readonly Route[]): string {
  if (code === "method_not_allowed") return "any path that is there with other methods";
  const answering = routes.filter((route) => refusalsOf(route).includes(code));
  if (answering.length === routes.length) return "every route";
  const priced = routes.filter(({ caller }) => caller === "app");
  const ofApps = priced.length > 0 && priced.every((route) => answering.includes(route));
  const others = answering.filter(({ caller }) => !ofApps || caller !== "app");
  const named = others.map(({ method, path }) => `\`${method} ${templateOf(path)}\``);
  return [...(ofApps ? ["every route that takes an access token"] : []), ...named].join(", ");
}

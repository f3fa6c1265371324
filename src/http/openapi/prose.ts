/** What the reference says before it names the first route. CommonMark. */
export const ABOUT = `Dragoman turns free text into structured results, by definitions that you register beforehand: a sentence becomes one tool call out of your toolsets, and a text gets a label out of your classification sets.

## First steps

1. Exchange your API key for an access token: \`POST /v1/auth\`.
2. Register a toolset: \`POST /v1/toolsets\`.
3. Ask: \`POST /v1/resolve\` with the toolset's signature.

Send the token with every call as \`Authorization: Bearer <ACCESS_TOKEN>\`. When it has expired the answer is 401: exchange the key again.

## Bodies

Bodies are JSON in UTF-8, sent with \`Content-Type: application/json\`, uncompressed. A missing field is \`bad_request\`; an unknown field, a wrong type or a value over its limit is \`validation_error\`, and \`details\` says what is wrong field by field. Texts are normalised (NFC, newlines as LF) before they are used, and lengths count in Unicode code points after that. Control characters other than tab and newline are refused.

## What calls cost

Only successful calls are charged. The cost is taken before the work and given back when the call fails. \`metadata.requests_remaining\` tells the balance after the call; when it holds less than a call costs, the call is answered 402. The monthly allowance is spent before bought credits, and months are UTC calendar months.

## Rate limits

Windows of one UTC minute, by plan. Every answer to a known caller carries \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\`. Over the limit the answer is 429 with \`Retry-After\`. Refused calls count in the window and cost nothing. What failed calls take of the processor is limited, too: over 5,000 ms in a minute (\`limits.failed_work_ms_per_minute\`) the next one is 429, and its message says so.

## Errors

Every error is one object: \`error\` (a code for programs), \`message\` (for people), \`code\` (the status), and with \`validation_error\` also \`details\`. Routes for clients of OpenAI's API have OpenAI's shape instead, with the same codes. Try again, with exponential backoff, after 429, 500, 502 and 503; after any other, mend the request first. The checks come in this order: 401, 403, unknown route 404 or 405, 429, 402, 413, 400, missing resource 404, 412, 409. A path that is no route is 404 \`not_found\`, and a method that the path does not take is 405 \`method_not_allowed\` with \`Allow\`.

## Safe repeats

Any POST but \`/v1/auth\` takes an \`Idempotency-Key\`: sent again under the same key, the first answer comes again and nothing is charged twice. Single resources carry an \`ETag\`; \`If-Match\` on PUT and DELETE refuses to overwrite what somebody else changed.

## Other protocols

\`/mcp\` speaks the Model Context Protocol for clients that do: tools and resources that are routes of this document, at their price. It describes itself to its clients, and takes the API key as well as a token.

## Versions

All routes of this version are under \`/v1\`. Sets are versioned by their signatures, by convention \`<topic>-v<N>\`: small changes go into the same signature with PUT, breaking ones are a new signature beside the old.`;

/** In the order in which a reader meets them. A route names one of these. */
export const TAGS: readonly { readonly name: string; readonly description: string }[] = [
  { name: "Start", description: "What is at the server's address itself." },
  { name: "Authentication", description: "An API key for an access token." },
  { name: "Toolsets", description: "Tools that sentences are resolved to, registered under a signature." },
  { name: "Classification sets", description: "Labels that texts are given, registered under a signature." },
  { name: "Aliases", description: "Other names for sets, which an owner moves from one set to the next." },
  { name: "Resolution", description: "A sentence in, one tool call out, with where each value came from." },
  { name: "Classification", description: "A text in, its label out; of several intents, each with its own." },
  { name: "Batch", description: "Many requests in one call, each with its own success or failure." },
  {
    name: "OpenAI-compatible",
    description: "The same for clients that know OpenAI's API: chats with tools, whose next step is a tool call.",
  },
  { name: "Memory banks", description: "Examples and facts that resolutions learn from when they name the bank." },
  { name: "Feedback", description: "Which answers were right, and what the wrong ones should have been." },
  {
    name: "Query log",
    description: "What was asked and answered, where an app wants that kept, and what is worth a look.",
  },
  { name: "Bundles", description: "Sets, and what belongs to them, signed, on their way to another server." },
  { name: "Value lists", description: "Values that are too many for a schema, with other words for them." },
  { name: "Personas", description: "Who answers in words, and how." },
  { name: "Administration", description: "For the operator, behind the admin token." },
  { name: "Health", description: "For whatever watches over the process." },
  { name: "Reference", description: "This contract, for programs and for people." },
];

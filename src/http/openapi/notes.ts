/** What the reference says of a route beyond its own words: rules that no schema can hold. By method and path. CommonMark. */
const REGISTERING =
  "Examples are learned in the background. Until that is done the resource carries `learning`, answers use what is learned so far, and nothing is cached.";
const REPLACING =
  "Answers that the cache kept for the old definition are out of reach at once. A definition that was there before, here or under another signature of the app, finds its answers again: `content_hash` tells which are equal.";
const SPEAKING_OF_VALUES =
  "Parameters always validate against the tool's schema. A required one that the query does not give is named in `metadata.missing_parameters`, and never made up; one that has a `default` gets it, and `metadata.defaults_applied` names it. Words that name a value which the schema does not allow fill nothing, and no default hides that: `metadata.unfilled` has them, with the reason. `metadata.evidence` says for each value where it came from.";

export const NOTES: Readonly<Record<string, string>> = {
  "POST /v1/auth":
    "A key that is mistyped, unknown, expired or revoked is 401, always in the same words. When the app is suspended the answer is 403. Revoking a key ends every token of its app, and so do suspending and resuming the app.",
  "POST /v1/toolsets": `A toolset is known by its \`signature\`, which is the app's own: two apps may use the same. ${REGISTERING}\n\nIn a tool's schema the words \`dict\`, \`float\`, \`tuple\` and \`any\` are read as \`object\`, \`number\`, \`array\` and no type; a \`$ref\` out of the schema is refused.`,
  "PUT /v1/toolsets/:signature": REPLACING,
  "DELETE /v1/toolsets/:signature":
    "From then on the signature is 404 wherever it is named, and may be registered anew.",
  "POST /v1/classification-sets": REGISTERING,
  "PUT /v1/classification-sets/:signature": REPLACING,
  "DELETE /v1/classification-sets/:signature":
    "From then on the signature is 404 wherever it is named, and may be registered anew.",
  "POST /v1/resolve": `${SPEAKING_OF_VALUES}\n\nWhen two of the toolsets have a tool of the same name, \`metadata.toolset\` says which was meant. Memories of the named \`banks\` that are near to the query help; \`metadata.used_banks\` names those banks whose memories were put to use. An earlier query in \`history\` may complete this one.`,
  "POST /v1/resolve-quick": SPEAKING_OF_VALUES,
  "POST /v1/resolve-respond":
    "`response.text` is whole sentences with the parameters in them. Where a required parameter is missing it asks for it. An unknown `persona` is 400 with `details.persona`. Answers are not shared with `/v1/resolve`.",
  "POST /v1/classify":
    "Send exactly one of `classification_set` and `classes`; classes that come with the text are never cached. With extraction there is one classification for each part, in the order of the text. Where the set has `allow_none`, text that fits no class gets the label `none`.",
  "POST /v1/banks": "The server makes the id. A bank is empty at first: give it memories, and name it in resolutions.",
  "DELETE /v1/banks/:id": "Its memories go with it.",
  "POST /v1/banks/:id/memories":
    "It counts from the next resolution that names the bank. A bank holds at most 10,000 memories; one more is 400.",
  "POST /v1/feedback":
    "With `correct: true` leave out `tool`, `parameters` and `label`: there is nothing to correct. A bank learns tool calls, no labels. A request that is unknown, or too long ago, is 404.",
  "POST /v1/value-lists":
    'A parameter refers to it with `"x-values": "NAME"` in its schema. Its values are taken by their own words or others, also with a slip; what is none of them fills nothing, and `metadata.unfilled` names the nearest.',
  "DELETE /v1/value-lists/:name":
    "Resolutions with tools that refer to it are 404 until there is one of that name again.",
  "POST /v1/personas":
    "A language model follows the instructions as they stand; the built-in templates follow the little that they can.",
  "DELETE /v1/personas/:name": "The persona `default` always exists: deleting it is 403, and PUT changes it.",
  "POST /v1/batch":
    "An item that the balance cannot pay is 402 in its place, one of an unknown type 400; a missing `id` comes back as null. Under one `Idempotency-Key` the whole batch comes back as it was.",
  "GET /admin/api/apps/:id/ledger":
    "Every change of the balance is one entry, and none is ever altered: the balance is their sum.",
};

/** What the reference says of a route beyond its own words: rules that no schema can hold. By method and path. CommonMark. */
const REGISTERING =
  "Examples are learned in the background. Until that is done the resource carries `learning`, answers use what is learned so far, and nothing is cached.";
const REPLACING =
  "Answers that the cache kept for the old definition are out of reach at once. A definition that was there before, here or under another signature of the app, finds its answers again: `content_hash` tells which are equal.";
const SPEAKING_OF_VALUES =
  "Parameters always validate against the tool's schema. A required one that the query does not give is named in `metadata.missing_parameters`, and never made up; one that has a `default` gets it, and `metadata.defaults_applied` names it. Words that name a value which the schema does not allow fill nothing, and no default hides that: `metadata.unfilled` has them, with the reason. `metadata.evidence` says for each value where it came from.";

const DELETING =
  "From then on the signature is 404 wherever it is named, and may be registered anew. While an alias stands for the set it is 409, and the alias is named.";
const LINTING =
  "What reading finds, and what the vectors of names, descriptions and examples show: tools or classes that are nearly the same, and examples that lie among those of another. Examples that are learned already cost no time; others are embedded for up to 20 seconds, and `compared` says how many of all were. Nothing is changed. The codes stand in the reference of [what linting finds](lint-rules.md).";

export const NOTES: Readonly<Record<string, string>> = {
  "POST /v1/auth":
    "A key that is mistyped, unknown, expired or revoked is 401, always in the same words. When the app is suspended the answer is 403. Revoking a key ends every token of its app, and so do suspending and resuming the app.",
  "POST /v1/toolsets": `A toolset is known by its \`signature\`, which is the app's own: two apps may use the same. ${REGISTERING}\n\nIn a tool's schema the words \`dict\`, \`float\`, \`tuple\` and \`any\` are read as \`object\`, \`number\`, \`array\` and no type; a \`$ref\` out of the schema is refused.`,
  "PUT /v1/toolsets/:signature": REPLACING,
  "DELETE /v1/toolsets/:signature": DELETING,
  "POST /v1/toolsets/:signature/lint": LINTING,
  "POST /v1/classification-sets/:signature/lint": LINTING,
  "POST /v1/classification-sets": REGISTERING,
  "PUT /v1/classification-sets/:signature": REPLACING,
  "DELETE /v1/classification-sets/:signature": DELETING,
  "POST /v1/toolsets/:signature/diff":
    "`proposed` is the body of the PUT that would replace the set. An answer changes when another tool is called, with other values, or when something else is asked for; how sure it is may differ. It costs what any management call costs. `dragoman diff` takes whole files.",
  "POST /v1/classification-sets/:signature/diff":
    "`proposed` is the body of the PUT that would replace the set. It costs what any management call costs.",
  "POST /v1/toolsets/:signature/cases":
    'The tool has to be one of the set, and the parameters must fit its schema; a required one may be left out, which is then asked for. With `tool: "none"` nothing is called. A case says nothing where there is `history` or `context`. A set holds at most 10,000 cases; one more is 400.',
  "POST /v1/classification-sets/:signature/cases": "A set holds at most 10,000 cases; one more is 400.",
  "POST /v1/toolsets/:signature/test":
    "A call is right when its tool is and its parameters are equal as JSON: members in any order, lists in theirs, numbers by their value, texts by their characters, dates with times by their moment. A value that is there only as the schema's default, and that the case does not name, does not count. What asks for a required parameter carries nothing out.\n\nIt costs what any management call costs, however many cases there are; a model server that answers them is paid by the server's owner. `dragoman test` takes whole files, and compares models. What it came to is in the history of the set: `GET …/tests`.",
  "POST /v1/classification-sets/:signature/test":
    "The labels of the answer are right when they are those of the case, all of them and no other. It costs what any management call costs, however many cases there are.",
  "GET /v1/toolsets/:signature/tests":
    "Tests by whatever way: this API, `dragoman test`, and the admin page. Where many long reports are kept, an app's oldest go sooner. What was said in each case is on the admin page.",
  "PUT /v1/aliases/:alias":
    "A name is one of an alias or of sets: the name of a set, of either kind, is 409, and so is a set of the name of an alias. An alias stands for sets of one kind, by their signatures, and names them in `toolsets` and `classification_set` of questions, those of a batch too; management calls name the set itself. The answer tells in `metadata.aliases` which set was asked, and feedback teaches that set.\n\nWith `split` a request goes to one side by its `caller`, or by its words where it names none: the same one to the same side, on every server, as long as the alias stands for these sets; where the percentages change, only those move who have to. With `If-Match` an alias that is not there is 412. An app has at most 1,000 aliases.",
  "DELETE /v1/aliases/:alias": "The sets that it stood for stay. From then on the name is 404 wherever it is named.",
  "POST /v1/resolve": `${SPEAKING_OF_VALUES}\n\nWhen two of the toolsets have a tool of the same name, \`metadata.toolset\` says which was meant. Memories of the named \`banks\` that are near to the query help; \`metadata.used_banks\` names those banks whose memories were put to use. An earlier query in \`history\` may complete this one.`,
  "POST /v1/resolve-quick": SPEAKING_OF_VALUES,
  "POST /v1/search-tools":
    "A tool comes with its whole definition, and with the toolset that a resolve names. Confidences of all tools and of none are shared out of 1. Sets are compared as they are registered at this moment; a tool that is new is found by its words at once, and by its meaning as soon as its text is read, which takes milliseconds unless thousands came together: then `metadata.learning` says how far that is. [Search for tools](../how-to/search-tools.md) says what it is good for.",
  "POST /v1/resolve-respond":
    "`response.text` says in a short sentence, with the values in it, what is being done; whoever asks does it. Where a required parameter is missing it is a question. `x-response` and `x-question` in a tool's schema put other words in its place. An unknown `persona` is 400 with `details.persona`. Answers are not shared with `/v1/resolve`.",
  "POST /v1/chat/completions":
    "Earlier messages are the history: what the user said, and what was called upon it. What the system says is the context, its first 2,000 characters. What tools answer is never read: it says that a call was made. A call that lacks a required parameter is a question in words, and the next message answers it. When all calls were made, the answer is what the tools said.\n\n`n` above 1, `response_format`, pictures, `tool_choice: none` and a chat without tools ask for free text: 400, or the language model that the operator names with `free_text_backend` in `[chat]` of the settings. `usage` counts that model's tokens, and is 0 without it.",
  "POST /v1/classify":
    "Send exactly one of `classification_set` and `classes`; classes that come with the text are never cached. With extraction there is one classification for each part, in the order of the text. Where the set has `allow_none`, text that fits no class gets the label `none`.",
  "POST /v1/banks": "The server makes the id. A bank is empty at first: give it memories, and name it in resolutions.",
  "DELETE /v1/banks/:id": "Its memories go with it.",
  "POST /v1/banks/:id/memories":
    "It counts from the next resolution that names the bank. A bank holds at most 10,000 memories; one more is 400.",
  "POST /v1/feedback":
    "With `correct: true` leave out `tool`, `parameters`, `calls` and `label`: there is nothing to correct. A correction is taught to the set that was asked, as a case, unless it is meant for a `bank` alone or `teach` is false; with `teach: true` so is a right answer. A bank learns tool calls, no labels. A request that is unknown, or too long ago, is 404.",
  "GET /v1/toolsets/:signature/graduation":
    "Counted are questions to this set alone, without history, context, words or a wish for a tool. It begins anew with another content of the set and with another model. It is for the operator to turn on (`[graduation] enabled`).",
  "GET /v1/classification-sets/:signature/graduation":
    "Counted are texts that the model inside gives one class as a whole: not what is none of the classes, and not what has several parts. It begins anew with another content of the set and with another model. It is for the operator to turn on (`[graduation] enabled`).",
  "POST /v1/bundles":
    "The bundle is JSON with the server's public key, an Ed25519 signature over the content (RFC 8785, SHA-256) and the content itself. Its tests are asked first, and what came of them goes along. A bundle of over 1,000,000 bytes is 400: `dragoman export --bundle` writes larger ones, and everything that an app has. Tell `key` to whoever imports it, by another way than the bundle.",
  "POST /v1/bundles/import":
    "In this order: the signature is checked, and that its key is one of `trusted_keys` or this server's own; whether the app could take it (what is there by the same name and says something else is 409, unless `existing` is `replace`); all of it is tried in a folder of its own, with its tests; then it is written. A test that fails is 409, and nothing is written. A memory bank is known by its name, and gets an id of this server. A bundle has at most 1,000 memories and taught cases here; the command takes more. One is tried at a time, the apps in turns; of one app 4 are under way, and one more is 503.",
  "PUT /v1/query-log":
    "`days` and `rows` are at most what the server's settings allow (`[limits] query_log_days_max`, `query_log_rows_per_app_max`). What is in the log already is redacted as it was when it came. An answer is never slower, and never fails, for the log's sake: a row may be lost with a crash or a full disk.",
  "DELETE /v1/query-log/entries":
    "The log's own files, that is: the cache keeps answers under the sentences that they are of, and answered requests are remembered for feedback, each for its own time.",
  "GET /v1/misses":
    "To take one, teach its set what is right (`POST /v1/toolsets/{signature}/cases`, or `POST /v1/feedback` with its `request_id`). The 200 most doubtful rows are looked at, and compared by the sentence embedder.",
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
    "Every change of the balance is one entry, and none is ever altered: the balance is their sum. Where the operator wants it, old entries are put together into months, whose sums and hashes prove what they were.",
};

/** Chat completions as OpenAI's clients send and read them, and what we say beside. */
import { type Static, type TOptional, type TUnsafe, Type } from "@sinclair/typebox";
import type { JsonObject, JsonValue } from "#core/json.ts";
import { Confidence, Source } from "./answer-metadata.ts";
import { EXACT } from "./shared-fields.ts";

const OPEN = { additionalProperties: true } as const;
const anyJson = (description: string) => Type.Unsafe<JsonValue>(Type.Unknown({ description }));
const orNull = <Schema extends ReturnType<typeof Type.Boolean> | ReturnType<typeof Type.Integer>>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

const ChatMessage = Type.Object(
  {
    role: Type.String({ description: "`system`, `developer`, `user`, `assistant` or `tool`." }),
    content: Type.Optional(anyJson("A text, or a list of parts `{type: text, text}`; null beside calls.")),
    tool_calls: Type.Optional(anyJson("Of an assistant: the calls that were made, as they were given.")),
  },
  OPEN,
);

const ChatFunction = Type.Object(
  {
    name: Type.String({ description: "As a tool's." }),
    description: Type.Optional(Type.String({ description: "What it is for." })),
    parameters: Type.Optional(
      Type.Unsafe<JsonObject>(Type.Object({}, { ...OPEN, description: "JSON Schema of the arguments." })),
    ),
    strict: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], { description: "Says nothing new: calls always fit their schema." }),
    ),
  },
  { ...EXACT, description: "The tool." },
);

const ChatTool = Type.Object(
  {
    type: Type.String({ description: "`function`." }),
    function: Type.Optional(ChatFunction),
  },
  OPEN,
);

const ToolChoice = anyJson(
  "`auto`, `required`, `none`, a function (`{type: function, function: {name}}`), or some of them (`{type: allowed_tools, allowed_tools: {mode, tools}}`). Default `auto`.",
);

/** Of OpenAI's, taken and without an effect: what shapes prose, and what is for OpenAI's own accounts. */
const UNHEARD = [
  "frequency_penalty",
  "logit_bias",
  "max_completion_tokens",
  "max_tokens",
  "metadata",
  "presence_penalty",
  "prompt_cache_key",
  "prompt_cache_retention",
  "reasoning_effort",
  "safety_identifier",
  "seed",
  "service_tier",
  "stop",
  "store",
  "temperature",
  "top_p",
  "user",
  "verbosity",
] as const;

/** Of OpenAI's, which ask for what is no tool call. */
export const BEYOND_CALLS = [
  "audio",
  "function_call",
  "functions",
  "logprobs",
  "modalities",
  "moderation",
  "prediction",
  "response_format",
  "top_logprobs",
  "web_search_options",
] as const;

const fields = <Name extends string>(names: readonly Name[], description: string) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(anyJson(description))])) as Record<
    Name,
    TOptional<TUnsafe<JsonValue>>
  >;

export const ChatBody = Type.Object(
  {
    model: Type.String({
      description:
        "`dragoman`, the name of a backend, or `dragoman/SIGNATURE` for a toolset of the app: see `GET /v1/models`.",
    }),
    messages: Type.Array(ChatMessage, { description: "Oldest first. What the user said last is answered." }),
    tools: Type.Optional(
      Type.Array(ChatTool, {
        description: "1–128 functions. Beside a toolset they only say which calls the client can carry out.",
      }),
    ),
    tool_choice: Type.Optional(ToolChoice),
    parallel_tool_calls: orNull(
      Type.Boolean({ description: "False: one call at a time, the next one when its result is there. Default true." }),
    ),
    stream: orNull(Type.Boolean({ description: "Whether the answer comes as server-sent events." })),
    stream_options: Type.Optional(
      Type.Union(
        [
          Type.Null(),
          Type.Object(
            {
              include_usage: Type.Optional(Type.Boolean({ description: "A last piece with `usage`." })),
              include_obfuscation: Type.Optional(Type.Boolean({ description: "Without an effect." })),
            },
            EXACT,
          ),
        ],
        { description: "What a stream has beside." },
      ),
    ),
    n: orNull(Type.Integer({ description: "1: more is free text." })),
    dragoman: Type.Optional(
      Type.Object(
        {
          time_zone: Type.Optional(Type.String({ description: "As in `/v1/resolve`." })),
          language: Type.Optional(
            Type.String({ description: "As in `/v1/resolve`, for what the user says in all of the messages." }),
          ),
          min_confidence: Type.Optional(
            Type.Number({
              minimum: 0,
              maximum: 1,
              description: "As in `/v1/resolve`: a call that is less sure is none.",
            }),
          ),
        },
        { ...EXACT, description: "What OpenAI's API has no field for." },
      ),
    ),
    ...fields(UNHEARD, "Taken, and without an effect on tool calls."),
    ...fields(BEYOND_CALLS, "Asks for more than tool calls: free text."),
  },
  EXACT,
);

export const ToolCallGiven = Type.Object(
  {
    id: Type.String({ description: "The result names it." }),
    type: Type.Literal("function", { description: "What is called." }),
    function: Type.Object(
      {
        name: Type.String({ description: "The tool's name." }),
        arguments: Type.String({ description: "The parameters as JSON, which fits the tool's schema." }),
      },
      { ...OPEN, description: "The call." },
    ),
  },
  OPEN,
);

const MessageGiven = Type.Object(
  {
    role: Type.Literal("assistant", { description: "Who says it." }),
    content: Type.Union([Type.Null(), Type.String()], {
      description:
        "A question for what a call lacks, that no tool fits, or what the tools answered. Null beside calls.",
    }),
    refusal: Type.Optional(Type.Null({ description: "Nothing is refused here." })),
    tool_calls: Type.Optional(Type.Array(ToolCallGiven, { description: "The calls to make, in the order said." })),
  },
  { ...OPEN, description: "What comes next." },
);

/** What became of the last sentence. */
export const OUTCOMES = ["calls", "question", "none", "done", "forwarded"] as const;

export const BesideCompletion = Type.Object(
  {
    request_id: Type.String({ description: "Under which `POST /v1/feedback` finds the answer." }),
    outcome: Type.Union(
      OUTCOMES.map((outcome) => Type.Literal(outcome)),
      {
        description:
          "`calls` to make; a `question` for what a call lacks; `none` of the tools fits; all calls are `done`; or a language model answered, to which it was `forwarded`.",
      },
    ),
    source: Type.Optional(Source),
    model: Type.String({ description: "The model that answered." }),
    language: Type.Optional(
      Type.String({ description: "What was said last is in, as `metadata.language` of `/v1/resolve`." }),
    ),
    confidence: Type.Optional(Confidence),
    toolset: Type.Optional(
      Type.Union([Type.Null(), Type.String()], { description: "The toolset that the tool is from." }),
    ),
    missing_parameters: Type.Array(Type.String(), { description: "What is asked for." }),
    defaults_applied: Type.Array(Type.String(), { description: "Those filled from the schema's `default`." }),
    unfilled: Type.Array(
      Type.Object(
        {
          parameter: Type.String({ description: "Its path, as in `address.city`." }),
          said: Type.String({ description: "The words." }),
          why: Type.String({ description: "What rules it out, as in `/v1/resolve`." }),
        },
        EXACT,
      ),
      { description: "What was said and cannot be had, of what is asked for." },
    ),
    latency_ms: Type.Integer({ description: "The server's own time, rounded up." }),
    requests_used: Type.Integer({ description: "What the call cost." }),
    requests_remaining: Type.Integer({ description: "The balance after the call." }),
  },
  { ...EXACT, description: "How the answer came to be, and what it cost." },
);

export const ChatCompletion = Type.Object(
  {
    id: Type.String({ description: "`chatcmpl-` and the request's id." }),
    object: Type.Literal("chat.completion", { description: "What it is." }),
    created: Type.Integer({ description: "Unix time in seconds." }),
    model: Type.String({ description: "As it was asked for." }),
    choices: Type.Array(
      Type.Object(
        {
          index: Type.Integer({ description: "0." }),
          message: MessageGiven,
          logprobs: Type.Optional(Type.Null({ description: "There are none." })),
          finish_reason: Type.String({ description: "`tool_calls`, or `stop` where there are none." }),
        },
        OPEN,
      ),
      { description: "One." },
    ),
    usage: Type.Object(
      {
        prompt_tokens: Type.Integer({
          description: "Tokens of a language model to which the request was forwarded; else 0.",
        }),
        completion_tokens: Type.Integer({ description: "The same of its answer." }),
        total_tokens: Type.Integer({ description: "Both." }),
      },
      {
        ...OPEN,
        description: "0 where nothing was forwarded: calls are paid in requests, see `dragoman.requests_used`.",
      },
    ),
    dragoman: BesideCompletion,
  },
  OPEN,
);

export type ChatBodyWire = Static<typeof ChatBody>;
export type ChatMessageWire = Static<typeof ChatMessage>;
export type ChatToolWire = Static<typeof ChatTool>;
export type ChatCompletionWire = Static<typeof ChatCompletion>;
export type BesideCompletionWire = Static<typeof BesideCompletion>;

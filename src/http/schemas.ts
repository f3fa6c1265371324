import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type { JsonObject } from "#core/json.ts";
import { ExplanationOfCache } from "./explanation-schemas.ts";

/** Shapes as they cross the wire. Limits and meanings are checked by the core, which says more than a shape can. */
export const EXACT = { additionalProperties: false } as const;

export const Name = Type.String({ description: "What people call it, 1–128 characters." });
export const Description = Type.String({ description: "What it is for, up to 2,048 characters." });
const Signature = Type.String({
  description:
    "The set's unique, case-sensitive name: letters, digits, '.', '_' and '-', by convention `<topic>-v<N>`.",
});
const Examples = Type.Array(Type.String(), {
  description: "Up to 50 real phrases that mean this, 1–500 characters each.",
});
export const At = Type.String({ format: "date-time", description: "RFC 3339, UTC." });

const Parameters = Type.Unsafe<JsonObject>(
  Type.Object({}, { additionalProperties: true, description: "JSON Schema (draft 2020-12) of the tool's parameters." }),
);

/** Parameters as a call has them: by name, each of the type that the tool's schema says. */
export const Values = Type.Unsafe<JsonObject>(
  Type.Object({}, { additionalProperties: true, description: "The values, by parameter name." }),
);

/** A page of a list. */
export function pageOf<Item extends TSchema>(item: Item) {
  return Type.Object(
    {
      data: Type.Array(item, { description: "The items of the page." }),
      next_cursor: Type.Union([Type.Null(), Type.String()], {
        description: "For `?cursor=`, to get the next page; null after the last one.",
      }),
    },
    EXACT,
  );
}

export const ToolBody = Type.Object(
  {
    name: Type.String({ description: "1–128 of letters, digits and '_.:/-', unique in its toolset; not `none`." }),
    description: Description,
    parameters: Type.Optional(Parameters),
    examples: Type.Optional(Examples),
  },
  EXACT,
);

export const ClassBody = Type.Object(
  {
    label: Type.String({ description: "The class's name, 1–128 characters, unique in its set; not `none`." }),
    description: Type.Optional(Description),
    examples: Type.Optional(Examples),
  },
  EXACT,
);

const Backend = Type.String({
  description:
    "The model that answers for this set: `embedded`, or a name of `[backends.<name>]` in the settings. Left out, it is the server's own.",
});

const toolsetFields = {
  name: Name,
  description: Type.Optional(Description),
  tools: Type.Array(ToolBody, { description: "1–128 tools." }),
  require_evidence: Type.Optional(
    Type.Boolean({
      description: "Count a value that comes from nowhere the server can see as missing. Default false.",
    }),
  ),
  backend: Type.Optional(Backend),
};

const classificationSetFields = {
  name: Name,
  description: Type.Optional(Description),
  classes: Type.Array(ClassBody, { description: "1–500 classes." }),
  enable_extraction: Type.Optional(
    Type.Boolean({ description: "Split a text of several intents and classify each part. Default false." }),
  ),
  allow_none: Type.Optional(
    Type.Boolean({ description: "Give text that fits no class the label `none`. Default false." }),
  ),
  backend: Type.Optional(Backend),
};

/** In the body of a PUT: it must equal the path's. */
const sameSignature = { signature: Type.Optional(Signature) };

export const AuthBody = Type.Object({ api_key: Type.String({ description: "The app's API key." }) }, EXACT);
export const ToolsetBody = Type.Object({ signature: Signature, ...toolsetFields }, EXACT);
export const ToolsetReplacement = Type.Object({ ...sameSignature, ...toolsetFields }, EXACT);
export const ClassificationSetBody = Type.Object({ signature: Signature, ...classificationSetFields }, EXACT);
export const ClassificationSetReplacement = Type.Object({ ...sameSignature, ...classificationSetFields }, EXACT);

const HistoryEntry = Type.Object(
  {
    tool: Type.String({ description: "The tool that was chosen." }),
    query: Type.String({ description: "What was asked." }),
  },
  EXACT,
);

const surroundings = {
  time_zone: Type.Optional(
    Type.String({
      description:
        'Where the asker is, for "tomorrow" and "at six": a name such as `Europe/Berlin`, or an offset such as `+05:30`. Default: `server.time_zone` of the settings, which is `UTC` unless changed.',
    }),
  ),
  context: Type.Optional(Type.String({ description: "Guides the resolution, up to 2,000 characters." })),
  history: Type.Optional(
    Type.Array(HistoryEntry, {
      description: "What was asked and chosen before, at most 5 entries.",
    }),
  ),
};
const Query = Type.String({ description: "The sentence to resolve, 1–500 characters." });

export const ResolveBody = Type.Object(
  {
    query: Query,
    toolsets: Type.Array(Type.String(), { description: "1–16 signatures of toolsets of this app." }),
    banks: Type.Optional(Type.Array(Type.String(), { description: "Up to 16 ids of memory banks." })),
    ...surroundings,
  },
  EXACT,
);

export const ResolveRespondBody = Type.Object(
  {
    ...ResolveBody.properties,
    persona: Type.Optional(Type.String({ description: "Who answers: a persona's name. Default `default`." })),
  },
  EXACT,
);

export const ResolveQuickBody = Type.Object(
  { query: Query, tools: Type.Array(ToolBody, { description: "1–128 tools." }), ...surroundings },
  EXACT,
);

export const ClassifyBody = Type.Object(
  {
    data: Type.String({ description: "The text to classify, 1–4,000 characters." }),
    classification_set: Type.Optional(Type.String({ description: "The signature of a set of this app." })),
    classes: Type.Optional(Type.Array(ClassBody, { description: "1–500 classes, in place of a set." })),
    enable_extraction: Type.Optional(Type.Boolean({ description: "With `classes` only. Default false." })),
  },
  EXACT,
);

export const FeedbackBody = Type.Object(
  {
    request_id: Type.String({
      description: "The `X-Request-Id` of the answer; of an item of a batch, its `request_id`.",
    }),
    correct: Type.Boolean({ description: "Whether the answer was right. A wrong one leaves the cache." }),
    tool: Type.Optional(Type.String({ description: "The tool that it should have been." })),
    parameters: Type.Optional(Values),
    label: Type.Optional(Type.String({ description: "The label that it should have been." })),
    bank: Type.Optional(Type.String({ description: "The id of the memory bank that is to learn from this." })),
  },
  EXACT,
);

// ── Answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String({ description: "A JWT for the header `Authorization: Bearer`." }),
    token_type: Type.Literal("Bearer", { description: "How the token is sent." }),
    expires_in: Type.Integer({ description: "Seconds. No token outlives its API key." }),
  },
  EXACT,
);

const Progress = Type.Object(
  {
    done: Type.Integer({ description: "Examples that are learned." }),
    total: Type.Integer({ description: "Examples that there are." }),
  },
  EXACT,
);

const stored = {
  content_hash: Type.String({
    description: "`sha256:` and the hex SHA-256 of the canonical JSON of tools or classes.",
  }),
  created_at: At,
  updated_at: At,
  learning: Type.Union([Type.Null(), Progress], {
    description: "How many of the examples are learned; null when all are.",
  }),
};

export const ToolsetResource = Type.Object(
  {
    signature: Signature,
    ...toolsetFields,
    require_evidence: Type.Boolean({ description: "Whether values without a source count as missing." }),
    ...stored,
  },
  EXACT,
);
export const ClassificationSetResource = Type.Object(
  {
    signature: Signature,
    ...classificationSetFields,
    enable_extraction: Type.Boolean({ description: "Whether a text of several intents is split." }),
    allow_none: Type.Boolean({ description: "Whether text that fits no class gets the label `none`." }),
    ...stored,
  },
  EXACT,
);

const Source = Type.Union([Type.Literal("exact_cache"), Type.Literal("semantic_cache"), Type.Literal("model")], {
  description:
    "Who answered: the cache for the same words, the cache for other words of the same meaning, or the model.",
});
const Confidence = Type.Number({ minimum: 0, maximum: 1, description: "How sure the model is." });
const answerMetadata = {
  source: Source,
  model: Type.String({ description: "The model that answered, or had answered when the cache entry was made." }),
  latency_ms: Type.Integer({ description: "The server's own time, rounded up." }),
  requests_used: Type.Integer({ description: "What the call cost." }),
  requests_remaining: Type.Integer({ description: "The balance after the call." }),
  cache: Type.Optional(
    Type.Object(
      {
        similarity: Type.Number({ description: "Of the query to the one that was answered; 1 for the same words." }),
        age_seconds: Type.Integer({ description: "How long ago the entry was made." }),
        reused: Type.Union([Type.Literal("call"), Type.Literal("template")], {
          description: "The whole call, or the tool with values read anew.",
        }),
      },
      { ...EXACT, description: "Present when the cache answered." },
    ),
  ),
  explain: Type.Optional(ExplanationOfCache),
};

const EvidenceOfParameter = Type.Object(
  {
    kind: Type.Union(
      (["query", "context", "history", "memory", "default", "inferred"] as const).map((kind) => Type.Literal(kind)),
      { description: "Where the value came from." },
    ),
    start: Type.Optional(Type.Integer({ description: "Where it begins, in code points of the text as sent." })),
    end: Type.Optional(Type.Integer({ description: "Where it has ended." })),
  },
  EXACT,
);

const resolutionFields = {
  resolved: Type.Object(
    {
      tool: Type.String({ description: "`none` when no tool fits." }),
      parameters: Values,
    },
    { ...EXACT, description: "The tool call." },
  ),
  metadata: Type.Object(
    {
      ...answerMetadata,
      confidence: Confidence,
      toolset: Type.Union([Type.Null(), Type.String()], { description: "The toolset that the tool is from." }),
      used_banks: Type.Array(Type.String(), { description: "The banks whose memories were put to use." }),
      missing_parameters: Type.Array(Type.String(), { description: "Required ones that the query does not give." }),
      defaults_applied: Type.Array(Type.String(), { description: "Those filled from the schema's `default`." }),
      evidence: Type.Record(Type.String(), EvidenceOfParameter, {
        description: "For each parameter where its value came from; `inferred`: from nowhere that the server can see.",
      }),
    },
    { ...EXACT, description: "How the answer came to be, and what it cost." },
  ),
};

export const ResolutionAnswer = Type.Object(resolutionFields, EXACT);
export const RespondAnswer = Type.Object(
  {
    ...resolutionFields,
    response: Type.Object(
      { text: Type.String({ description: "The answer in sentences, in the persona's language and manner." }) },
      { ...EXACT, description: "The answer in words." },
    ),
  },
  EXACT,
);

export const FeedbackAnswer = Type.Object(
  {
    request_id: Type.String({ description: "The request that the feedback was about." }),
    dropped: Type.Boolean({ description: "Whether an answer left the cache." }),
    memory: Type.Union([Type.Null(), Type.String()], { description: "The memory that the bank gained." }),
  },
  EXACT,
);

export const HealthAnswer = Type.Object({ status: Type.String({ description: "`alive` or `ready`." }) }, EXACT);

export const ClassificationAnswer = Type.Object(
  {
    classifications: Type.Array(
      Type.Object(
        {
          text: Type.String({ description: "The part of the text that the label is for." }),
          label: Type.String({ description: "`none` when no class fits and the set allows that." }),
          confidence: Confidence,
        },
        EXACT,
      ),
      { description: "One, or with extraction one for each part, in the order of the text." },
    ),
    metadata: Type.Object(answerMetadata, {
      ...EXACT,
      description: "How the answer came to be, and what it cost.",
    }),
  },
  EXACT,
);

export type ToolsetReplacementWire = Static<typeof ToolsetReplacement>;
export type ClassificationSetReplacementWire = Static<typeof ClassificationSetReplacement>;
export type ToolsetWire = Static<typeof ToolsetResource>;
export type ClassificationSetWire = Static<typeof ClassificationSetResource>;
export type TokenWire = Static<typeof TokenAnswer>;
export type ResolutionWire = Static<typeof ResolutionAnswer>;
export type RespondWire = Static<typeof RespondAnswer>;
export type FeedbackWire = Static<typeof FeedbackAnswer>;
export type ClassificationWire = Static<typeof ClassificationAnswer>;

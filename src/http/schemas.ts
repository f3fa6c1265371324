import { type Static, Type } from "@sinclair/typebox";
import type { JsonObject } from "#core/json.ts";

/** Shapes as they cross the wire. Limits and meanings are checked by the core, which says more than a shape can. */
const EXACT = { additionalProperties: false } as const;

const Name = Type.String({ description: "What people call it, 1–128 characters." });
const Description = Type.String({ description: "What it is for, up to 2,048 characters." });
const Signature = Type.String({
  description:
    "The set's unique, case-sensitive name: letters, digits, '.', '_' and '-', by convention `<topic>-v<N>`.",
});
const Examples = Type.Array(Type.String(), {
  description: "Up to 50 real phrases that mean this, 1–500 characters each.",
});
const At = Type.String({ format: "date-time", description: "RFC 3339, UTC." });

const Parameters = Type.Unsafe<JsonObject>(
  Type.Object({}, { additionalProperties: true, description: "JSON Schema (draft 2020-12) of the tool's parameters." }),
);

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

const toolsetFields = {
  name: Name,
  description: Type.Optional(Description),
  tools: Type.Array(ToolBody, { description: "1–128 tools." }),
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
};

/** In the body of a PUT: it must equal the path's. */
const sameSignature = { signature: Type.Optional(Signature) };

export const AuthBody = Type.Object({ api_key: Type.String({ description: "The app's API key." }) }, EXACT);
export const ToolsetBody = Type.Object({ signature: Signature, ...toolsetFields }, EXACT);
export const ToolsetReplacement = Type.Object({ ...sameSignature, ...toolsetFields }, EXACT);
export const ClassificationSetBody = Type.Object({ signature: Signature, ...classificationSetFields }, EXACT);
export const ClassificationSetReplacement = Type.Object({ ...sameSignature, ...classificationSetFields }, EXACT);

const surroundings = {
  context: Type.Optional(Type.String({ description: "Guides the resolution, up to 2,000 characters." })),
  history: Type.Optional(
    Type.Array(Type.Object({ tool: Type.String(), query: Type.String() }, EXACT), {
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

// ── Answers ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String({ description: "A JWT for the header `Authorization: Bearer`." }),
    token_type: Type.Literal("Bearer"),
    expires_in: Type.Integer({ description: "Seconds." }),
  },
  EXACT,
);

const stored = {
  content_hash: Type.String({
    description: "`sha256:` and the hex SHA-256 of the canonical JSON of tools or classes.",
  }),
  created_at: At,
  updated_at: At,
  learning: Type.Union([Type.Null(), Type.Object({ done: Type.Integer(), total: Type.Integer() }, EXACT)], {
    description: "How many of the examples are learned; null when all are.",
  }),
};

export const ToolsetResource = Type.Object({ signature: Signature, ...toolsetFields, ...stored }, EXACT);
export const ClassificationSetResource = Type.Object(
  {
    signature: Signature,
    ...classificationSetFields,
    enable_extraction: Type.Boolean(),
    allow_none: Type.Boolean(),
    ...stored,
  },
  EXACT,
);

const Source = Type.Union([Type.Literal("exact_cache"), Type.Literal("semantic_cache"), Type.Literal("model")]);
const Confidence = Type.Number({ minimum: 0, maximum: 1 });
const answerMetadata = {
  source: Source,
  model: Type.String({ description: "The model that answered, or had answered when the cache entry was made." }),
  latency_ms: Type.Integer({ description: "The server's own time, rounded up." }),
  requests_used: Type.Integer(),
  requests_remaining: Type.Integer(),
  cache: Type.Optional(
    Type.Object(
      {
        similarity: Type.Number(),
        age_seconds: Type.Integer(),
        reused: Type.Union([Type.Literal("call"), Type.Literal("template")]),
      },
      EXACT,
    ),
  ),
};

export const ResolutionAnswer = Type.Object(
  {
    resolved: Type.Object(
      { tool: Type.String({ description: "`none` when no tool fits." }), parameters: Parameters },
      EXACT,
    ),
    metadata: Type.Object(
      {
        ...answerMetadata,
        confidence: Confidence,
        toolset: Type.Union([Type.Null(), Type.String()], { description: "The toolset that the tool is from." }),
        used_banks: Type.Array(Type.String()),
        missing_parameters: Type.Array(Type.String(), { description: "Required ones that the query does not give." }),
        defaults_applied: Type.Array(Type.String(), { description: "Those filled from the schema's `default`." }),
      },
      EXACT,
    ),
  },
  EXACT,
);

export const ClassificationAnswer = Type.Object(
  {
    classifications: Type.Array(
      Type.Object({ text: Type.String(), label: Type.String(), confidence: Confidence }, EXACT),
    ),
    metadata: Type.Object(answerMetadata, EXACT),
  },
  EXACT,
);

export type ToolsetWire = Static<typeof ToolsetResource>;
export type ClassificationSetWire = Static<typeof ClassificationSetResource>;
export type TokenWire = Static<typeof TokenAnswer>;
export type ResolutionWire = Static<typeof ResolutionAnswer>;
export type ClassificationWire = Static<typeof ClassificationAnswer>;

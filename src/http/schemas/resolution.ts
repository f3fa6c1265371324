import { type Static, Type } from "@sinclair/typebox";
import { WHY_UNFILLED } from "#core/answering/unfilled.ts";
import type { JsonObject } from "#core/json.ts";
import { LIMITS } from "#core/limits.ts";
import type { WhyUnfilled } from "#core/ports/models.ts";
import { answerMetadata, Confidence } from "./answer-metadata.ts";
import { Caller, EXACT, Language, Values } from "./shared-fields.ts";
import { ToolBody } from "./toolset.ts";

const HistoryEntry = Type.Object(
  {
    tool: Type.String({ description: "The tool that was chosen." }),
    query: Type.String({ description: "What was asked." }),
    parameters: Type.Optional(
      Type.Unsafe<JsonObject>(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description:
              "What was answered, by parameter name, up to 16,384 characters of JSON. With it a query that only goes on (`and for Friday`) changes these values; without it they are read out of `query` once more.",
          },
        ),
      ),
    ),
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
  language: Type.Optional(Language),
  tool_choice: Type.Optional(
    Type.String({
      description:
        "Who decides whether a tool is called: `auto` lets the sentence decide, `required` gives the likeliest call and never `none`, and the name of a tool gives a call of that tool. Default `auto`.",
    }),
  ),
  min_confidence: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description:
        "A call with less confidence is `none`. Default: what the toolset says, else 0. Not where `tool_choice` wants a call.",
    }),
  ),
  calls_max: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: LIMITS.callsMax,
      description:
        "How many calls the answer may have, for a query that asks for several things. With more than 1 it has `calls`. Default 1.",
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
    toolsets: Type.Array(Type.String(), { description: "1–16 toolsets of this app, by signature or alias." }),
    caller: Type.Optional(Caller),
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

const UnfilledParameter = Type.Object(
  {
    parameter: Type.String({ description: "Its path, as in `address.city`." }),
    said: Type.String({ description: "The words." }),
    why: Type.Union(
      (Object.keys(WHY_UNFILLED) as WhyUnfilled[]).map((why) => Type.Literal(why, { description: WHY_UNFILLED[why] })),
      { description: "What rules it out." },
    ),
    start: Type.Optional(Type.Integer({ description: "Where the query says it, in code points of the text as sent." })),
    end: Type.Optional(Type.Integer({ description: "Where it has ended." })),
    nearest: Type.Optional(
      Type.Array(Type.String(), {
        description: "Values of the list that are most like it; missing where there is no list.",
      }),
    ),
  },
  EXACT,
);

const MissingParameters = Type.Array(Type.String(), {
  description: "Required ones that the query does not give, and those that it names a value for which cannot be had.",
});

const EvidenceByParameter = Type.Record(Type.String(), EvidenceOfParameter, {
  description: "For each parameter where its value came from; `inferred`: from nowhere that the server can see.",
});

const GivenCall = Type.Object(
  {
    tool: Type.String({ description: "The tool's name." }),
    parameters: Values,
    confidence: Confidence,
    evidence: EvidenceByParameter,
    missing_parameters: MissingParameters,
  },
  EXACT,
);

const resolutionFields = {
  resolved: Type.Object(
    {
      tool: Type.String({ description: "`none` when no tool fits." }),
      parameters: Values,
    },
    { ...EXACT, description: "The tool call; the first of several." },
  ),
  calls: Type.Optional(
    Type.Array(GivenCall, {
      description: "All calls, in the order said; empty when no tool fits. Present where `calls_max` is more than 1.",
    }),
  ),
  metadata: Type.Object(
    {
      ...answerMetadata,
      confidence: Confidence,
      toolset: Type.Union([Type.Null(), Type.String()], { description: "The toolset that the tool is from." }),
      used_banks: Type.Array(Type.String(), { description: "The banks whose memories were put to use." }),
      missing_parameters: MissingParameters,
      unfilled: Type.Array(UnfilledParameter, {
        description:
          "What was said and cannot be had: words that name a value which the schema does not allow. Each is in `missing_parameters`, required or not, whatever default it has.",
      }),
      defaults_applied: Type.Array(Type.String(), { description: "Those filled from the schema's `default`." }),
      evidence: EvidenceByParameter,
      more: Type.Optional(
        Type.Boolean({
          description: "Present, and true, where the model finds that the query asks for more calls than were given.",
        }),
      ),
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

export type ResolutionWire = Static<typeof ResolutionAnswer>;
export type RespondWire = Static<typeof RespondAnswer>;

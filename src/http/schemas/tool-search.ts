import { type Static, Type } from "@sinclair/typebox";
import { LIMITS } from "#core/limits.ts";
import { EVERY_TOOLSET } from "#core/tool-search/search-request.ts";
import { answerMetadata } from "./answer-metadata.ts";
import { Caller, EXACT, Language } from "./shared-fields.ts";
import { ToolBody } from "./toolset.ts";

export const ToolSearchBody = Type.Object(
  {
    query: Type.String({ description: "What is to be done, as somebody would say it, 1–500 characters." }),
    toolsets: Type.Union([Type.Array(Type.String()), Type.Literal(EVERY_TOOLSET)], {
      description:
        'Up to 2,000 toolsets of this app, by signature or alias, or `"*"` for all of them. They may have 20,000 tools together.',
    }),
    k: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LIMITS.foundToolsMax,
        description: "How many tools are given at most. Default 10.",
      }),
    ),
    caller: Type.Optional(Caller),
    language: Type.Optional(Language),
  },
  EXACT,
);

const Compared = Type.Object(
  {
    done: Type.Integer({ description: "Texts that are compared by meaning." }),
    total: Type.Integer({ description: "Texts that there are." }),
  },
  EXACT,
);

const FoundToolBody = Type.Object(
  {
    toolset: Type.String({ description: "The signature of its toolset, for a resolve." }),
    tool: ToolBody,
    confidence: Type.Number({ minimum: 0, maximum: 1, description: "The probability that this tool is meant." }),
    why: Type.Object(
      {
        words: Type.Array(Type.String(), {
          description:
            "Words of the query that the tool has, without their endings: in English where the query was put into it.",
        }),
        meaning: Type.Number({
          description:
            "How near the query is to what the tool does, or to its nearest example less a margin: a cosine similarity, −1 to 1.",
        }),
        example: Type.Union([Type.Null(), Type.String()], {
          description: "The tool's own example that is nearest to the query; null where none is near.",
        }),
      },
      { ...EXACT, description: "What speaks for it." },
    ),
  },
  EXACT,
);

export const ToolSearchAnswer = Type.Object(
  {
    tools: Type.Array(FoundToolBody, {
      description: "The likeliest first. They are given where `none` is true, too: nobody is kept from looking.",
    }),
    none: Type.Boolean({ description: "Whether none of all the tools that were searched seems to be meant." }),
    none_confidence: Type.Number({
      minimum: 0,
      maximum: 1,
      description: "The probability that none of them is meant.",
    }),
    metadata: Type.Object(
      {
        searched_tools: Type.Integer({ description: "How many tools were searched." }),
        learning: Type.Union([Type.Null(), Compared], {
          description:
            "How many descriptions and examples of the app's tools are compared by meaning so far: until then a tool is found by its words. Null when all are.",
        }),
        language: answerMetadata.language,
        aliases: answerMetadata.aliases,
        latency_ms: answerMetadata.latency_ms,
        requests_used: answerMetadata.requests_used,
        requests_remaining: answerMetadata.requests_remaining,
      },
      { ...EXACT, description: "What was searched, and what it cost." },
    ),
  },
  EXACT,
);

export type ToolSearchWire = Static<typeof ToolSearchAnswer>;

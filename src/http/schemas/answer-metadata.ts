/** What every answer to a question says of itself. */
import { Type } from "@sinclair/typebox";
import { ExplanationOfCache } from "./explanation.ts";
import { EXACT } from "./shared-fields.ts";

const SOURCES = ["exact_cache", "semantic_cache", "model", "taught"] as const;

export const Source = Type.Union(
  SOURCES.map((source) => Type.Literal(source)),
  {
    description:
      "Who answered: the cache for the same words, the cache for other words of the same meaning, the model, or the owner, who taught it.",
  },
);

export const Confidence = Type.Number({ minimum: 0, maximum: 1, description: "How sure the model is." });

export const answerMetadata = {
  source: Source,
  model: Type.String({
    description: "The model that answered, or had answered when the cache entry was made; `taught` where an owner did.",
  }),
  language: Type.String({
    description:
      "What was asked in, by ISO 639: as the request says, else as its words tell. `und` for what nobody can tell. The model inside reads `en`, `de`, `es`, `fr`, `it` and `nl`; of another language it answers nothing.",
  }),
  aliases: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: "Present where the request named aliases: the signature of the set that each stood for.",
    }),
  ),
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
  taught: Type.Optional(
    Type.Object(
      {
        case: Type.String({ description: "The case that answered." }),
        similarity: Type.Number({ description: "Of the query to the case's; 1 for the same words." }),
      },
      { ...EXACT, description: "Present when the answer was taught." },
    ),
  ),
  explain: Type.Optional(ExplanationOfCache),
};

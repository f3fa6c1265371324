import { type Static, Type } from "@sinclair/typebox";

const EXACT = { additionalProperties: false } as const;

const Similarity = Type.Number({ description: "Cosine of the two sentences." });
const Sentence = Type.String({ description: "A sentence of this app that a model answered." });
const Path = Type.Union(
  [Type.Literal("template"), Type.Literal("rewording"), Type.Literal("none"), Type.Literal("label")],
  {
    description:
      "The same words around other values, the same values in other words, " +
      "what no tool fits in other words, or a text of the same meaning.",
  },
);

const Whys = [
  "same words",
  "other words",
  "not asked",
  "corrected",
  "still loading",
  "nothing known",
  "memories",
  "no proposal",
  "bound",
  "unlike values",
  "does not fit",
  "expired",
  "failed",
] as const;

const Bound = Type.Object(
  {
    error: Type.Number({ description: "The estimated share of wrong ones among answers of this score or higher." }),
    interval: Type.Array(Type.Number(), {
      minItems: 2,
      maxItems: 2,
      description: "That share is not below the first nor above the second, at 90 % each.",
    }),
    limit: Type.Number({ description: "The share that the owner tolerates (setting `cache.error_bound`)." }),
    observed: Type.Integer({ description: "How many of this app's own a model was asked about." }),
    wrong: Type.Integer({ description: "How many of those a model contradicted." }),
  },
  { ...EXACT, description: "What is known of the errors of such answers." },
);

const ProposalWire = Type.Object(
  {
    path: Path,
    sentence: Sentence,
    similarity: Similarity,
    score: Type.Number({ description: "The estimated probability that a model would answer the same." }),
    leftover_words: Type.Array(Type.String(), { description: "Words that only one of the two sentences has." }),
    bound: Bound,
  },
  EXACT,
);

/** Why the cache did or did not answer. */
export const ExplanationOfCache = Type.Object(
  {
    answered: Type.Boolean({ description: "Whether the cache answered." }),
    why: Type.Union(
      Whys.map((why) => Type.Literal(why)),
      { description: "What decided." },
    ),
    nearest: Type.Union([Type.Null(), Type.Object({ sentence: Sentence, similarity: Similarity }, EXACT)], {
      description: "The nearest answered sentence; null when none was looked at.",
    }),
    proposal: Type.Union([Type.Null(), ProposalWire], {
      description: "What would be given for other words, or was; null when there was nothing.",
    }),
    refused: Type.Array(
      Type.Object({ path: Path, rule: Type.String({ description: "What forbade it." }), sentence: Sentence }, EXACT),
      { description: "Rules that forbade to reuse an answer." },
    ),
  },
  { ...EXACT, description: "Why the cache did or did not answer. Present with `X-Dragoman-Explain: cache`." },
);

export type ExplanationWire = Static<typeof ExplanationOfCache>;

import { type Static, Type } from "@sinclair/typebox";
import { answerMetadata, Confidence } from "./answer-metadata.ts";
import { ClassBody } from "./classification-set.ts";
import { Caller, EXACT, Language } from "./shared-fields.ts";

export const ClassifyBody = Type.Object(
  {
    data: Type.String({ description: "The text to classify, 1–4,000 characters." }),
    classification_set: Type.Optional(Type.String({ description: "A set of this app, by signature or alias." })),
    caller: Type.Optional(Caller),
    language: Type.Optional(Language),
    classes: Type.Optional(Type.Array(ClassBody, { description: "1–500 classes, in place of a set." })),
    enable_extraction: Type.Optional(Type.Boolean({ description: "With `classes` only. Default false." })),
  },
  EXACT,
);

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

export type ClassificationWire = Static<typeof ClassificationAnswer>;

import { type Static, Type } from "@sinclair/typebox";
import { EXACT, Values } from "./shared-fields.ts";

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

export const FeedbackAnswer = Type.Object(
  {
    request_id: Type.String({ description: "The request that the feedback was about." }),
    dropped: Type.Boolean({ description: "Whether an answer left the cache." }),
    memory: Type.Union([Type.Null(), Type.String()], { description: "The memory that the bank gained." }),
  },
  EXACT,
);

export type FeedbackWire = Static<typeof FeedbackAnswer>;

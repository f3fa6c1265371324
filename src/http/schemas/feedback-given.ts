import { type Static, Type } from "@sinclair/typebox";
import { EXACT, Values } from "./shared-fields.ts";
import { RightCalls } from "./taught-case.ts";

export const FeedbackBody = Type.Object(
  {
    request_id: Type.String({
      description: "The `X-Request-Id` of the answer; of an item of a batch, its `request_id`.",
    }),
    correct: Type.Boolean({ description: "Whether the answer was right. A wrong one leaves the cache." }),
    tool: Type.Optional(
      Type.String({ description: "The tool that it should have been; `none` where nothing was to be called." }),
    ),
    parameters: Type.Optional(Values),
    calls: Type.Optional(RightCalls),
    teach: Type.Optional(
      Type.Boolean({
        description:
          "Whether the set that was asked is taught what is right, as a case. Left out, a correction without a `bank` is taught, and a right answer is not.",
      }),
    ),
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
    taught: Type.Union([Type.Null(), Type.String()], {
      description:
        "The case that the set was taught. Null where nothing was, and for questions with history, context or inline definitions.",
    }),
  },
  EXACT,
);

export type FeedbackWire = Static<typeof FeedbackAnswer>;

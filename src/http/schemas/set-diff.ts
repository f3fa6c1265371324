/** What a set would answer otherwise if it were replaced. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { LIMITS } from "#core/limits.ts";
import { ClassificationSetReplacement } from "./classification-set.ts";
import { LabelTestCase, ToolTestCase } from "./examination.ts";
import { EXACT, Values } from "./shared-fields.ts";
import { ToolsetReplacement } from "./toolset.ts";

function casesOf<Case extends TSchema>(testCase: Case) {
  return Type.Optional(
    Type.Array(testCase, {
      minItems: 1,
      maxItems: LIMITS.testCasesMax,
      description: "1–100 cases, as for a test. Left out, what the set was taught: of more than 100 the newest.",
    }),
  );
}

const Log = Type.Optional(
  Type.Boolean({
    description:
      "True: in place of `cases`, what the app's log has of this set alone: of its newest 2,000 rows, each sentence once, of more than 100 the newest. Broken or mended is then only what an app said to be right.",
  }),
);

export const ToolsetDiffBody = Type.Object(
  { proposed: ToolsetReplacement, cases: casesOf(ToolTestCase), log: Log },
  EXACT,
);
export const ClassesDiffBody = Type.Object(
  { proposed: ClassificationSetReplacement, cases: casesOf(LabelTestCase), log: Log },
  EXACT,
);

const Said = Type.Object(
  {
    name: Type.String({ description: "The tool, or the label." }),
    parameters: Type.Optional(Values),
    missing: Type.Optional(
      Type.Array(Type.String(), { description: "Required parameters that are asked for, as paths." }),
    ),
  },
  EXACT,
);

function side(description: string) {
  return Type.Array(Said, { description });
}

const Change = Type.Object(
  {
    query: Type.String({ description: "The sentence." }),
    turn: Type.Union([Type.Literal("broken"), Type.Literal("mended"), Type.Literal("other")], {
      description: "Whether the answer is right by the case before alone, or after alone; else `other`.",
    }),
    failed: Type.Optional(
      Type.Union([Type.Literal("before"), Type.Literal("after"), Type.Literal("both")], {
        description:
          "Which side got no answer, since the model failed: its list is empty for that alone. Else left out.",
      }),
    ),
    before: side("What the set answers now; empty for none."),
    after: side("What it would answer; empty for none."),
  },
  EXACT,
);

export const SetDiff = Type.Object(
  {
    replayed: Type.Integer({ description: "Sentences that were asked, of the set as it is and as it would be." }),
    left_out: Type.Integer({
      description: "Of what the set was taught, or of the log, the sentences that were not asked.",
    }),
    changed: Type.Integer({ description: "Of those asked, the ones whose answer changes." }),
    broken: Type.Integer({ description: "Of these, the ones that were right." }),
    mended: Type.Integer({ description: "And the ones that become so." }),
    learning: Type.Null({
      description: "Always null: where examples are not learned in time, nothing is compared (`service_unavailable`).",
    }),
    changes: Type.Array(Change, { description: "What is broken first, then what is mended." }),
  },
  EXACT,
);

export type SetDiffWire = Static<typeof SetDiff>;

import { type Static, Type } from "@sinclair/typebox";
import { LINT_CODES } from "#core/linting/lint-rules.ts";
import { EXACT } from "./shared-fields.ts";

const FindingBody = Type.Object(
  {
    code: Type.String({ enum: [...LINT_CODES], description: "Which rule found it. Codes do not change." }),
    severity: Type.String({
      enum: ["warning", "hint"],
      description: "`warning`: somebody will get a wrong answer, or none. `hint`: it may be meant as it is.",
    }),
    set: Type.String({ description: "The signature of the set." }),
    path: Type.String({ description: "JSON pointer into the set, as in `/tools/3/description`." }),
    message: Type.String({ description: "What is wrong. Words may change." }),
    instead: Type.String({ description: "What to write instead." }),
  },
  EXACT,
);

/** In the answer of create and replace. */
export const warnings = {
  warnings: Type.Optional(
    Type.Array(FindingBody, {
      description:
        "Up to 20 things by which the set may be misunderstood, as reading it shows; left out where there are none. The set is registered all the same.",
    }),
  ),
};

export const LintReportResource = Type.Object(
  {
    findings: Type.Array(FindingBody, { description: "Warnings first." }),
    left_out: Type.Integer({ description: "How many more there are: of one code 100 are told, of all 500." }),
    languages: Type.Array(
      Type.Object(
        {
          set: Type.String({ description: "The signature of the set." }),
          described: Type.Array(Type.String(), { description: "Of names and descriptions, the commonest first." }),
          examples: Type.Array(Type.String(), { description: "Of the examples; none where there are none." }),
        },
        EXACT,
      ),
      { description: "What each set is in, by ISO 639-1, or `und` where nobody can tell." },
    ),
    compared: Type.Object(
      {
        texts: Type.Integer({ description: "Names, descriptions and examples that were compared by their vectors." }),
        of: Type.Integer({
          description: "All that there are. More were not compared where there was no time for them.",
        }),
      },
      { ...EXACT, description: "How much was compared." },
    ),
  },
  EXACT,
);

export type FindingWire = Static<typeof FindingBody>;
export type LintReportWire = Static<typeof LintReportResource>;

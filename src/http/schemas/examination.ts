/** A test of a set: cases that say what is right, and what came of them. */
import { type Static, type TSchema, Type } from "@sinclair/typebox";
import { EVIDENCE_KINDS } from "#core/answering/evidence.ts";
import { VERDICTS, type Verdict } from "#core/examination/case-judging.ts";
import type { ReportJson } from "#core/examination/report-json.ts";
import type { RunHeadJson } from "#core/examination/run-json.ts";
import { LIMITS } from "#core/limits.ts";
import { At, EXACT, runnerUp, Values } from "./shared-fields.ts";

const CaseCall = Type.Object(
  {
    tool: Type.String({ description: "The tool that is right; `none` where nothing is to be called." }),
    parameters: Type.Optional(
      Type.Unsafe<Static<typeof Values>>(
        Type.Object(
          {},
          {
            additionalProperties: true,
            description:
              "The values that are right. A value that is only there as the schema's default need not be named. Left out, the tool alone is judged.",
          },
        ),
      ),
    ),
    optional: Type.Optional(
      Type.Array(Type.String(), { maxItems: 64, description: "Parameters that may be there or not." }),
    ),
  },
  EXACT,
);

const readingFields = {
  tool: Type.Optional(CaseCall.properties.tool),
  parameters: CaseCall.properties.parameters,
  optional: CaseCall.properties.optional,
  calls: Type.Optional(
    Type.Array(CaseCall, {
      maxItems: LIMITS.callsMax,
      description: "In place of `tool`: several calls, all of them; the query is then asked for up to 8.",
    }),
  ),
  missing: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 64,
      description: "Required parameters that the query leaves open, and that have to be asked for.",
    }),
  ),
};

const about = {
  language: Type.Optional(Type.String({ description: "As a resolution's or a classification's." })),
  id: Type.Optional(Type.Union([Type.String(), Type.Number()], { description: "For people: it is not read." })),
  note: Type.Optional(Type.String({ description: "For people: it is not read." })),
  now: Type.Optional(
    Type.String({ description: "The moment that `tomorrow` counts from, RFC 3339 with its offset. Default: now." }),
  ),
};

const CaseHistory = Type.Object(
  {
    tool: Type.String({ description: "The tool that was chosen." }),
    query: Type.String({ description: "What was asked." }),
    parameters: Type.Optional(Values),
  },
  EXACT,
);

export const ToolTestCase = Type.Object(
  {
    query: Type.Optional(Type.String({ description: "The sentence, 1–500 characters." })),
    text: Type.Optional(Type.String({ description: "The same, in place of `query`." })),
    ...readingFields,
    accept: Type.Optional(
      Type.Array(Type.Object(readingFields, EXACT), { maxItems: 16, description: "Other answers that are right too." }),
    ),
    context: Type.Optional(Type.String({ description: "As a resolution's." })),
    history: Type.Optional(Type.Array(CaseHistory, { description: "As a resolution's." })),
    time_zone: Type.Optional(Type.String({ description: "As a resolution's." })),
    ...about,
  },
  EXACT,
);

export const LabelTestCase = Type.Object(
  {
    query: Type.Optional(Type.String({ description: "The text, 1–4,000 characters." })),
    text: Type.Optional(Type.String({ description: "The same, in place of `query`." })),
    label: Type.Optional(Type.String({ description: "The label that is right; `none` where nothing fits." })),
    labels: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: 64,
        description: "In place of `label`: several, all of them.",
      }),
    ),
    ...about,
  },
  EXACT,
);

const Backend = Type.String({
  description: "The model that is asked: `embedded`, or a name of the settings. Default: the set's own.",
});

function casesOf<Case extends TSchema>(testCase: Case) {
  return Type.Array(testCase, { minItems: 1, maxItems: LIMITS.testCasesMax, description: "1–100 cases." });
}

export const ToolTestBody = Type.Object(
  {
    cases: casesOf(ToolTestCase),
    backend: Type.Optional(Backend),
    banks: Type.Optional(Type.Array(Type.String(), { description: "Up to 16 ids of memory banks." })),
  },
  EXACT,
);

export const LabelTestBody = Type.Object({ cases: casesOf(LabelTestCase), backend: Type.Optional(Backend) }, EXACT);

const Fraction = (description: string) => Type.Number({ minimum: 0, maximum: 1, description });

/** Each use says what is counted. */
function counted(description: string) {
  return Type.Object(
    {
      count: Type.Integer({ description: "How many." }),
      of: Type.Integer({ description: "Of how many." }),
      share: Fraction("The one by the other."),
      low: Fraction("Lower end of the share's 95 % Wilson interval."),
      high: Fraction("Upper end of it."),
    },
    { ...EXACT, description },
  );
}

const VERDICT_WORDS: Readonly<Record<Verdict, string>> = {
  right: "Everything as expected.",
  part: "Some of what is expected, all of it right.",
  asked: "Nothing is carried out: a parameter is asked for that the sentence says, or of another tool.",
  missed: "None, though something is expected.",
  wrong: "What would be carried out is not what is expected; a label that is not right.",
  failed: "There was no answer.",
};

const verdictSchema = Type.Union(
  VERDICTS.map((verdict) => Type.Literal(verdict, { description: VERDICT_WORDS[verdict] })),
  {
    description: Object.entries(VERDICT_WORDS)
      .map(([verdict, says]) => `\`${verdict}\`: ${says}`)
      .join(" "),
  },
);

const scoreFields = {
  precision: Fraction("Of what came as this, the share that was this; 0 where nothing came."),
  recall: Fraction("Of what was this, the share that came as this; 0 where nothing was."),
  f1: Fraction("Their harmonic mean; 0 where both are."),
};

const ExpectedCall = Type.Object(
  { tool: Type.String({ description: "The tool." }), parameters: Type.Optional(Values) },
  EXACT,
);

const LabelOfMiss = Type.Object({ label: Type.String({ description: "The label." }) }, EXACT);

const Evidence = Type.Object(
  {
    kind: Type.Union(
      EVIDENCE_KINDS.map((kind) => Type.Literal(kind)),
      { description: "Where the value came from." },
    ),
    start: Type.Optional(Type.Integer({ description: "Where it begins, in code points of the text as sent." })),
    end: Type.Optional(Type.Integer({ description: "Where it has ended." })),
  },
  EXACT,
);

const GivenCall = Type.Object(
  {
    tool: Type.String({ description: "The tool." }),
    parameters: Values,
    missing_parameters: Type.Array(Type.String(), {
      description: "Required parameters that are asked for: nothing is carried out.",
    }),
    defaults_applied: Type.Array(Type.String(), { description: "Those filled from the schema's `default`." }),
    evidence: Type.Record(Type.String(), Evidence, { description: "Where each value came from, by parameter." }),
  },
  EXACT,
);

function missOf<Expected extends TSchema, Given extends TSchema>(expected: Expected, given: Given) {
  return Type.Object(
    {
      case: Type.Integer({ description: "Which of the cases, from 1." }),
      sentence: Type.String({ description: "Its sentence." }),
      verdict: verdictSchema,
      error: Type.Union([Type.Literal("choice"), Type.Literal("parameters"), Type.Null()], {
        description:
          "Whether another tool or label was meant, or the tool is right and its parameters are not; null without an answer.",
      }),
      expected: Type.Array(expected, { description: "What is right; empty where nothing is to be called." }),
      given: Type.Array(given, { description: "What came; empty for none." }),
      confidence: Type.Union([Type.Null(), Fraction("How sure the model was.")], {
        description: "How sure the model was; null without an answer.",
      }),
      runner_up: runnerUp("What else the model would have said; null where it does not tell."),
      failure: Type.Union(
        [
          Type.Null(),
          Type.Object(
            {
              code: Type.String({ description: "The code of the error." }),
              message: Type.String({ description: "What went wrong, in words." }),
            },
            EXACT,
          ),
        ],
        { description: "Why there was no answer; null where there was one." },
      ),
      latency_ms: Type.Number({ description: "How long the answer took." }),
      is_example: Type.Boolean({ description: "The set has this sentence among its examples." }),
    },
    EXACT,
  );
}

const RunId = Type.String({ description: "Of the test, in the history of the set." });

const reportFields = {
  run_id: RunId,
  sets: Type.Array(Type.String(), { description: "The signatures of what was tested." }),
  kind: Type.Union([Type.Literal("toolset"), Type.Literal("classification_set")], {
    description: "What they are.",
  }),
  backend: Type.Union([Type.Null(), Type.String()], {
    description: "The model that the request named; null for the set's own.",
  }),
  models: Type.Array(Type.String(), { description: "The models that answered." }),
  learning: Type.Null({
    description: "Always null: where examples are not learned in time, nothing is tested (`service_unavailable`).",
  }),
  cases: Type.Integer({ description: "How many cases." }),
  accuracy: counted("Cases with everything as expected."),
  choice: counted("Cases with the right tools or labels, whatever their parameters."),
  wrong: counted("Wrong executions: what would be carried out is not what is expected; of labels, a wrong label."),
  verdicts: Type.Object(
    Object.fromEntries(
      VERDICTS.map((verdict) => [verdict, Type.Integer({ description: VERDICT_WORDS[verdict] })]),
    ) as Record<Verdict, ReturnType<typeof Type.Integer>>,
    { ...EXACT, description: "Cases by what became of them." },
  ),
  errors: Type.Object(
    {
      choice: Type.Integer({ description: "Cases with another tool or label than expected." }),
      parameters: Type.Integer({ description: "Cases with the right tools and other parameters." }),
    },
    { ...EXACT, description: "The two kinds of errors, apart." },
  ),
  scores: Type.Object(
    {
      names: Type.Array(
        Type.Object(
          {
            name: Type.String({ description: "The tool or label; `none` too." }),
            expected: Type.Integer({ description: "How often it was expected." }),
            given: Type.Integer({ description: "How often it came." }),
            right: Type.Integer({ description: "How often both." }),
            ...scoreFields,
          },
          EXACT,
        ),
        { description: "In the order of their names." },
      ),
      macro: Type.Object(scoreFields, { ...EXACT, description: "The mean over the names." }),
      micro: Type.Object(scoreFields, { ...EXACT, description: "Over all answers together." }),
    },
    { ...EXACT, description: "How well each tool or label is chosen." },
  ),
  confusion: Type.Array(
    Type.Object(
      {
        expected: Type.String({ description: "The tool or label that was expected." }),
        given: Type.String({ description: "The one that came." }),
        count: Type.Integer({ description: "How often." }),
      },
      EXACT,
    ),
    { description: "The confusion matrix: each pair that there was, the most frequent first." },
  ),
  calibration: Type.Union(
    [
      Type.Null(),
      Type.Object(
        {
          error: Fraction(
            "Expected calibration error: the mean distance between confidence and share of right choices, by bin and by its mass.",
          ),
          bins: Type.Array(
            Type.Object(
              {
                n: Type.Integer({ description: "Answers in it." }),
                confidence: Fraction("Their mean confidence."),
                right: Fraction("The share of them whose choice is right."),
              },
              EXACT,
            ),
            { description: "Bins of equal mass by confidence: 15, of few answers fewer." },
          ),
        },
        EXACT,
      ),
    ],
    { description: "Whether confidence means what it says; null without answers." },
  ),
  latency_ms: Type.Union(
    [
      Type.Null(),
      Type.Object(
        {
          p50: Type.Number({ description: "Half of the answers took no longer." }),
          p95: Type.Number({ description: "95 % took no longer." }),
          p99: Type.Number({ description: "99 % took no longer." }),
        },
        EXACT,
      ),
    ],
    { description: "How long answers took; null without any." },
  ),
  cost: Type.Union(
    [
      Type.Null(),
      Type.Object(
        {
          money: Type.Number({ description: "By the prices of the settings; 0 where they name none." }),
          input_tokens: Type.Integer({ description: "Tokens that the model read." }),
          output_tokens: Type.Integer({ description: "Tokens that it wrote." }),
        },
        EXACT,
      ),
    ],
    { description: "What the answers cost the server's owner; null where nothing can be counted." },
  ),
  examples: Type.Integer({ description: "Cases whose sentence the set has as an example: these say little." }),
};

function reportOf<Miss extends TSchema>(miss: Miss) {
  const misses = Type.Array(miss, { description: "All cases but the right ones." });
  return Type.Object({ ...reportFields, misses }, EXACT);
}

export const ToolTestReport = reportOf(missOf(ExpectedCall, GivenCall));
export const LabelTestReport = reportOf(missOf(LabelOfMiss, LabelOfMiss));

export const TestRunResource = Type.Object(
  {
    run_id: RunId,
    at: At,
    by: Type.String({ description: "Who made it: the key of the app, a user at the terminal, or the admin page." }),
    sets: reportFields.sets,
    kind: reportFields.kind,
    content_hashes: Type.Array(Type.String(), { description: "Of the sets as they were tested." }),
    backend: reportFields.backend,
    models: reportFields.models,
    cases: reportFields.cases,
    accuracy: reportFields.accuracy,
    choice: reportFields.choice,
    wrong: reportFields.wrong,
    macro_f1: Fraction("F1, as the mean over the tools or labels."),
    calibration_error: Type.Union([Type.Null(), Fraction("Expected calibration error.")], {
      description: "Expected calibration error; null without answers.",
    }),
    latency_ms_p50: Type.Union([Type.Null(), Type.Number()], {
      description: "Half of the answers took no longer; null without any.",
    }),
  },
  EXACT,
);

export type TestRunWire = RunHeadJson;

export type TestReportWire = ReportJson & {
  readonly run_id: string;
  readonly learning: null;
};

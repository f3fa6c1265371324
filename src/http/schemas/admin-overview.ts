import { type Static, Type } from "@sinclair/typebox";
import { ATTENTION_CODES } from "#core/overview/attention.ts";
import type { Figures } from "#core/overview/figures.ts";
import type { Moment, Overview } from "#core/overview/overview.ts";
import { dateTime } from "./resources.ts";
import { At, EXACT } from "./shared-fields.ts";

const count = (description: string) => Type.Integer({ description });
const Milliseconds = Type.Number({ description: "In milliseconds." });

/** What is counted of a server, of whatever time. */
export const counted = {
  requests: count("Calls of the API."),
  refused: count("Those answered with a 4xx."),
  failed: count("Those answered with a 5xx."),
  answers: Type.Object(
    {
      exact_cache: count("The cache, for the same words."),
      semantic_cache: count("The cache, for other words."),
      model: count("A model."),
      taught: count("The owner, who taught it."),
    },
    { ...EXACT, description: "Questions, by who answered." },
  ),
  latency_ms: Type.Union(
    [Type.Object({ p50: Milliseconds, p95: Milliseconds, p99: Milliseconds }, EXACT), Type.Null()],
    {
      description: "Half, 95 % and 99 % of the questions took no longer; null where there were none.",
    },
  ),
};

const FiguresShape = Type.Object(
  {
    ...counted,
    saved_seconds: Type.Number({ description: "What models once took for answers that were given again." }),
    saved_money: Type.Number({ description: "The same in money, in the currency of the settings' prices." }),
    spent_money: Type.Number({ description: "What model servers took." }),
  },
  EXACT,
);

export const OverviewAnswer = Type.Object(
  {
    node: Type.String({ description: "The name of the node that was asked." }),
    nodes: count(
      "Of so many running nodes `total` and `last_hour` are, together. All else is of the one that was asked.",
    ),
    since: At,
    total: FiguresShape,
    last_hour: FiguresShape,
    recent: Type.Array(Type.Object({ at: At, ...counted }, EXACT), {
      description: "The last hour in moments of 10 seconds, oldest first; `at` is where each ended.",
    }),
    wrong_hits: Type.Array(
      Type.Object(
        {
          path: Type.Union((["label", "none", "rewording", "template"] as const).map((path) => Type.Literal(path))),
          likely: Type.Union([Type.Number(), Type.Null()]),
          between: Type.Union([Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), Type.Null()]),
        },
        EXACT,
      ),
      {
        description:
          "How wrong answers for other words are, as a share, and between which it lies at 90 % each; null where none is given.",
      },
    ),
    attention: Type.Array(
      Type.Object(
        {
          code: Type.Union(ATTENTION_CODES.map((code) => Type.Literal(code))),
          app: Type.Union([Type.String(), Type.Null()], { description: "The id of the app that it is about." }),
          subject: Type.Union([Type.String(), Type.Null()], {
            description: "A set, a model, an app's name, or words.",
          }),
          amount: Type.Union([Type.Number(), Type.Null()], { description: "Requests left, bytes free, or a share." }),
        },
        EXACT,
      ),
      { description: "What an owner should look at, the most urgent first." },
    ),
  },
  EXACT,
);

export type OverviewWire = Static<typeof OverviewAnswer>;

export function overviewResource({ node, nodes, since, total, lastHour, ...own }: Overview): OverviewWire {
  const { recent, wrongHits, attention } = own;
  return {
    node,
    nodes,
    since: dateTime(since),
    total: figuresOf(total),
    last_hour: figuresOf(lastHour),
    recent: recent.map((moment) => ({ at: dateTime(moment.at), ...countedOf(moment) })),
    wrong_hits: wrongHits.map(({ path, likely, between }) => ({ path, likely, between: between && [...between] })),
    attention: attention.map((one) => ({ ...one })),
  };
}

function figuresOf({ savedSeconds, savedMoney, spentMoney, ...rest }: Figures) {
  return { ...countedOf(rest), saved_seconds: savedSeconds, saved_money: savedMoney, spent_money: spentMoney };
}

function countedOf({ requests, refused, failed, answers, latencyMs }: Omit<Moment, "at">) {
  return { requests, refused, failed, answers, latency_ms: latencyMs };
}

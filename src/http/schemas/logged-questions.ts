import { type Static, Type } from "@sinclair/typebox";
import { REASONS } from "#core/query-log/doubt.ts";
import { ROWS_LOOKED_AT_MAX } from "#core/query-log/misses.ts";
import { Confidence, Source } from "./answer-metadata.ts";
import { At, EXACT, runnerUp } from "./shared-fields.ts";

const days = Type.Integer({ description: "Rows that nobody asked again for so many days go." });
const rows = Type.Integer({ description: "Over so many rows those go that were not asked for longest." });
const redact = Type.Boolean({
  description:
    "Whether e-mail addresses and numbers of bank accounts, cards and telephones are taken out before anything is written.",
});
const orNull = <Schema extends typeof days | typeof redact>(schema: Schema) =>
  Type.Union([Type.Null(), schema], { description: `${schema.description} Null where the log is off.` });

export const QueryLogBody = Type.Object(
  {
    enabled: Type.Boolean({ description: "Whether the questions of the app are logged from now on." }),
    days: Type.Optional(days),
    rows: Type.Optional(rows),
    redact: Type.Optional(redact),
  },
  EXACT,
);

export const QueryLogState = Type.Object(
  {
    enabled: Type.Boolean({ description: "Whether the questions of the app are logged." }),
    days: orNull(days),
    rows: orNull(rows),
    redact: orNull(redact),
    count: Type.Integer({ description: "Rows that are in it, also from before it was turned off." }),
  },
  EXACT,
);

const row = {
  id: Type.String({ description: "Made by the server." }),
  kind: Type.Union([Type.Literal("resolve"), Type.Literal("classify")], { description: "What was asked for." }),
  sets: Type.Readonly(
    Type.Array(Type.String(), {
      description:
        "The signatures that were named; none where definitions came along, or something was said before (`history`, `context`).",
    }),
  ),
  sentence: Type.String({ description: "What was asked, without what is taken out." }),
  language: Type.Union([Type.Null(), Type.String()], {
    description: "What the request said that it is in; null where its words told.",
  }),
  answer: Type.Object(
    {},
    {
      additionalProperties: true,
      description: "`{tool, parameters}`, `{calls}` for several, or `{labels}`; without what is taken out.",
    },
  ),
  confidence: Confidence,
  runner_up: runnerUp("What came next; null where the model does not tell, or was not asked."),
  missing_parameters: Type.Array(Type.String(), { description: "Required parameters that the sentence did not give." }),
  source: Source,
  times: Type.Integer({ description: "How often these very words were asked and answered so." }),
  first_at: At,
  last_at: At,
  request_id: Type.String({ description: "Of the last time, for `POST /v1/feedback`." }),
  feedback: Type.Union([Type.Null(), Type.Literal("right"), Type.Literal("wrong")], {
    description: "What was said of the answer; null where nothing was.",
  }),
};

export const QueryLogRow = Type.Object(row, EXACT);

export const MissList = Type.Object(
  {
    misses: Type.Array(
      Type.Object(
        {
          ...row,
          reasons: Type.Array(Type.Union(REASONS.map((reason) => Type.Literal(reason))), {
            description: "Why it is here, of all sentences of the group.",
          }),
          asked: Type.Integer({ description: "How often all sentences of the group were asked." }),
          sentences: Type.Integer({ description: "Different sentences in the group." }),
          others: Type.Array(Type.String(), { description: "Up to five of the other sentences." }),
          row_ids: Type.Array(Type.String(), {
            description: "All rows of the group, this one among them: whoever dismisses it deletes them.",
          }),
          score: Type.Number({ description: "What the list is ordered by: how often, and how doubtful." }),
        },
        EXACT,
      ),
      { description: "The most frequent and most doubtful first. Each stands for sentences that nearly say the same." },
    ),
    total: Type.Integer({
      description: "How many there are of the rows that are looked at, those beyond `limit` included.",
    }),
    compared: Type.Boolean({ description: "Whether sentences were compared by their meaning; else by their words." }),
    is_cut: Type.Boolean({
      description: `There were more doubtful rows than the ${ROWS_LOOKED_AT_MAX} that are looked at.`,
    }),
  },
  EXACT,
);

export const RemovedRows = Type.Object({ removed: Type.Integer({ description: "How many rows went." }) }, EXACT);

export type QueryLogStateWire = Static<typeof QueryLogState>;
export type MissListWire = Static<typeof MissList>;

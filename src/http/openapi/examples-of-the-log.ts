/** Of the log of questions, and of what in it is worth a look. */
import type { Example } from "./example.ts";

const at = "2026-03-10T12:00:30.000Z";
const logState = { enabled: true, days: 30, rows: 10_000, redact: true, count: 128 };
const logRow = {
  id: "row_127",
  kind: "resolve",
  sets: ["weather-v1"],
  sentence: "mail the forecast to [email]",
  language: null,
  answer: { tool: "get_weather", parameters: { days: 1 } },
  confidence: 0.41,
  runner_up: { name: "none", margin: 0.06 },
  missing_parameters: ["city"],
  source: "model",
  times: 3,
  first_at: at,
  last_at: at,
  request_id: "checkout-2026-03-10-0042",
  feedback: null,
};

export const QUERY_LOG_EXAMPLES: Readonly<Record<string, Example>> = {
  "GET /v1/query-log": { response: logState },
  "PUT /v1/query-log": {
    request: { enabled: true, days: 30, rows: 10_000, redact: true },
    response: logState,
  },
  "GET /v1/query-log/entries": { response: { data: [logRow], next_cursor: null } },
  "DELETE /v1/query-log/entries": { response: { removed: 128 } },
  "GET /v1/misses": {
    response: {
      misses: [
        {
          ...logRow,
          reasons: ["low_confidence", "small_margin", "missing_parameters"],
          asked: 5,
          sentences: 2,
          others: ["send [email] the forecast"],
          row_ids: [logRow.id, "row_126"],
          score: 2.311,
        },
      ],
      total: 1,
      compared: true,
      is_cut: false,
    },
  },
};

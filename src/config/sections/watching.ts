/** What the server tells of itself. */
import { LOG_LEVELS } from "#core/log.ts";
import { choice, number, secretHeaders, secretUrl, text, wholeNumber } from "../setting.ts";

/** `[telemetry]`. */
export const TELEMETRY = {
  otlp_endpoint: secretUrl({
    default: "",
    schemes: ["http:", "https:"],
    describes:
      'Your own collector, which takes OTLP over HTTP in JSON, as in `http://127.0.0.1:4318`: traces and metrics go there, and never to us. "" sends nothing and loads nothing.',
  }),
  headers: secretHeaders({
    default: [],
    describes: "What is sent to the collector as headers, for one that wants a key; the values are shown nowhere.",
  }),
  interval_seconds: wholeNumber({
    default: 10,
    unit: "seconds",
    min: 1,
    max: 3_600,
    describes: "How often something is sent; traces also whenever 256 spans wait.",
  }),
  sample_ratio: number({
    default: 1,
    unit: "share",
    min: 0,
    max: 1,
    describes: "How many of the requests are traced. One that brings a `traceparent` is traced as that says.",
  }),
  queue_max: wholeNumber({
    default: 2_048,
    unit: "spans",
    min: 256,
    max: 1_000_000,
    describes: "How many spans may wait for the collector, each about a kilobyte; more are dropped and counted.",
  }),
  service_name: text({
    default: "dragoman",
    expected: "1–128 characters",
    matches: (name) => /^.{1,128}$/.test(name),
    describes: "What this server is called in traces and metrics.",
  }),
} as const;

/** `[log]`. */
export const LOG = {
  format: choice({
    choices: ["auto", "text", "json"],
    default: "auto",
    describes:
      'How the server writes what happens: "text" for people, "json" for one object in each line of standard output; "auto" is text on a terminal and JSON elsewhere, and where `--json` is typed.',
  }),
  level: choice({
    choices: LOG_LEVELS,
    default: "info",
    describes: 'What is not worth writing is left out: "debug" has a line for each request, "error" almost nothing.',
  }),
} as const;

/** Where the server listens, what a request may be and costs, who gets in and where it may connect. */
import { isIP } from "node:net";
import { timeZoneNamed, UTC, ZONE_EXPECTED } from "#core/local-time.ts";
import { listOfTexts, text, wholeNumber } from "../setting.ts";

const portOf = (address: string) => Number(/\d*$/.exec(address)?.[0]);

/** Scheme, host and port, and nothing that a browser would leave out. */
function isOrigin(text: string): boolean {
  if (text === "*") return true;
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

/** `[server]`. */
export const SERVER = {
  host: text({
    default: "127.0.0.1",
    expected: "a host name or an address",
    matches: (host) => /^[A-Za-z0-9.:_-]{1,253}$/.test(host),
    describes: 'Where the server listens: "127.0.0.1" for this machine alone, "0.0.0.0" for every network it is in.',
  }),
  port: wholeNumber({
    default: 8420,
    unit: null,
    min: 0,
    max: 65_535,
    describes: "Where the server listens; 0 takes a free port.",
  }),
  operations_listen: text({
    default: "",
    expected: '"" or a host and a port, as in "127.0.0.1:9420" or "[::1]:9420"',
    matches: (address) =>
      /^((\[[0-9A-Fa-f:.]{2,64}\]|[A-Za-z0-9._-]{1,253}):\d{1,5})?$/.test(address) && portOf(address) <= 65_535,
    describes:
      'Where `/livez`, `/readyz`, `/metrics`, `/openapi.json` and `/docs` are instead of beside the API, whose address then has none of them; "" leaves them there. Port 0 takes a free one.',
  }),
  time_zone: text({
    default: UTC,
    expected: ZONE_EXPECTED,
    matches: (name) => timeZoneNamed(name) !== null,
    describes:
      'Where those who ask are, for "tomorrow" and "at six", unless a request says otherwise: a name of the IANA\'s database, or an offset.',
  }),
  node_name: text({
    default: "",
    expected: '"" or a name of up to 63 letters, digits, ".", "_" and "-"',
    matches: (name) => /^[A-Za-z0-9._-]{0,63}$/.test(name),
    describes:
      'What this server is called among the nodes of a cluster, and in its metrics; "" is the name of the machine.',
  }),
  trusted_proxies: listOfTexts({
    default: [],
    expected: "a list of IP addresses",
    matches: (address) => isIP(address) !== 0,
    describes: "Addresses whose X-Forwarded-For is believed.",
  }),
  cors_origins: listOfTexts({
    default: [],
    expected:
      'a list of origins, each as a browser sends it, as in "https://app.example" or "http://localhost:5173"; or "*"',
    matches: isOrigin,
    describes:
      'Origins whose pages may call `/v1` from a browser, by CORS and without credentials; "*" is every page there is. None: CORS is off.',
  }),
  drain_seconds_max: wholeNumber({
    default: 25,
    unit: "seconds",
    min: 0,
    max: 3_600,
    describes: "How long requests in flight may take to finish after SIGTERM or Ctrl-C; then they are cut.",
  }),
} as const;

/** `[limits]`. */
export const LIMITS = {
  body_bytes_max: wholeNumber({
    default: 1_048_576,
    unit: "bytes",
    min: 1_024,
    max: 67_108_864,
    describes: "The largest request body; a larger one is answered with 413.",
  }),
  body_seconds_max: wholeNumber({
    default: 30,
    unit: "seconds",
    min: 1,
    max: 3_600,
    describes:
      "How long a request body may take to come; a slower one is answered with 413, and its connection closed.",
  }),
  batch_concurrency_max: wholeNumber({
    default: 8,
    unit: "requests",
    min: 1,
    max: 100,
    describes: "How many items of one batch are worked on at once.",
  }),
  compared_learning_seconds_max: wholeNumber({
    default: 30,
    unit: "seconds",
    min: 0,
    max: 3_600,
    describes:
      "How long `POST …/test` and `POST …/diff` wait for examples that are not learned yet; then it is answered with 503, and learning goes on.",
  }),
  failed_work_ms_per_minute: wholeNumber({
    default: 5_000,
    unit: "milliseconds",
    min: 0,
    max: 60_000_000,
    describes:
      "How much of the processor calls of one app that fail may take in a minute, or exchanges of keys by one address; over it the next ones are answered with 429. 0 counts nothing.",
  }),
  kept_answer_bytes_per_app_max: wholeNumber({
    default: 67_108_864,
    unit: "bytes",
    min: 1_048_576,
    max: 1_099_511_627_776,
    describes:
      "How large the answers may be that are kept for one app under its idempotency keys; the oldest go first.",
  }),
  feedback_requests_per_app_max: wholeNumber({
    default: 100_000,
    unit: "requests",
    min: 0,
    max: 100_000_000,
    describes: "How many answered requests of an app are remembered for feedback; the oldest go first.",
  }),
  feedback_days_max: wholeNumber({
    default: 30,
    unit: "days",
    min: 1,
    max: 3_650,
    describes: "How long an answered request is remembered for feedback.",
  }),
  query_log_rows_per_app_max: wholeNumber({
    default: 100_000,
    unit: "rows",
    min: 1,
    max: 1_000_000,
    describes: "How many rows an app may have in the log of its questions, where it turns that on.",
  }),
  query_log_days_max: wholeNumber({
    default: 365,
    unit: "days",
    min: 1,
    max: 3_650,
    describes: "How long an app may have its questions logged, where it turns that on.",
  }),
} as const;

/** `[auth]`. */
export const AUTH = {
  token_lifetime_seconds: wholeNumber({
    default: 900,
    unit: "seconds",
    min: 1,
    max: 86_400,
    describes: "How long an access token is good for.",
  }),
  exchanges_per_minute: wholeNumber({
    default: 30,
    unit: "exchanges",
    min: 1,
    max: 1_000_000,
    describes: "How often one client address may exchange an API key in a minute.",
  }),
} as const;

/** `[admin]`: the page at `/admin`. */
export const ADMIN = {
  session_idle_minutes: wholeNumber({
    default: 60,
    unit: "minutes",
    min: 1,
    max: 1_440,
    describes: "How long somebody who is signed in on the admin page may ask for nothing and still be.",
  }),
  session_minutes_max: wholeNumber({
    default: 720,
    unit: "minutes",
    min: 1,
    max: 43_200,
    describes: "How long somebody is signed in on the admin page at most, however much they ask.",
  }),
} as const;

/** `[network]`. */
export const NETWORK = {
  allow: listOfTexts({
    default: [],
    expected: "a list of host names or addresses",
    matches: (host) => /^[A-Za-z0-9.:_-]{1,253}$/.test(host),
    describes: "Hosts that may be contacted besides the model server; everything else is refused.",
  }),
} as const;

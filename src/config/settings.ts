/** Every setting there is. What the program may do and what the reference says come from here alone. */
import { isIP } from "node:net";
import { isAbsolute } from "node:path";
import { LOG_LEVELS } from "#core/log.ts";
import {
  choice,
  listOfTexts,
  number,
  type Setting,
  secretHeaders,
  secretUrl,
  text,
  trueOrFalse,
  wholeNumber,
} from "./setting.ts";

const cost = (value: number, describes: string) =>
  wholeNumber({ default: value, unit: "requests", min: 0, max: 1_000, describes });

const portOf = (address: string) => Number(/\d*$/.exec(address)?.[0]);

/** What an owner may call a plan or a backend. */
export const SECTION_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
export const SECTION_NAME_EXPECTED = "1–64 letters, digits, '_' or '-', the first a letter or a digit";

/** By section and key, as they stand in the file. `plans` and `backends` are apart: their names are the owner's. */
export const SETTINGS = {
  server: {
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
    trusted_proxies: listOfTexts({
      default: [],
      expected: "a list of IP addresses",
      matches: (address) => isIP(address) !== 0,
      describes: "Addresses whose X-Forwarded-For is believed.",
    }),
    drain_seconds_max: wholeNumber({
      default: 25,
      unit: "seconds",
      min: 0,
      max: 3_600,
      describes: "How long requests in flight may take to finish after SIGTERM or Ctrl-C; then they are cut.",
    }),
  },
  limits: {
    body_bytes_max: wholeNumber({
      default: 1_048_576,
      unit: "bytes",
      min: 1_024,
      max: 67_108_864,
      describes: "The largest request body; a larger one is answered with 413.",
    }),
    batch_concurrency_max: wholeNumber({
      default: 8,
      unit: "requests",
      min: 1,
      max: 100,
      describes: "How many items of one batch are worked on at once.",
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
  },
  costs: {
    manage: cost(1, "What creating, listing, reading, replacing and deleting costs, each, and feedback."),
    resolve: cost(1, "What a resolve or a resolve-quick costs."),
    classify: cost(1, "What a classify costs."),
    resolve_respond: cost(2, "What a resolve-respond costs."),
  },
  model: {
    provider: choice({
      choices: ["embedded", "openai", "anthropic", "llama-server", "gguf"],
      default: "embedded",
      describes:
        'Which model understands sentences: the one inside, or a server\'s. "openai" is every server that speaks its chat completions; "llama-server" is a program of yours that is started with this one; "gguf" is a file that is run inside the process.',
    }),
    executable: text({
      default: "",
      expected: '"" or an absolute path',
      matches: (path) => path === "" || isAbsolute(path),
      describes: 'For "llama-server": the program to start, which takes `--model`, `--host` and `--port`.',
    }),
    arguments: listOfTexts({
      default: [],
      expected: "a list of texts, 1–4,096 characters each",
      matches: (argument) => argument.length > 0 && argument.length <= 4_096,
      describes: 'For "llama-server": what else the program is told, before those three.',
    }),
    path: text({
      default: "",
      expected: '"" or an absolute path',
      matches: (path) => path === "" || isAbsolute(path),
      describes: 'For "llama-server" and "gguf": the GGUF file with the model.',
    }),
    context_tokens: wholeNumber({
      default: 4_096,
      unit: "tokens",
      min: 256,
      max: 1_048_576,
      describes:
        'For "gguf": how long a question and its answer may be together, and no longer than the model was trained for. The memory for it is taken at the start, `concurrency_max` times.',
    }),
    threads: wholeNumber({
      default: 0,
      unit: "threads",
      min: 0,
      max: 1_024,
      describes: 'For "gguf": how many threads the model works on; 0 is one less than the machine has cores.',
    }),
    base_url: secretUrl({
      default: "http://127.0.0.1:11434/v1",
      schemes: ["http:", "https:"],
      describes:
        "Where a model server answers: `https://api.openai.com/v1`, `https://api.anthropic.com/v1`, or one of your own. The embedded model needs none.",
    }),
    name: text({
      default: "qwen3:4b",
      expected: "the name of a model",
      matches: (name) => /^.{1,256}$/.test(name),
      describes: "Which model a model server is asked for; the embedded model does not read it.",
    }),
    api_key_env: text({
      default: "OPENAI_API_KEY",
      expected: '"" or the name of an environment variable',
      matches: (name) => /^([A-Za-z_][A-Za-z0-9_]{0,127})?$/.test(name),
      describes: "The environment variable with a model server's key; the embedded model does not read it.",
    }),
    api_key_header: text({
      default: "",
      expected: '"" or the name of a header',
      matches: (name) => /^[A-Za-z0-9-]{0,64}$/.test(name),
      describes: 'The header that carries the key, as in "api-key" for Azure; "" is what the provider usually takes.',
    }),
    fallbacks: listOfTexts({
      default: [],
      expected: 'a list of names of [backends.<name>] or "embedded"',
      matches: (name) => SECTION_NAME.test(name),
      describes:
        'Who answers when the model fails, in this order: names of `[backends.<name>]`, or "embedded". Each but the last has three quarters of the time that is left. `metadata.model` says who did, and nothing of it is kept.',
    }),
    mode: choice({
      choices: ["auto", "schema", "tools", "json"],
      default: "schema",
      describes:
        'How a model server is asked for a call: by a JSON schema of the answer, by its tool calls, or for "json" in plain text. "auto" tries at the start which of them it is honest in.',
    }),
    timeout_ms: wholeNumber({
      default: 20_000,
      unit: "milliseconds",
      min: 100,
      max: 600_000,
      describes: "How long the model may take for one request, waiting included.",
    }),
    concurrency_max: wholeNumber({
      default: 8,
      unit: "requests",
      min: 1,
      max: 1_024,
      describes: "How many requests a model server gets at once; the embedded model works on one.",
    }),
    queue_max: wholeNumber({
      default: 256,
      unit: "requests",
      min: 1,
      max: 100_000,
      describes: "How many requests may wait for the model; one more is answered with 503.",
    }),
    tools_max: wholeNumber({
      default: 32,
      unit: "tools",
      min: 1,
      max: 2_048,
      describes:
        "How many tools a model server is shown for one query: those whose words and meaning are nearest. See how-to/model-servers.md.",
    }),
    response_bytes_max: wholeNumber({
      default: 4_194_304,
      unit: "bytes",
      min: 1_024,
      max: 268_435_456,
      describes:
        "The largest answer that is read from a model server; reading stops there and the answer counts as none.",
    }),
    output_tokens_max: wholeNumber({
      default: 4_096,
      unit: "tokens",
      min: 16,
      max: 1_000_000,
      describes: "How much a model server may write for one answer, its thinking included.",
    }),
    input_price: number({
      default: 0,
      unit: "money per million tokens",
      min: 0,
      max: 1_000_000,
      describes: "What the model server takes for reading; 0 where it is not known. Any currency.",
    }),
    cached_input_price: number({
      default: 0,
      unit: "money per million tokens",
      min: 0,
      max: 1_000_000,
      describes:
        "What the model server takes for reading what it had read before and kept, in the same currency; 0 where that is `input_price`.",
    }),
    output_price: number({
      default: 0,
      unit: "money per million tokens",
      min: 0,
      max: 1_000_000,
      describes: "What the model server takes for writing, in the same currency.",
    }),
  },
  embedder: {
    provider: choice({
      choices: ["embedded"],
      default: "embedded",
      describes: "Which model turns sentences into vectors.",
    }),
    runtime_dir: text({
      default: "",
      expected: '"" or an absolute path',
      matches: (path) => path === "" || isAbsolute(path),
      describes: 'Where native libraries are unpacked; it must allow execution. "" is `runtime` in the data folder.',
    }),
  },
  network: {
    allow: listOfTexts({
      default: [],
      expected: "a list of host names or addresses",
      matches: (host) => /^[A-Za-z0-9.:_-]{1,253}$/.test(host),
      describes: "Hosts that may be contacted besides the model server; everything else is refused.",
    }),
  },
  auth: {
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
  },
  cache: {
    enabled: trueOrFalse({ default: true, describes: "Whether answers are kept and given again." }),
    error_bound: number({
      default: 0.005,
      unit: "share",
      min: 0,
      max: 1,
      describes: "The tolerated share of wrong answers among those given for a similar sentence.",
    }),
    ttl_seconds: wholeNumber({
      default: 2_592_000,
      unit: "seconds",
      min: 1,
      max: 315_360_000,
      describes: "How long an answer may be given again.",
    }),
    entries_per_app_max: wholeNumber({
      default: 100_000,
      unit: "answers",
      min: 1,
      max: 10_000_000,
      describes: "How many answers are kept for one app; over it those go that save the least time per byte.",
    }),
    bytes_per_app_max: wholeNumber({
      default: 536_870_912,
      unit: "bytes",
      min: 65_536,
      max: 1_099_511_627_776,
      describes:
        "How large the kept answers of one app may be on disk; over it those go that save the least time per byte.",
    }),
    memory_bytes_max: wholeNumber({
      default: 536_870_912,
      unit: "bytes",
      min: 1_048_576,
      max: 1_099_511_627_776,
      describes:
        "How much memory finding similar sentences may take, all apps together; what was not used for long goes.",
    }),
    verify_share: number({
      default: 0.02,
      unit: "share",
      min: 0,
      max: 1,
      describes:
        "How many of the answers for similar sentences a model is asked about in the background, free of charge.",
    }),
  },
  storage: {
    kind: choice({ choices: ["embedded"], default: "embedded", describes: "Where everything is kept." }),
    postgres_url: secretUrl({
      default: "",
      schemes: ["postgres:", "postgresql:"],
      describes: "The database of a cluster; the embedded storage does not read it.",
    }),
    redis_url: secretUrl({
      default: "",
      schemes: ["redis:", "rediss:", "valkey:", "valkeys:"],
      describes: "The shared memory of a cluster; the embedded storage does not read it.",
    }),
  },
  telemetry: {
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
  },
  log: {
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
  },
} as const;

const { fallbacks: _fallbacks, timeout_ms: _timeout, ...served } = SETTINGS.model;

/** The keys of every model server that stands behind the first. */
export const BACKEND_SETTINGS = {
  ...served,
  provider: choice({
    choices: ["openai", "anthropic", "llama-server", "gguf"],
    default: "openai",
    describes: "As under `[model]`.",
  }),
} as const;

const rate = (unit: string, describes: string) =>
  wholeNumber({ default: 0, unit, min: 0, max: 1_000_000_000_000, describes });

/** The keys of every plan. They have no defaults: a new plan names both. */
export const PLAN_SETTINGS = {
  requests_per_minute: rate("requests", "How many calls an app of this plan may make in one minute."),
  requests_per_month: rate("requests", "How many requests an app of this plan is given in one calendar month (UTC)."),
} as const;

export const PLAN_DEFAULTS: Readonly<Record<string, Readonly<Record<keyof typeof PLAN_SETTINGS, number>>>> = {
  free: { requests_per_minute: 60, requests_per_month: 1_000 },
  pro: { requests_per_minute: 600, requests_per_month: 100_000 },
  scale: { requests_per_minute: 6_000, requests_per_month: 10_000_000 },
};

/** Sections whose names are the owner's, with the keys of each. */
export const NAMED_SECTIONS = { plans: PLAN_SETTINGS, backends: BACKEND_SETTINGS } as const;

/** Whether the section's names are the owner's. */
export function isNamed(section: string): section is keyof typeof NAMED_SECTIONS {
  return Object.hasOwn(NAMED_SECTIONS, section);
}

/** By `section.key`. Plans and backends are found with `settingAt`. */
export const SETTINGS_BY_PATH: ReadonlyMap<string, Setting> = new Map(
  Object.entries(SETTINGS).flatMap(([section, keys]) =>
    // Each setting keeps its value's type to itself; from outside all are read and shown alike.
    Object.entries(keys).map(([key, setting]) => [`${section}.${key}`, setting as unknown as Setting] as const),
  ),
);

/** The setting at `section.key`, `plans.<name>.<key>` or `backends.<name>.<key>`. */
export function settingAt(path: string): Setting | undefined {
  const [section = "", , key] = path.split(".");
  if (!isNamed(section)) return SETTINGS_BY_PATH.get(path);
  const found = Object.entries(NAMED_SECTIONS[section]).find(([name]) => name === key)?.[1];
  return found as unknown as Setting | undefined;
}

/** `DRAGOMAN_SERVER_PORT` for `server.port`. */
export function variableOf(path: string): string {
  return `DRAGOMAN_${path.replace(/[^A-Za-z0-9]/g, "_").toUpperCase()}`;
}

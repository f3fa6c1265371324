/** What is kept, and where. */
import { choice, number, secretAddress, trueOrFalse, wholeNumber } from "../setting.ts";

/** `[cache]`. */
export const CACHE = {
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
  learned_elsewhere_seconds_max: wholeNumber({
    default: 5,
    unit: "seconds",
    min: 1,
    max: 3_600,
    describes:
      "Of several nodes: how long, at most, one does not give to a similar sentence what another has answered. The same words are known to all at once.",
  }),
  verify_share: number({
    default: 0.02,
    unit: "share",
    min: 0,
    max: 1,
    describes:
      "How many of the answers for similar sentences a model is asked about in the background, free of charge.",
  }),
} as const;

/** `[graduation]`. */
export const GRADUATION = {
  enabled: trueOrFalse({
    default: false,
    describes:
      "Whether the model inside answers calls of a tool, and texts of a class, alone once it was seen to say what the language model says.",
  }),
  agreement_min: number({
    default: 0.98,
    unit: "share",
    min: 0.5,
    max: 0.9999,
    describes:
      "The share of a tool's calls, or a class's texts, that has to be the same, shown with 95 % certainty, before it is let go alone.",
  }),
  verify_share: number({
    default: 0.02,
    unit: "share",
    min: 0.001,
    max: 1,
    describes: "Of how many such answers the language model is asked all the same, in the background, free of charge.",
  }),
} as const;

/** `[storage]`. */
export const STORAGE = {
  kind: choice({
    choices: ["embedded", "cluster"],
    default: "embedded",
    describes: "Where everything is kept: in the data folder of one server, or in a Postgres that several nodes share.",
  }),
  ledger_months_kept: wholeNumber({
    default: 0,
    unit: "months",
    min: 0,
    max: 1_200,
    describes:
      "For how many full months before this one every entry of the ledger is kept by itself; of what is older the sums of each month stay, and what proves them. 0 keeps every entry. Put them into a file first: `dragoman ledger export`.",
  }),
  postgres_url: secretAddress({
    default: "",
    schemes: ["postgres:", "postgresql:"],
    hasSeveralHosts: true,
    describes:
      "The database of a cluster, as a role that owns no table; of several hosts with commas between them, the one that takes changes. TLS is verified unless the host is this machine. The embedded storage does not read it.",
  }),
  postgres_connections_max: wholeNumber({
    default: 10,
    unit: "connections",
    min: 2,
    max: 1_000,
    describes: "How many connections a node of a cluster has to the database; one app gets half of them at most.",
  }),
  postgres_wait_ms_max: wholeNumber({
    default: 5_000,
    unit: "milliseconds",
    min: 100,
    max: 60_000,
    describes: "How long a connection to the database is waited for, before a request is answered with 503.",
  }),
  postgres_statement_ms_max: wholeNumber({
    default: 10_000,
    unit: "milliseconds",
    min: 100,
    max: 600_000,
    describes: "How long a statement may take in the database of a cluster.",
  }),
  valkey_url: secretAddress({
    default: "",
    schemes: ["redis:", "rediss:", "valkey:", "valkeys:"],
    describes:
      "A Valkey, or Redis 7, that the nodes of a cluster share for speed; nothing is lost with it. Over a network it is `rediss://`, and TLS is verified. Empty: none.",
  }),
  valkey_wait_ms_max: wholeNumber({
    default: 100,
    unit: "milliseconds",
    min: 5,
    max: 10_000,
    describes: "How much longer a request takes at most because Valkey answers late, or not at all.",
  }),
} as const;

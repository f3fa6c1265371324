import type { Config } from "#config";

/** What settings say of a model server that stands still until a test asks it something. It has neither address nor name. */
export const MODEL_SERVER = {
  baseUrl: "",
  executable: "",
  arguments: [],
  path: "",
  contextTokens: 2_048,
  threads: 1,
  name: "",
  apiKeyHeader: "",
  mode: "schema",
  concurrencyMax: 8,
  queueMax: 8,
  toolsMax: 32,
  responseBytesMax: 1_000_000,
  outputTokensMax: 500,
  inputPrice: 0,
  cachedInputPrice: 0,
  outputPrice: 0,
} as const satisfies Omit<Config["backends"][string], "provider" | "apiKey" | "apiKeyEnv">;

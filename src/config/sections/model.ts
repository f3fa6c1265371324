/** Who understands sentences. */
import { isAbsolute } from "node:path";
import {
  choice,
  listOfTexts,
  number,
  programArguments,
  SECTION_NAME,
  secretUrl,
  text,
  wholeNumber,
} from "../setting.ts";

/** `[model]`. */
export const MODEL = {
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
  arguments: programArguments({
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
  selectable: listOfTexts({
    default: ["*"],
    expected: 'a list of names of [backends.<name>], or "*" for all of them',
    matches: (name) => name === "*" || SECTION_NAME.test(name),
    describes:
      'Which of `[backends.<name>]` a set may name as its own `backend`: names, or "*" for all. "embedded" may always be named. Any app can register such a set, and what it then asks costs what that server costs.',
  }),
  mode: choice({
    choices: ["auto", "schema", "tools", "json"],
    default: "auto",
    describes:
      'How a model server is asked for a call: by a JSON schema of the answer, by its tool calls, or for "json" in plain text. "auto" finds out once, by four or five short questions at the first start, which of them it is honest in, and asks by schema until that is known; see how-to/model-servers.md.',
  }),
  timeout_ms: wholeNumber({
    default: 20_000,
    unit: "milliseconds",
    min: 100,
    max: 600_000,
    describes:
      "How long the model may take for one request, waiting included. Then it is answered with 503 of the model inside, and with 502 of a model server.",
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
  queue_per_app_max: wholeNumber({
    default: 64,
    unit: "requests",
    min: 1,
    max: 100_000,
    describes:
      "How many requests of one app may wait for the embedded model; one more is answered with 503. Model servers do not read it.",
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
} as const;

/** `[chat]`: chats as clients of OpenAI's API hold them. */
export const CHAT = {
  free_text_backend: text({
    default: "",
    expected: '"" or the name of one of [backends.<name>] whose provider is "openai"',
    matches: (name) => name === "" || SECTION_NAME.test(name),
    describes:
      'Who answers at `/v1/chat/completions` what is no tool call: requests for free text are handed on to it as they are, with all their messages; "" refuses them. It costs the app what a resolve costs, and the owner what that server costs.',
  }),
} as const;

/** `[embedder]`. */
export const EMBEDDER = {
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
} as const;

const {
  fallbacks: _fallbacks,
  selectable: _selectable,
  timeout_ms: _timeout,
  queue_per_app_max: _perApp,
  ...served
} = MODEL;

/** `[backends.<name>]`: the keys of every model server that stands behind the first. */
export const BACKEND_SETTINGS = {
  ...served,
  provider: choice({
    choices: ["openai", "anthropic", "llama-server", "gguf"],
    default: "openai",
    describes: "As under `[model]`.",
  }),
} as const;

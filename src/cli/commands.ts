/** Every command and every option there is. Help, parsing and suggestions read this table. */
import type { Command, Option } from "./command.ts";

export const OPTIONS: ReadonlyMap<string, Option> = new Map<string, Option>([
  ["data", { value: "DIR", describes: "the data folder (or DRAGOMAN_DATA; otherwise ./dragoman-data)" }],
  ["json", { value: null, describes: "one JSON value on standard output, everything else on standard error" }],
  ["help", { value: null, describes: "what the command does" }],
  ["host", { value: "HOST", describes: "where to listen (127.0.0.1)" }],
  ["port", { value: "PORT", describes: "where to listen (8420); 0 takes a free port" }],
  ["config", { value: "FILE", describes: "the settings file (dragoman.toml in the data folder)" }],
  ["print-config", { value: null, describes: "show every setting and where it came from, and start nothing" }],
  ["accept-loss", { value: null, describes: "start on a folder that had more than is in it now, and give that up" }],
  ["plan", { value: "PLAN", describes: "a plan of the settings (free)" }],
  ["name", { value: "NAME", describes: "what the key is called" }],
  ["app", { value: "ID", describes: "the app whose sets are meant" }],
  ["signature", { value: "S", describes: "the signature of the set" }],
  [
    "format",
    {
      value: "F",
      describes:
        "dragoman, openai, openai-flat, anthropic, mcp or csv; read only: openapi, rasa, luis, clu, dialogflow-es, dialogflow-cx, home-assistant, tensorzero",
    },
  ],
  ["as", { value: "KIND", describes: "what intents become: classes or tools" }],
  ["language", { value: "L", describes: "which language of an export is read; without it, its own" }],
  ["cases", { value: "FILE", describes: "where test cases go that came along, a line of JSON each" }],
  [
    "only",
    { value: "LIST", describes: "what to take, by commas: names with * for anything; OpenAPI tags and paths too" },
  ],
  ["replace", { value: null, describes: "replace sets whose signature is registered already" }],
  ["force", { value: null, describes: "replace a file that is there" }],
  ["verify", { value: null, describes: "open what was restored, examine it, and have it answer sample queries" }],
  ["fix", { value: null, describes: "repair what can be repaired without losing anything" }],
  ["list", { value: null, describes: "show what is checked, and check nothing" }],
  ["dry-run", { value: null, describes: "say what would be done, and write nothing" }],
  ["print", { value: null, describes: "write the unit to standard output, and install nothing" }],
  ["user", { value: null, describes: "a service of this user, not of the machine" }],
  ["expires", { value: "TIME", describes: "when the key stops working: 90d, 12h, 30m; without it, never" }],
]);

/** Every command takes these. */
export const COMMON_OPTIONS: readonly string[] = ["data", "json", "help"];

const SHOWN_ONCE = "The API key is shown once: it is not stored.";

export const COMMANDS: readonly Command[] = [
  {
    name: "serve",
    operands: [],
    options: ["host", "port", "config", "print-config", "accept-loss"],
    summary: "run the server",
    more: "At the first start it prints the admin token, once. SIGTERM or Ctrl-C stops it when the requests in flight are done; a second one stops it at once. Where the data folder had a database that is gone, emptied, exchanged or older than it was, it does not start, and says what is missing; --accept-loss starts with what is there, once, and marks the folder anew. With --json it prints log lines as JSON.",
  },
  {
    name: "demo",
    operands: [],
    options: ["port"],
    summary: "try everything in a folder that is gone afterwards",
    more: "Starts a server with an app, a toolset and a classification set, and prints three commands to paste. It makes a folder of its own, and reads no settings.",
  },
  {
    name: "app create",
    operands: ["NAME"],
    options: ["plan"],
    summary: "make an app and its first API key",
    more: SHOWN_ONCE,
  },
  { name: "app list", operands: [], options: [], summary: "show all apps, oldest first" },
  { name: "app show", operands: ["ID"], options: [], summary: "show one app" },
  {
    name: "app suspend",
    operands: ["ID"],
    options: [],
    summary: "refuse every call of an app from now on",
  },
  {
    name: "app resume",
    operands: ["ID"],
    options: [],
    summary: "let an app call again, with new tokens",
  },
  { name: "app plan", operands: ["ID", "PLAN"], options: [], summary: "move an app to another plan" },
  {
    name: "app credit",
    operands: ["ID", "N"],
    options: [],
    summary: "add N requests that do not expire with the month",
  },
  {
    name: "app delete",
    operands: ["ID"],
    options: [],
    summary: "remove an app with its keys and sets",
    more: "It cannot be undone.",
  },
  {
    name: "key create",
    operands: ["APP"],
    options: ["name", "expires"],
    summary: "make another API key for an app",
    more: SHOWN_ONCE,
  },
  { name: "key list", operands: ["APP"], options: [], summary: "show the keys of an app, oldest first" },
  {
    name: "key revoke",
    operands: ["KEY"],
    options: [],
    summary: "end an API key and every token of its app",
    more: "KEY is the key's id, or the whole key.",
  },
  {
    name: "import",
    operands: ["FILE"],
    requiredOptions: ["app"],
    options: ["signature", "format", "as", "language", "only", "cases", "force", "replace", "dry-run"],
    summary: "bring sets into an app from a file",
    more: "FILE is our own JSON, a list of tools as OpenAI, Anthropic or MCP have it, an OpenAPI 3 document (JSON or YAML), or CSV with the columns text and label; - reads standard input. It is also what other platforms export, as a file, a folder or a zip archive: Rasa, LUIS, CLU, Dialogflow ES and CX, sentences of Home Assistant, tools of TensorZero. Their intents become classes, or tools with --as tools. What it is, is found out by its shape. It says what was kept, renamed, changed and dropped. All sets of a file are checked before the first is written. It costs the app nothing.",
  },
  {
    name: "export",
    operands: [],
    optionalOperands: ["FILE"],
    requiredOptions: ["app"],
    options: ["signature", "format"],
    summary: "write the sets of an app to a file",
    more: "Without FILE, or with -, to standard output. In our own JSON, which import reads, nothing is lost; the other formats hold one toolset (csv: the examples of one classification set), and what they cannot hold is said. A file that exists is not written over.",
  },
  {
    name: "values import",
    operands: ["NAME", "FILE"],
    requiredOptions: ["app"],
    options: ["replace", "dry-run"],
    summary: "bring a list of values into an app from a file",
    more: 'A parameter refers to the list by its NAME, with "x-values". FILE has a value on each line, or JSON Lines: {"value": "Paracetamol 500", "synonyms": ["tylenol"]}; - reads standard input. Empty lines count for nothing. A line that is wrong is named, and then nothing is written. It costs the app nothing.',
  },
  {
    name: "cache",
    operands: [],
    optionalOperands: ["APP"],
    options: [],
    summary: "show what the cache keeps, saves and gets wrong",
    more: "Of one app or of all, by set: entries, answers by source, seconds and money saved, the estimated error of answers for other words, and each one that was found wrong beside what was right.",
  },
  {
    name: "model list",
    operands: [],
    options: ["config"],
    summary: "show the models of the settings and what was found of them",
    more: "Those that are asked come first, in their order; then backends that only sets name. What was found before is shown with its age; a model server that nothing is known of is asked a few short questions, as with `model test`.",
  },
  {
    name: "model test",
    operands: [],
    options: ["config"],
    summary: "find out what the models of the settings can do",
    more: "Asks each model server a few short questions: whether it answers, obeys a JSON schema, calls functions when it must, heeds the system's instructions and can send its answer in events; and says in which mode it is best asked, and how much it can read where it tells. No long question is ever sent. What was found is kept in the data folder, and a server that runs on it asks accordingly from then on.",
  },
  {
    name: "backup",
    operands: ["FILE"],
    options: ["force"],
    summary: "write everything into one file, while serving",
    more: "Apps, keys, sets, memories, ledger, cache and the settings file of the folder, as they are at one moment, compressed, with a SHA-256 of each and of all. No request waits for it. Only its owner may read FILE: there are signing keys in it.",
  },
  {
    name: "restore",
    operands: ["FILE"],
    options: ["verify"],
    summary: "put a backup into an empty folder",
    more: "Checks every sum and the database itself, and never writes over anything. A backup made by an older version is brought up to date by the first start; one made by a newer version is refused. With --verify it is opened at once, the doctor examines it, and it answers sample queries.",
  },
  {
    name: "doctor",
    operands: [],
    options: ["config", "fix", "list"],
    summary: "look for what is wrong, and say what to do about it",
    more: "Settings, disk, clock, permissions, database, ledger, leftovers, indexes, models and limits; with a server on the folder, those of the server. Changes nothing without --fix. Ends with exit status 1 when something is wrong.",
  },
  {
    name: "validate",
    operands: [],
    options: ["config"],
    summary: "check the settings, and start nothing",
    more: "Reads the file, the environment and the defaults as the server would. Ends with exit status 2 and names every setting that is wrong or unknown.",
  },
  {
    name: "signing-key rotate",
    operands: [],
    options: [],
    summary: "sign new tokens with a new key",
    more: "Tokens that are out stay good until they expire.",
  },
  {
    name: "admin-token reset",
    operands: [],
    options: [],
    summary: "make a new admin token; the old one is dead",
  },
  {
    name: "service install",
    operands: [],
    options: ["user", "print"],
    summary: "have systemd run the server, now and at every start",
    more: "Writes a unit that takes from the server what it does not need, makes the user dragoman for it, and starts it. Its data folder is /var/lib/dragoman. With --print nothing is changed, and no rights are needed. On a system without systemd it says so.",
  },
  {
    name: "service uninstall",
    operands: [],
    options: ["user"],
    summary: "stop the service and remove its unit",
    more: "The data folder and the user dragoman stay.",
  },
  {
    name: "completion",
    operands: ["SHELL"],
    options: [],
    summary: "write what makes a shell complete commands",
    more: "SHELL is bash, zsh, fish or powershell. What is completed is asked of the executable itself, so it fits the version that is installed.",
  },
  {
    name: "licenses",
    operands: [],
    optionalOperands: ["PART"],
    options: [],
    summary: "show whose work is inside, and under which terms",
    more: "Dragoman's own terms first, then those of everything else in the executable: the runtime, the models, native libraries and npm packages, each with the text of its licence. With PART, of that one: a name of the list, such as onnxruntime-node.",
  },
  {
    name: "version",
    operands: [],
    options: [],
    summary: "show the version and what is built in",
  },
  {
    name: "help",
    operands: [],
    optionalOperands: ["COMMAND"],
    options: [],
    summary: "show what a command does",
  },
];

/** The usage line, without the options that every command takes. */
export function usageOf({ name, operands, optionalOperands = [], requiredOptions = [], options }: Command): string {
  const typed = (option: string) => {
    const value = OPTIONS.get(option)?.value ?? null;
    return value === null ? `--${option}` : `--${option} ${value}`;
  };
  const words = [...requiredOptions.map(typed), ...options.map((option) => `[${typed(option)}]`)];
  const optional = optionalOperands.map((operand) => `[${operand}]`);
  return ["dragoman", name, ...operands, ...optional, ...words].join(" ");
}

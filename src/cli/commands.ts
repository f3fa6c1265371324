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
  ["plan", { value: "PLAN", describes: "a plan of the settings (free)" }],
  ["name", { value: "NAME", describes: "what the key is called" }],
  ["expires", { value: "TIME", describes: "when the key stops working: 90d, 12h, 30m; without it, never" }],
]);

/** Every command takes these. */
export const COMMON_OPTIONS: readonly string[] = ["data", "json", "help"];

const SHOWN_ONCE = "The API key is shown once: it is not stored.";

export const COMMANDS: readonly Command[] = [
  {
    name: "serve",
    operands: [],
    options: ["host", "port", "config", "print-config"],
    summary: "run the server",
    more: "At the first start it prints the admin token, once. SIGTERM or Ctrl-C stops it when the requests in flight are done; a second one stops it at once. With --json it prints log lines as JSON.",
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
    name: "doctor",
    operands: [],
    options: [],
    summary: "check the stored data and the sums of the ledger",
    more: "Changes nothing. Ends with exit status 1 when something is wrong, and says what to do about it.",
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
export function usageOf({ name, operands, optionalOperands = [], options }: Command): string {
  const words = options.map((option) => {
    const value = OPTIONS.get(option)?.value ?? null;
    return value === null ? `[--${option}]` : `[--${option} ${value}]`;
  });
  const optional = optionalOperands.map((operand) => `[${operand}]`);
  return ["dragoman", name, ...operands, ...optional, ...words].join(" ");
}

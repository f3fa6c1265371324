import type { Command } from "./command.ts";

const SHOWN_ONCE = "The API key is shown once: it is not stored.";

/** The server, and apps with their keys. */
export const APP_COMMANDS: readonly Command[] = [
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
    name: "mcp",
    operands: [],
    options: ["server", "app", "config"],
    summary: "speak MCP over standard input and output, for desktop clients",
    more: "The Model Context Protocol, with the tools and sets of one app. With --server it is the app whose API key is in DRAGOMAN_API_KEY. Without, it is --app of the data folder: through the server that runs on it, else through one that runs as long as this does, on a free port of this machine. What the client asks is charged, limited and logged as any request is. It ends when the client closes its end.",
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
    options: ["yes"],
    destroys: "the app with its keys, sets, memories and cache",
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
    options: ["yes"],
    destroys: "the key, and every token of its app",
    summary: "end an API key and every token of its app",
    more: "KEY is the key's id, or the whole key.",
  },
];

import { debugWanted } from "#config";
import type { ExitStatus, Run } from "./command.ts";
import { COMMANDS, COMPLETE_WORDS } from "./commands.ts";
import { confirm } from "./confirm.ts";
import { explained } from "./exit-status.ts";
import { help, overview } from "./help.ts";
import { parseInvocation } from "./parse.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Runs what was typed and returns the exit status. Whatever goes wrong is told on `err` in a line or a few; with --json,
 * `out` has `{error: {code, message}}` as its one JSON value.
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  try {
    if (argv.length === 0) {
      terminal.err(overview());
      return 2;
    }
    return await dispatch(argv, terminal);
  } catch (failure) {
    const { status, code, message } = explained(failure);
    for (const line of message.split("\n")) terminal.err(`dragoman: ${line}\n`);
    if (debugWanted() && failure instanceof Error) terminal.err(`${Bun.inspect(failure)}\n`);
    if (argv.includes("--json")) terminal.out(`${JSON.stringify({ error: { code, message } })}\n`);
    return status;
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<ExitStatus> {
  if (argv[0] === COMPLETE_WORDS) return (await import("./completion.ts")).completeWords(argv.slice(1), terminal);
  if (argv.length === 1 && argv[0] === "--version") return dispatch(["version"], terminal);
  if (argv.length === 1 && (argv[0] === "--help" || argv[0] === "-h")) return dispatch(["help"], terminal);
  const helpAt = argv.findIndex((word) => word === "--help" || word === "-h");
  if (helpAt !== -1) return dispatch(["help", ...commandWords(argv.slice(0, helpAt))], terminal);
  const invocation = parseInvocation(argv);
  await confirm(invocation, terminal);
  const execute = await loaded(invocation.command.name);
  return execute(invocation, terminal);
}

/** Loaded only when it is called for: help has to be instant, and a server must not wait for what it does not need. */
async function loaded(command: string): Promise<Run> {
  if (command === "serve") return (await import("./serve.ts")).serve;
  if (command === "demo") return (await import("./demo.ts")).demo;
  if (command === "mcp") return (await import("./mcp.ts")).mcp;
  if (command === "model list") return (await import("./model.ts")).modelList;
  if (command === "model test") return (await import("./model.ts")).modelTest;
  if (command === "model status") return (await import("./model-status.ts")).modelStatus;
  if (command === "model try") return (await import("./model-status.ts")).tryModel;
  if (command === "import") return (await import("./exchange.ts")).importSets;
  if (command === "values import") return (await import("./values.ts")).importValues;
  if (command === "export") return (await import("./exchange.ts")).exportSets;
  if (command === "teach") return (await import("./teach.ts")).teach;
  if (command === "case import") return (await import("./teach.ts")).importCases;
  if (command === "case list") return (await import("./teach.ts")).listCases;
  if (command === "case remove") return (await import("./teach.ts")).removeCase;
  if (command === "alias set") return (await import("./alias.ts")).setAlias;
  if (command === "alias list") return (await import("./alias.ts")).listAliases;
  if (command === "alias remove") return (await import("./alias.ts")).removeAlias;
  if (command === "log on") return (await import("./query-log.ts")).logOn;
  if (command === "log off") return (await import("./query-log.ts")).logOff;
  if (command === "log show") return (await import("./query-log.ts")).logShow;
  if (command === "log delete") return (await import("./query-log.ts")).logDelete;
  if (command === "ledger months") return (await import("./ledger.ts")).ledgerMonths;
  if (command === "ledger export") return (await import("./ledger.ts")).ledgerExport;
  if (command === "ledger verify") return (await import("./ledger.ts")).ledgerVerify;
  if (command === "ledger compact") return (await import("./ledger.ts")).ledgerCompact;
  if (command === "log misses") return (await import("./query-log.ts")).logMisses;
  if (command === "test") return (await import("./examine.ts")).examine;
  if (command === "diff") return (await import("./diff.ts")).diff;
  if (command === "ask") return (await import("./ask.ts")).ask;
  if (command === "search") return (await import("./search.ts")).search;
  if (command === "graduation") return (await import("./graduation.ts")).graduation;
  if (command === "lint") return (await import("./lint.ts")).lint;
  if (command === "backup") return (await import("./backup.ts")).backup;
  if (command === "cluster migrate") return (await import("./cluster.ts")).migrateCluster;
  if (command === "migrate") return (await import("./migrate.ts")).migrate;
  if (command === "update") return (await import("./update.ts")).update;
  if (command === "restore") return (await import("./restore.ts")).restore;
  if (command === "validate") return (await import("./validate.ts")).validate;
  if (command === "ping") return (await import("./ping.ts")).ping;
  if (command === "doctor") return (await import("./doctor.ts")).doctor;
  if (command.startsWith("service ")) return (await import("./service.ts")).service;
  if (command === "completion") return (await import("./completion.ts")).completion;
  if (command === "licenses") return (await import("./licenses.ts")).licenses;
  if (command === "version") return (await import("./version.ts")).version;
  return command === "help" ? help : (await import("./operate.ts")).operate;
}

/** The leading words that name a command, or a group of them. */
function commandWords(argv: readonly string[]): readonly string[] {
  const words = argv.filter((word) => !word.startsWith("-")).slice(0, 2);
  return COMMANDS.some(({ name }) => name === words.join(" ")) ? words : words.slice(0, 1);
}

import { run } from "#cli/run.ts";
import { processTerminal } from "#cli/terminal.ts";

process.exit(await run(process.argv.slice(2), processTerminal()));

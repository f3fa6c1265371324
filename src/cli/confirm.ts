/** Nothing is ended for good before whoever typed the command has said so twice. */
import { loadConfig } from "#config";
import { Failure, type Invocation, misused } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Asks on a terminal, after it has shown what is meant, and wants `--yes` where nobody can be asked. Does nothing for a command that
 * ends nothing. Throws a Misuse without `--yes`, and a Failure for any answer but yes: nothing was done then.
 */
export async function confirm(invocation: Invocation, terminal: Terminal): Promise<void> {
  const { name, destroys } = invocation.command;
  if (destroys === undefined || invocation.switches.has("yes")) return;
  if (terminal.ask === null)
    throw misused(`this ends ${destroys}: where nobody can be asked, say --yes`, { see: name });
  if (name === "app delete") await showApp(invocation, terminal);
  const answer = terminal.ask(`This ends ${destroys}. Go on? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) throw new Failure("nothing was done");
}

/** An id tells nobody which app it is. */
async function showApp({ operands, options }: Invocation, terminal: Terminal): Promise<void> {
  const { perform, refuseMissingFolder } = await import("./operate.ts");
  const { presented } = await import("./present.ts");
  const { config } = loadConfig({ flags: { data: options.data } });
  refuseMissingFolder(config.dataDir);
  const app = await perform(config, "app.show", { app_id: operands.ID ?? "" }, terminal);
  presented("app show", app, { ...terminal, out: terminal.err });
}

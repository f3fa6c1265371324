/** What is said before a command makes a data folder, or works on one that no server runs on. */
import { existsSync } from "node:fs";
import type { Config } from "#config";
import { Failure } from "./command.ts";
import { type RunningServer, runningServers } from "./running-servers.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Called when no server runs on the folder. Throws a Failure where a new folder was not asked for by name, and a server of this user
 * already listens where one on that folder would: it would not know the keys.
 */
export async function announceFolder(
  { dataDir, server: { port } }: Pick<Config, "dataDir" | "server">,
  { isNamed }: { readonly isNamed: boolean },
  terminal: Terminal,
): Promise<void> {
  const others = await runningServers();
  const inPlace = others.find(({ address }) => new URL(address).port === String(port));
  const isThere = existsSync(dataDir);
  if (!isThere && !isNamed && inPlace) {
    throw new Failure(
      `${running(inPlace)}, and ${dataDir} would be another data folder, whose keys it does not know: ` +
        `say --data ${inPlace.dataDir} for that server, or --data ${dataDir} for a new folder`,
    );
  }
  if (!isThere) terminal.err(`A new data folder is made: ${dataDir}\n`);
  for (const other of others)
    terminal.err(`No server runs on it; ${running(other)}: --data ${other.dataDir} means that.\n`);
}

function running({ dataDir, address }: RunningServer): string {
  return `a server of yours runs on ${dataDir} (${address})`;
}

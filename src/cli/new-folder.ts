/** What is said before a command makes a data folder, or works on one that no server runs on. */
import { existsSync } from "node:fs";
import type { Config } from "#config";
import { Failure } from "./command.ts";
import { type RunningServer, runningServers } from "./running-servers.ts";

/**
 * Called when no server runs on the folder; gives what is to be said once the command has it. Throws a Failure where a new folder was not asked for by name, and a server of this user
 * already listens where one on that folder would: it would not know the keys.
 */
export async function announceFolder(
  { dataDir, server: { port } }: Pick<Config, "dataDir" | "server">,
  { isNamed }: { readonly isNamed: boolean },
): Promise<string> {
  const others = await runningServers();
  const inPlace = others.find(({ address }) => new URL(address).port === String(port));
  const isThere = existsSync(dataDir);
  if (!isThere && !isNamed && inPlace) {
    throw new Failure(
      `${running(inPlace)}, and ${dataDir} would be another data folder, whose keys it does not know: ` +
        `say --data ${inPlace.dataDir} for that server, or --data ${dataDir} for a new folder`,
    );
  }
  const made = isThere ? "" : `A new data folder was made: ${dataDir}\n`;
  // One that listens elsewhere is in nobody's way, and only told of where a folder is made.
  const told = isThere ? others.filter((server) => server === inPlace) : others;
  const named = told.map(
    (other) => `No server runs on it; ${running(other)}: --data ${other.dataDir} means that one.\n`,
  );
  return [made, ...named].join("");
}

function running({ dataDir, address }: RunningServer): string {
  return `a server of yours runs on ${dataDir} (${address})`;
}

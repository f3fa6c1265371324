import { valkeyAddressOf } from "./address.ts";
import { clientOf, greeted } from "./client.ts";
import type { ServerFacts } from "./server-facts.ts";

/** The oldest that all of this was tried with: of Redis, whose numbers Valkey goes on from. */
const OLDEST_MAJOR = 7;

/** What the doctor looks at in Valkey. Rejects where it does not answer. */
export async function examineValkey(
  url: string,
): Promise<{ readonly version: string; readonly problems: readonly string[] }> {
  const client = clientOf(valkeyAddressOf(url));
  try {
    const facts = await greeted(client);
    return { version: facts.version, problems: problemsOf(facts) };
  } finally {
    client.close();
  }
}

function problemsOf({ version, isReplica, isSpread, bytesMax, evicts }: ServerFacts): readonly string[] {
  const isOld = Number(version.split(".")[0]) < OLDEST_MAJOR;
  const setIt = 'set it with "CONFIG SET", and in its configuration';
  return [
    ...(isOld ? [`it is version ${version}, and ${OLDEST_MAJOR}.0 is the oldest that is known to do`] : []),
    ...(isReplica ? ["it is a replica, which takes no writes: name the server that it follows"] : []),
    ...(isSpread ? ["its keys are spread over several servers (cluster_enabled): a single one is needed"] : []),
    ...(bytesMax === 0 ? [`maxmemory is 0: it takes all the memory of its machine; ${setIt}`] : []),
    ...(evicts === "noeviction"
      ? [`maxmemory-policy is noeviction: full, it refuses writes; ${setIt} to allkeys-lru`]
      : []),
  ];
}

import type { Run } from "./command.ts";
import { ownerAddress } from "./owner-address.ts";

/**
 * The tables of a cluster, made or renewed: `cluster migrate [--node ROLE] [--json]`. The owner's address has a password in it, so it
 * is in the environment, and no node needs it.
 */
export const migrateCluster: Run = async ({ options, json }, terminal) => {
  const owner = ownerAddress();
  const cluster = await (await import("#app")).openCluster();
  const { from, to } = await cluster.migrate(owner);
  if (options.node !== undefined) await cluster.letBeNode(owner, options.node);
  if (json) {
    terminal.out(`${JSON.stringify({ from, to, node: options.node ?? null })}\n`);
    return 0;
  }
  terminal.out(
    from === to ? `The schema is of version ${to} already.\n` : `The schema went from version ${from} to ${to}.\n`,
  );
  if (options.node !== undefined) terminal.out(`${options.node} may be the role of nodes.\n`);
  return 0;
};

/** The nodes that share a database, for their operator; on a data folder the server that runs on it. */
import { nodeJson } from "../nodes/node-json.ts";
import type { OperatorCommand } from "./command.ts";

export const NODE_COMMANDS: readonly (readonly [string, OperatorCommand])[] = [
  ["nodes", { takes: [], records: null, run: async ({ nodes }) => (await nodes.list()).map(nodeJson) }],
];

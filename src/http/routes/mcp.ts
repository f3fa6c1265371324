import { apiOf } from "../mcp/api.ts";
import { MCP_PATH, McpMessage, type McpMessageWire } from "../mcp/wire.ts";
import { checkShape } from "../request/shape.ts";
import type { Answer, Route } from "../route.ts";
import { VERSION } from "./docs.ts";

/** It stands in no document but this table: over MCP clients are told what there is by `tools/list` and its like. */
const describes = {
  tag: "MCP",
  summary: "The Model Context Protocol",
  success: { status: 200, schema: null },
  refuses: [],
} as const;

/**
 * The door for clients of the Model Context Protocol. A message counts once in the rate window, and costs what the routes cost that
 * it uses: nothing for a handshake or a list of tools.
 */
export function mcpRoute(routes: readonly Route[]): Route {
  const ofApps = new Map(
    routes.filter(({ caller }) => caller === "app").map((route) => [`${route.method} ${route.path}`, route]),
  );
  return {
    method: "POST",
    path: MCP_PATH,
    caller: "key",
    cost: "free",
    body: McpMessage,
    describes,
    handle: async (call) => {
      const message: McpMessageWire = checkShape(McpMessage, call.json);
      const { headers, signal } = call;
      // Loaded when first asked for: starting has to be quick, and nobody may ever ask.
      const { answerOverMcp } = await import("../mcp/serving.ts");
      return answerOf(await answerOverMcp(apiOf(ofApps, call), { message, headers, signal, version: VERSION }));
    },
  };
}

/** A message that asks for no answer gets none, and is 202. */
async function answerOf(response: Response): Promise<Answer> {
  const { status } = response;
  const text = await response.text();
  return text === "" ? { status, body: null } : { status, body: null, text: () => text };
}

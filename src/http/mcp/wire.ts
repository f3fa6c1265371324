/** What the Model Context Protocol looks like over HTTP. */
import { type Static, Type } from "@sinclair/typebox";

export const MCP_PATH = "/mcp";

/** Of requests, beside those that any route takes. */
export const MCP_HEADERS = ["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name"];

/** In the `_meta` of a `tools/call`: what the header `Idempotency-Key` is to a request. */
export const IDEMPOTENCY_META = "dragoman/idempotency-key";

/**
 * A request or a notification. Batches went out of the protocol with its revision 2025-06-18, so a body is one message; and the
 * server asks its clients nothing, so there is no answer that they could send.
 */
export const McpMessage = Type.Object(
  {
    jsonrpc: Type.Literal("2.0", { description: "The version of JSON-RPC." }),
    id: Type.Optional(
      Type.Union([Type.String(), Type.Integer()], {
        description: "Comes back with the answer; without one, none comes.",
      }),
    ),
    method: Type.String({ description: "As in `tools/call`." }),
    params: Type.Optional(Type.Object({}, { additionalProperties: true, description: "What the method takes." })),
  },
  { additionalProperties: false },
);

export type McpMessageWire = Static<typeof McpMessage>;

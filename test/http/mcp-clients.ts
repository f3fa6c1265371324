/** Clients of the Model Context Protocol: the official one, in either revision, and one by other people. */
import { createMCPClient } from "@ai-sdk/mcp";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** `modern`: 2026-07-28, without a handshake; `legacy`: 2025, with `initialize`. */
export type Era = "legacy" | "modern";

export const MODERN_REVISION = "2026-07-28";

/** The official client, connected. `secret`: what it sends as its bearer. */
export async function officialClient(url: string, secret: string, era: Era): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: MODERN_REVISION } } },
  );
  const headers = { Authorization: `Bearer ${secret}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  return client;
}

export function otherClient(url: string, secret: string) {
  const headers = { Authorization: `Bearer ${secret}` };
  return createMCPClient({ transport: { type: "http", url: `${url}/mcp`, headers } });
}

/** What a tool's text says, as JSON: our answer, or our error object. */
export function saidIn(result: { readonly content?: unknown }) {
  const [first] = result.content as readonly { readonly text: string }[];
  return JSON.parse(first?.text ?? "null");
}

/** A message of the modern revision, with all that its headers have to repeat. */
export function modernMessage(method: string, params: Readonly<Record<string, unknown>> = {}, id: number | string = 1) {
  const { name, uri } = params as { readonly name?: string; readonly uri?: string };
  const named = name ?? uri;
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN_REVISION,
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1.0.0" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return {
    body: { jsonrpc: "2.0", id, method, params: { ...params, _meta } },
    headers: {
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": MODERN_REVISION,
      "Mcp-Method": method,
      ...(named !== undefined && { "Mcp-Name": named }),
    },
  };
}

/** Answers a message of the Model Context Protocol by its official SDK, in any revision that this speaks, and keeps nothing between messages. */
import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { AppError, invalid } from "#core/errors.ts";
import type { JsonObject } from "#core/json.ts";
import { type ErrorObject, errorObjectOf } from "../errors.ts";
import type { ItemResult } from "../route.ts";
import type { Api, Asked } from "./api.ts";
import { type McpTool, mcpTools, plainSchema } from "./mcp-tools.ts";
import { listedSets, readSet, SET_TEMPLATES, SET_TYPE } from "./set-resources.ts";
import { IDEMPOTENCY_META, MCP_PATH, type McpMessageWire } from "./wire.ts";

const INSTRUCTIONS =
  "Dragoman turns sentences into tool calls and texts into labels, by toolsets and classification sets of the app whose key this is. It never carries out a call: that is for whoever asked.";

export interface McpRequest {
  readonly message: McpMessageWire;
  readonly headers: Headers;
  readonly signal: AbortSignal;
  readonly version: string;
}

/** Resolves to one JSON text at most, whatever was asked: nothing is streamed, and no stream is ever held open. */
export async function answerOverMcp(api: Api, { message, headers, signal, version }: McpRequest): Promise<Response> {
  const request = new Request(`http://localhost${MCP_PATH}`, { method: "POST", headers, signal });
  const server = serverFor(api, { headers, version });
  try {
    if (!(await isLegacyRequest(request, message))) {
      const handler = createMcpHandler(() => server, { legacy: "reject", maxSubscriptions: 0 });
      return await handler.fetch(request, { parsedBody: message });
    }
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}

function serverFor(api: Api, { headers, version }: Pick<McpRequest, "headers" | "version">): Server {
  const tools = mcpTools(api);
  const server = new Server(
    { name: "dragoman", title: "Dragoman", version },
    { capabilities: { tools: {}, resources: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler("tools/list", () => ({ tools: tools.map(described) }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${params.name}`);
    return called(api, tool, { args: params.arguments ?? {}, meta: params._meta ?? {}, headers });
  });
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: SET_TEMPLATES }));
  server.setRequestHandler("resources/list", async ({ params }) => {
    const page = await listedSets(api, params?.cursor);
    if (page === null)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "the cursor is none that a list has given");
    if ("status" in page) throw protocolErrorOf(page);
    const { sets, nextCursor } = page;
    return {
      resources: sets.map((set) => ({ ...set, mimeType: SET_TYPE })),
      ...(nextCursor !== undefined && { nextCursor }),
    };
  });
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const result = await readSet(api, uri);
    if (result === null || result.status === 404) throw new ResourceNotFoundError(uri);
    if (result.status !== 200) throw protocolErrorOf(result);
    return { contents: [{ uri, mimeType: SET_TYPE, text: JSON.stringify(result.body) }] };
  });
  return server;
}

function described({ name, title, description, reads, input, output }: McpTool) {
  const annotations = reads ? { readOnlyHint: true } : { destructiveHint: false, idempotentHint: true };
  return {
    name,
    title,
    description,
    inputSchema: plainSchema(input),
    outputSchema: plainSchema(output),
    annotations: { ...annotations, openWorldHint: false },
  };
}

/** What a request would have been refused with is the tool's own error: the model reads it, and can mend what it asked. */
async function called(
  api: Api,
  tool: McpTool,
  {
    args,
    ...sent
  }: { readonly args: unknown; readonly meta: Readonly<Record<string, unknown>>; readonly headers: Headers },
): Promise<CallToolResult> {
  try {
    const [route, asked] = tool.asks(args);
    const { status, body, requestId } = await api.ask(route, { ...asked, ...idempotencyKeyIn(sent) });
    if (status >= 300) return failed(body as ErrorObject);
    const structuredContent = { request_id: requestId, ...(body as JsonObject) };
    return { structuredContent, content: [{ type: "text", text: JSON.stringify(structuredContent) }] };
  } catch (failure) {
    if (!(failure instanceof AppError)) throw failure;
    return failed(errorObjectOf(failure));
  }
}

/**
 * Of a call. A client that keeps one connection for all its calls cannot give each a header, so the call's own `_meta` may say it,
 * and counts before the header.
 */
function idempotencyKeyIn({
  meta,
  headers,
}: {
  readonly meta: Readonly<Record<string, unknown>>;
  readonly headers: Headers;
}): Pick<Asked, "key"> {
  const { [IDEMPOTENCY_META]: key = headers.get("idempotency-key") ?? undefined } = meta;
  if (key === undefined) return {};
  if (typeof key !== "string") throw invalid(`_meta.${IDEMPOTENCY_META}`, "must be a text, as an Idempotency-Key is");
  return { key };
}

function failed(error: ErrorObject): CallToolResult {
  return { isError: true, content: [{ type: "text", text: JSON.stringify(error) }] };
}

/** The protocol has no place for our codes but this. */
function protocolErrorOf({ status, body }: ItemResult): ProtocolError {
  const error = body as ErrorObject;
  const code = status >= 500 ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
  return new ProtocolError(code, error.message, error);
}

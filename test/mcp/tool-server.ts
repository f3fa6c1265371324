/** Servers of the Model Context Protocol that are asked for their tools: an honest one of the official SDK, and ones that are not. */
import { createMcpHandler, Server } from "@modelcontextprotocol/server";

export interface ToolServer extends AsyncDisposable {
  readonly url: string;
  /** Methods that it was asked for, in their order. */
  readonly asked: readonly string[];
  /** `Authorization` of its requests. */
  readonly shown: readonly (string | null)[];
}

/** As the official SDK serves them, in both revisions. `tools`: what it lists when it is asked. */
export function honestServer(tools: () => readonly object[]): ToolServer {
  const asked: string[] = [];
  const handler = createMcpHandler(() => {
    const server = new Server({ name: "Honest tools", version: "1.0.0" }, { capabilities: { tools: {} } });
    server.setRequestHandler("tools/list", () => ({
      tools: tools() as { name: string; inputSchema: { type: "object" } }[],
    }));
    return server;
  });
  return serving(asked, async (request) => {
    const message = (await request.clone().json()) as { readonly method: string };
    asked.push(message.method);
    return handler.fetch(request);
  });
}

type Answer = Response | object | Promise<Response | object>;

/** A server of the older revision that answers `tools/list` as it likes: a result, or a response of its own. */
export function lyingServer(list: (cursor: string | undefined) => Answer): ToolServer {
  const asked: string[] = [];
  return serving(asked, async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405 });
    const { id, method, params } = (await request.json()) as {
      readonly id?: number;
      readonly method: string;
      readonly params?: { readonly cursor?: string; readonly protocolVersion?: string };
    };
    asked.push(method);
    if (id === undefined) return new Response(null, { status: 202 });
    const result = await answerTo(method, params, list);
    if (result instanceof Response) return result;
    const error = { code: -32601, message: "Method not found" };
    return Response.json({ jsonrpc: "2.0", id, ...(result === null ? { error } : { result }) });
  });
}

function answerTo(
  method: string,
  params: { readonly cursor?: string; readonly protocolVersion?: string } = {},
  list: (cursor: string | undefined) => Answer,
): Answer | null {
  if (method === "tools/list") return list(params.cursor);
  if (method !== "initialize") return null;
  const serverInfo = { name: "Lying tools", version: "1.0.0" };
  return { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo };
}

function serving(asked: readonly string[], answer: (request: Request) => Promise<Response>): ToolServer {
  const shown: (string | null)[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      shown.push(request.headers.get("authorization"));
      return answer(request);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}/mcp`,
    asked,
    shown,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

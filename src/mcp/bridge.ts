/** Speaks the Model Context Protocol over the standard streams for a server that speaks it over HTTP: what desktop clients start. */
import { SdkHttpError, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { isJsonObject, type JsonObject } from "#core/json.ts";

export interface BridgeOptions {
  /** Of the server's `/mcp`. */
  readonly url: URL;
  /** Asks that server, with what it has to be shown. A rejection's message is what the client is told. */
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Aborted when the bridge is to end before its client does. */
  readonly signal: AbortSignal;
  /** For whoever reads the standard error: standard output is the protocol's. */
  readonly say: (text: string) => void;
}

/** One message: well beyond the body that a server takes unless its settings say otherwise. */
const MESSAGE_BYTES_MAX = 4 * 1024 * 1024;
/** Requests that wait for their answers at once. A client asks a few at a time; more is one that has lost its mind. */
const UNDER_WAY_MAX = 64;
/** An answer that has not come by then never will: a model has 20 seconds unless the settings say otherwise. */
const ANSWER_MS_MAX = 180_000;
/** Of JSON-RPC: whatever went wrong on the way. */
const INTERNAL_ERROR = -32_603;

type Message = Parameters<StdioServerTransport["send"]>[0];
type Request = Extract<Message, { readonly method: string; readonly id: number | string }>;

/** What there was of a client. */
export interface Bridged {
  /** Whether it wrote anything, be it no message. */
  readonly hasHeard: boolean;
}

/** Resolves when the client has closed its end, or the signal told it to. */
export async function bridgeOverStdio({ url, fetch, signal, say }: BridgeOptions): Promise<Bridged> {
  const client = new StdioServerTransport(undefined, undefined, { maxBufferSize: MESSAGE_BYTES_MAX });
  const server = new StreamableHTTPClientTransport(url, { fetch, requestInit: { redirect: "manual" } });
  const underWay = new Map<Request["id"], AbortController>();
  const ended = Promise.withResolvers<void>();
  const answer = (message: Message) => void client.send(message).catch(() => {});

  server.onmessage = (message) => {
    const version = "result" in message ? message.result.protocolVersion : undefined;
    // Of a handshake, as older revisions have it; from then on each request has to repeat it.
    if (typeof version === "string") server.setProtocolVersion(version);
    answer(message);
  };
  let hasHeard = false;
  client.onerror = (failure) => {
    hasHeard = true;
    // Of a wrong shape the library has a page of words, for whoever wrote it.
    const why = failure.name === "ZodError" ? "it is none of JSON-RPC 2.0" : failure.message;
    say(`a message could not be read: ${why}`);
  };
  client.onclose = () => ended.resolve();
  client.onmessage = (message) => {
    hasHeard = true;
    if (!("method" in message)) return;
    if ("id" in message) void forward(message);
    else if (message.method === "notifications/cancelled") cancel(message.params?.requestId);
    else void server.send(message).catch((failure: unknown) => say(errorOf(failure).message));
  };

  async function forward(request: Request): Promise<void> {
    const { id } = request;
    if (underWay.size >= UNDER_WAY_MAX || underWay.has(id)) {
      const message = underWay.has(id)
        ? `the request ${JSON.stringify(id)} is under way already`
        : `more than ${UNDER_WAY_MAX} requests at once: wait for some of the answers`;
      answer({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } });
      return;
    }
    const leaving = new AbortController();
    underWay.set(id, leaving);
    try {
      const either = AbortSignal.any([leaving.signal, AbortSignal.timeout(ANSWER_MS_MAX)]);
      await server.send(request, { requestSignal: either });
    } catch (failure) {
      // Nobody waits for what was cancelled.
      if (!leaving.signal.aborted) answer({ jsonrpc: "2.0", id, error: errorOf(failure) });
    } finally {
      underWay.delete(id);
    }
  }

  /** Over HTTP a request is cancelled by leaving. */
  function cancel(id: unknown): void {
    if (typeof id === "string" || typeof id === "number") underWay.get(id)?.abort();
  }

  signal.addEventListener("abort", () => ended.resolve(), { once: true });
  await server.start();
  await client.start();
  await ended.promise;
  for (const leaving of underWay.values()) leaving.abort();
  await server.close();
  await client.close();
  return { hasHeard };
}

/** What went wrong as the protocol has it: in its own words where the server gave some, else in ours. */
function errorOf(failure: unknown): { readonly code: number; readonly message: string; readonly data?: JsonObject } {
  const said = failure instanceof SdkHttpError ? parsed(failure.data?.text) : null;
  // The server's answer in the protocol, under a status that its client takes for a failure.
  if (isJsonObject(said?.error)) {
    const { code, message, data } = said.error;
    return { code: Number(code), message: String(message), ...(isJsonObject(data) && { data }) };
  }
  if (said && typeof said.message === "string") return { code: INTERNAL_ERROR, message: said.message, data: said };
  return { code: INTERNAL_ERROR, message: failure instanceof Error ? failure.message : String(failure) };
}

function parsed(text: unknown): JsonObject | null {
  try {
    const value: unknown = JSON.parse(String(text));
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

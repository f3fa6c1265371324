/** A model server that can have every kind of bad day: a real one, on a port of its own. */
import { createServer, type Socket } from "node:net";

/** The part of a chat completion's request that tests look at. */
export interface Asked {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
  readonly response_format?: { readonly json_schema: { readonly strict: boolean; readonly schema: object } };
  readonly [field: string]: unknown;
}

/** `count` is 1 for the first question. */
export type Answering = (asked: Asked, count: number) => Response | Promise<Response>;

export interface FaultServer {
  readonly baseUrl: string;
  /** Every question, in order. */
  readonly asked: readonly Asked[];
  /** Headers of the last question. */
  headers(): Headers;
  /** Where the last question went. */
  url(): URL;
  /** Resolves when a client hangs up before it has its answer. */
  readonly hungUp: Promise<void>;
  answer: Answering;
  /** What it says of itself, by path: everything else that is no question is 404. Questions alone stand in `asked`. */
  facts: Readonly<Record<string, object>>;
  close(): Promise<void>;
}

/** @param port 0 takes a free one. */
export function openFaultServer(answer: Answering = () => said("{}"), port = 0): FaultServer {
  const asked: Asked[] = [];
  const hungUp = Promise.withResolvers<void>();
  let headers = new Headers();
  let url = new URL("http://nowhere");
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    idleTimeout: 60,
    async fetch(request) {
      request.signal.addEventListener("abort", () => hungUp.resolve());
      headers = request.headers;
      url = new URL(request.url);
      if (!/\/(chat\/completions|messages)$/.test(url.pathname)) return factAt(url.pathname);
      asked.push((await request.json()) as Asked);
      return faulty.answer(asked.at(-1) as Asked, asked.length);
    },
  });
  const factAt = (path: string) => {
    const fact = faulty.facts[path];
    return fact === undefined ? new Response("not here", { status: 404 }) : Response.json(fact);
  };
  const faulty: FaultServer = {
    baseUrl: `http://127.0.0.1:${server.port}/v1`,
    asked,
    headers: () => headers,
    url: () => url,
    hungUp: hungUp.promise,
    answer,
    facts: {},
    close: () => server.stop(true),
  };
  return faulty;
}

/** A server that knows no HTTP: it does with each connection what it is told. */
export async function openRudeServer(
  receive: (socket: Socket) => void,
): Promise<{ readonly baseUrl: string; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => receive(socket));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

export interface Choice {
  readonly finish?: string;
  readonly refusal?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
}

/** A chat completion that says this. */
export function said(content: string | null, { finish = "stop", refusal, calls }: Choice = {}): Response {
  const toolCalls = calls?.map((call, index) => ({ id: `call_${index}`, type: "function", function: call }));
  const message = {
    role: "assistant",
    content,
    ...(refusal && { refusal }),
    ...(toolCalls && { tool_calls: toolCalls }),
  };
  return Response.json({
    id: "completion-1",
    object: "chat.completion",
    created: 1,
    model: "faulty",
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  });
}

/** An answer whose bytes come as the generator makes them. */
export function streamed(chunks: () => AsyncGenerator<string>): Response {
  const encoder = new TextEncoder();
  const generator = chunks();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await generator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

/** What a question was about: the query or the text that stands last in it. */
export function requestOf({ messages }: Asked): string {
  const user = messages.find(({ role }) => role === "user")?.content ?? "";
  const line = /<(?:request|text)>(.*)<\/(?:request|text)>/.exec(user)?.[1] ?? '""';
  return JSON.parse(line) as string;
}

/** Many calls under way at the same moment, as no HTTP client library would make them: a connection for each. */
import { readFileSync } from "node:fs";

export interface CrowdRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface CrowdReply {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** Files that each process needs besides its connections. */
const OTHER_FILES = 500;
const HEAD_END = "\r\n\r\n";

/** How many connections a process may have open here; Bun raises the limit to the highest that it may. */
export function connectionsMax(): number {
  const [, hard = "4096"] = /^Max open files +\S+ +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return Number(hard) - OTHER_FILES;
}

/**
 * Sends every request over a connection of its own, all of them before the first answer is awaited, and gives the answers
 * in the order of the requests. Where the system allows fewer connections, each carries several requests one after the other.
 * Rejects when a connection closes before it has answered all of its share.
 */
export async function sendAllAtOnce(url: string, requests: readonly CrowdRequest[]): Promise<readonly CrowdReply[]> {
  const count = Math.min(requests.length, connectionsMax());
  const replies = new Array<CrowdReply>(requests.length);
  const target = new URL(url);
  const connections = Array.from({ length: count }, async (_, first) => {
    const positions = requests.flatMap((_, position) => (position % count === first ? [position] : []));
    const share = positions.map((position) => bytesOf(target.host, requests[position] as CrowdRequest));
    const answered = await sendShare(target, share);
    for (const [index, position] of positions.entries()) replies[position] = answered[index] as CrowdReply;
  });
  await Promise.all(connections);
  return replies;
}

function sendShare(url: URL, share: readonly Buffer[]): Promise<readonly CrowdReply[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly CrowdReply[]>();
  const replies: CrowdReply[] = [];
  let received: Buffer = Buffer.alloc(0);
  const sendNext = (socket: Bun.Socket) => {
    const next = share[replies.length] as Buffer;
    // A request is smaller than any socket's buffer.
    if (socket.write(next) < next.length) reject(new Error("a request was sent in part"));
  };
  const connecting = Bun.connect({
    hostname: url.hostname,
    port: Number(url.port),
    socket: {
      open: sendNext,
      data(socket, bytes) {
        received = Buffer.concat([received, bytes]);
        const taken = replyIn(received);
        if (!taken) return;
        received = received.subarray(taken.length);
        replies.push(taken.reply);
        if (replies.length < share.length) return sendNext(socket);
        resolve(replies);
        socket.end();
      },
      close: () => reject(new Error(`a connection was closed after ${replies.length} of ${share.length} answers`)),
      error: (_, failure) => reject(failure),
    },
  });
  connecting.catch(reject);
  return promise;
}

function bytesOf(host: string, { method, path, headers, body = "" }: CrowdRequest): Buffer {
  const length = body === "" ? {} : { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  const lines = Object.entries({ Host: host, ...length, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, "", body].join("\r\n"));
}

/** The first answer in what came, when all of it is there. */
function replyIn(received: Buffer): { readonly reply: CrowdReply; readonly length: number } | null {
  const headLength = received.indexOf(HEAD_END);
  if (headLength < 0) return null;
  const [statusLine = "", ...lines] = received.subarray(0, headLength).toString("latin1").split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const [name = "", ...value] = line.split(":");
      return [name.toLowerCase(), value.join(":").trim()];
    }),
  );
  const start = headLength + HEAD_END.length;
  const end = start + Number(headers.get("content-length") ?? 0);
  if (received.length < end) return null;
  const body = received.subarray(start, end).toString("utf8");
  return { reply: { status: Number(statusLine.split(" ")[1]), headers, body }, length: end };
}

/** What the attacking app sends, all at once: each flood is the worst of its kind. */
import { connect } from "node:net";
import { largePatterns, lateMistake, longClasses, manyFaults, manyTools } from "../attack/bodies.ts";

export interface Target {
  readonly url: string;
  readonly token: string;
}

export interface Flood {
  readonly name: string;
  /** As many do the same at once, and each waits so long from one to the next. */
  readonly together: number;
  readonly pauseMs: number;
  /** Its requests fail, or are given up: work for which the app is soon refused everything. */
  readonly isWasted: boolean;
  /** What came of it: a status, or what ended it. */
  send(target: Target, number: number): Promise<string>;
}

/** When the client of a request goes away. */
const GONE_AFTER_MS = 1_000;
/** How long answers are not read for, and how slowly bodies are sent. */
const UNREAD_MS = 5_000;
const DRIP_MS = 500;
const PATIENCE_MS = 60_000;

async function post(
  { url, token }: Target,
  path: string,
  body: unknown,
  { headers = {}, msMax = PATIENCE_MS }: { readonly headers?: Record<string, string>; readonly msMax?: number } = {},
): Promise<string> {
  try {
    const response = await fetch(url + path, {
      method: "POST",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(msMax),
    });
    await response.arrayBuffer();
    return String(response.status);
  } catch (failure) {
    return (failure as Error).name === "TimeoutError" ? "client gone" : String(failure);
  }
}

const headOf = ({ token }: Target, line: string, more: string) =>
  `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${more}\r\n`;

/** A connection on which `first` is sent, and `more` from time to time. Ends when it is closed, after `msMax` at the latest. */
function raw({ url }: Target, first: string, more: string, msMax: number): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const drip = setInterval(() => more !== "" && socket.write(more), DRIP_MS);
  const limit = setTimeout(() => socket.destroy(), msMax);
  let status = "client gone";
  socket.on("error", () => {});
  // Where something is sent slowly, the answer is looked at; where nothing is, nothing is read.
  if (more === "") socket.pause();
  else socket.on("data", (bytes) => (status = bytes.toString("latin1").slice(9, 12)));
  socket.on("close", () => {
    clearInterval(drip);
    clearTimeout(limit);
    resolve(status);
  });
  socket.write(first);
  return promise;
}

export const FLOODS: readonly Flood[] = [
  {
    name: "500 long classes, and the client goes",
    together: 8,
    pauseMs: 0,
    isWasted: true,
    send: (target, number) => post(target, "/v1/classify", longClasses(number), { msMax: GONE_AFTER_MS }),
  },
  {
    name: "500 long classes",
    together: 8,
    pauseMs: 0,
    isWasted: false,
    send: (target, number) => post(target, "/v1/classify", longClasses(number)),
  },
  {
    name: "128 tools with the longest descriptions",
    together: 4,
    pauseMs: 100,
    isWasted: false,
    send: (target, number) => post(target, "/v1/resolve-quick", manyTools(number)),
  },
  {
    name: "a mistake behind five large schemas",
    together: 2,
    pauseMs: 200,
    isWasted: true,
    send: (target, number) => post(target, "/v1/resolve-quick", lateMistake(number)),
  },
  {
    name: "patterns that just fit",
    together: 2,
    pauseMs: 200,
    isWasted: false,
    send: (target, number) => post(target, "/v1/resolve-quick", largePatterns(number)),
  },
  {
    name: "late mistakes under idempotency keys",
    together: 1,
    pauseMs: 500,
    isWasted: true,
    send: (target, number) =>
      post(target, "/v1/resolve-quick", lateMistake(number), { headers: { "Idempotency-Key": `late-${number}` } }),
  },
  {
    name: "long refusals kept under idempotency keys",
    together: 1,
    pauseMs: 100,
    isWasted: true,
    send: (target, number) =>
      post(target, "/v1/resolve", manyFaults(), { headers: { "Idempotency-Key": `kept-${number}` } }),
  },
  {
    name: "lists that nobody reads",
    together: 20,
    pauseMs: 100,
    isWasted: false,
    send: (target) => raw(target, headOf(target, "GET /v1/toolsets?limit=100", "").repeat(4), "", UNREAD_MS),
  },
  {
    name: "bodies that come slowly",
    together: 40,
    pauseMs: 100,
    isWasted: true,
    send: (target) =>
      raw(target, `${headOf(target, "POST /v1/toolsets", "Content-Length: 100000\r\n")}{"name": "`, "a", PATIENCE_MS),
  },
];

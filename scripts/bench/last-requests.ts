/** Many requests at once over nodes, for fewer than that which can be paid: who is answered, and how often. */
import type { RunningServer } from "../dragoman-process.ts";

const AGAIN_AFTER_MS = 50;
/** How long one request is repeated until it is answered. */
const ANSWERED_MS_MAX = 120_000;
/** Answers that come before a node is killed and another stopped. */
const BEFORE_FAULTS = 0.05;

export interface LastRequests {
  readonly nodes: readonly [RunningServer, RunningServer, RunningServer];
  readonly token: string;
  /** Of POST /v1/resolve, which costs 1. */
  readonly question: object;
  /** So many requests, all in flight at once, each under a key of its own. */
  readonly requests: number;
  /** Before their keys. */
  readonly name: string;
  /** The time that a killed node's lease takes goes by. */
  readonly outliveLeases: () => Promise<void>;
}

export interface Spent {
  /** Without the first three, which are asked before the others. */
  readonly granted: number;
  readonly refused: number;
  /** Sent again, as no answer had come, or 503. */
  readonly repeated: number;
}

/**
 * One request goes to each node, then all are sent at once, each to another node than the one before. The third node is killed and the second stopped while they are in
 * flight; whoever has no answer, or 503, asks the first again under the same key. Whoever is refused asks again when what the killed one
 * held is free. Rejects when a request is answered otherwise than with 200 or 402, or not at all.
 */
export async function spendLastRequests(of: LastRequests): Promise<Spent> {
  const [stays, stopped, killed] = of.nodes;
  let [answers, repeated] = [0, 0];
  const enough = Promise.withResolvers<void>();
  const ask = async (index: number, first: RunningServer): Promise<number> => {
    const endsAt = performance.now() + ANSWERED_MS_MAX;
    for (let node = first; ; node = stays) {
      const status = await statusOf(node, of, `${of.name}-${index}`);
      if (status === 200 || status === 402) {
        answers += 1;
        if (answers >= of.requests * BEFORE_FAULTS) enough.resolve();
        return status;
      }
      if (status !== null && status !== 503) throw new Error(`request ${index} was answered with ${status}`);
      if (performance.now() >= endsAt) throw new Error(`request ${index} was never answered`);
      repeated += 1;
      await Bun.sleep(AGAIN_AFTER_MS);
    }
  };
  // Each has the answer in memory by then: it is not the model that is tried.
  for (const [index, node] of of.nodes.entries()) await ask(-1 - index, node);
  answers = 0;
  const all = Array.from({ length: of.requests }, (_, index) => index);
  const asked = Promise.all(all.map((index) => ask(index, of.nodes[index % of.nodes.length] as RunningServer)));
  await Promise.race([enough.promise, asked]);
  const faults = Promise.all([killed.kill(), stopped.stop()]);
  const statuses = await asked;
  await faults;
  await of.outliveLeases();
  const refused = all.filter((index) => statuses[index] !== 200);
  const again = await Promise.all(refused.map((index) => ask(index, stays)));
  const granted = all.length - again.filter((status) => status !== 200).length;
  return { granted, refused: all.length - granted, repeated };
}

/** Null where no answer came. On a connection of its own: `fetch` has few at once. */
function statusOf(node: RunningServer, { token, question }: LastRequests, key: string): Promise<number | null> {
  const body = JSON.stringify(question);
  const lines = [
    "POST /v1/resolve HTTP/1.1",
    `Host: ${new URL(node.url).host}`,
    `Authorization: Bearer ${token}`,
    `Idempotency-Key: ${key}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ];
  const { promise, resolve } = Promise.withResolvers<number | null>();
  let answer = "";
  Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(node.url).port),
    socket: {
      open: (socket) => {
        socket.write(lines.join("\r\n"));
      },
      data: (_socket, bytes) => {
        answer += bytes.toString("latin1");
      },
      close: () => resolve(wholeStatusIn(answer)),
      error: () => resolve(null),
      connectError: () => resolve(null),
    },
  }).catch(() => resolve(null));
  return promise;
}

/** Null for an answer that was cut off. */
function wholeStatusIn(answer: string): number | null {
  const [head = "", body] = answer.split("\r\n\r\n", 2);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? Number.NaN);
  if (body === undefined || body.length !== length) return null;
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? Number.NaN);
}

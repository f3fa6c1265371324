/** Stands between a node and its Postgres, or its Valkey, and cuts or slows connections where a test wants it. */
import { connect, createServer, type Socket } from "node:net";

/** When a statement is cut off: before the server hears of it, while it works on it, or when its answer is on the way. */
export type Cut = "before" | "during" | "after";

export interface CuttingProxy {
  /** The same address, through the proxy. */
  urlThrough(url: string): string;
  /** Cuts the connection at the next statement that has these words. */
  cutNext(words: string, cut: Cut): void;
  /** How many cuts were made. */
  readonly cuts: number;
  /** Cuts every connection that there is, and while it is so each new one. */
  isDown: boolean;
  /** By how much every answer is late. */
  lateMs: number;
  close(): void;
}

export async function cuttingProxy(port: number): Promise<CuttingProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let next: { readonly words: string; readonly cut: Cut } | null = null;
  let [cuts, isDown, lateMs] = [0, false, 0];
  const listener = createServer((client) => {
    if (isDown) {
      client.destroy();
      return;
    }
    const server = connect(port, "127.0.0.1");
    const pair = [client, server] as const;
    pairs.add(pair);
    const destroy = () => {
      pairs.delete(pair);
      for (const socket of pair) socket.destroy();
    };
    const cutNow = () => {
      cuts += 1;
      destroy();
    };
    let cutsAnswer = false;
    for (const socket of pair) socket.on("error", destroy).on("close", destroy).setNoDelay(true);
    client.on("data", (sent: Buffer) => {
      const statements = statementsOf(sent, pair);
      const found = next && statements.some((statement) => statement.includes(next?.words ?? "")) ? next : null;
      if (!found) {
        server.write(sent);
        return;
      }
      next = null;
      if (found.cut === "before") {
        cutNow();
        return;
      }
      // The server has it whole before its connection ends: it goes on, and finds nobody to tell.
      if (found.cut === "during") server.write(sent, cutNow);
      else {
        cutsAnswer = true;
        server.write(sent);
      }
    });
    server.on("data", (answered: Buffer) => {
      if (cutsAnswer) cutNow();
      else if (lateMs > 0) setTimeout(() => client.write(answered), lateMs);
      else client.write(answered);
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("a port was expected");
  return {
    urlThrough: (url) => url.replace(`:${port}/`, `:${address.port}/`),
    cutNext: (words, cut) => {
      next = { words, cut };
    },
    get cuts() {
      return cuts;
    },
    get isDown() {
      return isDown;
    },
    set isDown(down) {
      isDown = down;
      if (down) for (const pair of [...pairs]) for (const socket of pair) socket.destroy();
    },
    get lateMs() {
      return lateMs;
    },
    set lateMs(late) {
      lateMs = late;
    },
    close: () => {
      listener.close();
      for (const pair of pairs) for (const socket of pair) socket.destroy();
    },
  };
}

/** Texts of statements by the names that they were prepared under, of each connection: later they are sent without their text. */
const prepared = new WeakMap<readonly [Socket, Socket], Map<string, string>>();

/** The statements that a message asks for. https://www.postgresql.org/docs/15/protocol-message-formats.html */
function statementsOf(sent: Buffer, pair: readonly [Socket, Socket]): readonly string[] {
  const texts = prepared.get(pair) ?? new Map<string, string>();
  prepared.set(pair, texts);
  const asked: string[] = [];
  for (let at = 0; at + 5 <= sent.length; at += 1 + sent.readInt32BE(at + 1)) {
    const kind = String.fromCharCode(sent[at] ?? 0);
    // The rest of a message that came in pieces.
    if (!"PBDESCHQ".includes(kind) || sent.readInt32BE(at + 1) < 4) break;
    const [first = "", second = ""] = sent
      .subarray(at + 5)
      .toString("latin1")
      .split("\0", 2);
    if (kind === "P") texts.set(first, second);
    if (kind === "B") asked.push(texts.get(second) ?? "");
    if (kind === "Q") asked.push(first);
  }
  return asked;
}

import { connect, type Socket } from "node:net";

export interface RawReply {
  readonly status: number;
  /** Status line and headers, as they came. */
  readonly head: string;
  /** What came after the head. */
  readonly body: string;
}

export interface RawConnection {
  write(text: string): void;
  /** What came until the server closed the connection, or until `text` came. */
  until(text?: string): Promise<RawReply>;
  close(): void;
}

/** Bytes on a connection, for what no HTTP client would send. */
export async function openRaw(port: number): Promise<RawConnection> {
  const socket: Socket = connect(port, "127.0.0.1");
  let received = "";
  let closed = false;
  let wake = () => {};
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    wake();
  });
  // A reset after the answer is as good as a close.
  socket.on("error", () => {});
  socket.on("close", () => {
    closed = true;
    wake();
  });
  await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
  return {
    write: (text) => void socket.write(text, "latin1"),
    close: () => socket.destroy(),
    async until(text) {
      while (!closed && (text === undefined || !received.includes(text))) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const [head = "", body = ""] = received.split("\r\n\r\n", 2);
      received = "";
      return { status: Number(head.split(" ")[1] ?? 0), head, body };
    },
  };
}

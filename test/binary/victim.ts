/** A server that is treated badly: how it stands it, and what it says to it. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { type RunningServer, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { createApp, exchanged, freshPlace, LARGE_PLAN, lampToolset, type Place, settings } from "./kit.ts";

const QUESTION = { query: "switch on the lamp in the kitchen", toolsets: ["alive-v1"] };
/** Whoever asks meanwhile is answered within this, on a machine that runs other tests beside. */
const PATIENCE_MS = 5_000;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Victim {
  readonly server: RunningServer;
  readonly port: number;
  readonly place: Place;
  readonly token: string;
  /** The header lines of a call with a JSON body. */
  readonly callHead: string;
  /** With the app's token; a body that is neither text nor bytes is sent as JSON. */
  send(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>;
  /** What it has of memory at the moment, in MiB. */
  residentMib(): number;
  /** The most it ever had. */
  residentMibMax(): number;
  /** It runs, answers others in time, and answers rightly. */
  expectAlive(): Promise<void>;
  close(): Promise<void>;
}

/** By default failed work is not limited: what is attacked is the rest, and a 429 would hide it. */
export async function openVictim(lines: readonly string[] = [], failedWorkMsPerMinute = 0): Promise<Victim> {
  const place = freshPlace();
  const limits = ["[limits]", `failed_work_ms_per_minute = ${failedWorkMsPerMinute}`];
  settings(place, [...LARGE_PLAN, ...limits, ...lines]);
  const account = await createApp(place.path);
  const server = await startServer({ dataDir: place.path });
  await waitUntilReady(server);
  const token = await exchanged(server.url, account);
  const send: Victim["send"] = async (method, path, body, headers = {}) => {
    const isRaw = body === undefined || typeof body === "string" || body instanceof Uint8Array;
    const response = await fetch(server.url + path, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", ...headers },
      ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const memory = (name: string) => {
    const [, kib = "NaN"] =
      new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${server.pid}/status`, "utf8")) ?? [];
    return Math.round(Number(kib) / 1024);
  };
  const made = await send("POST", "/v1/toolsets", lampToolset("alive-v1"));
  if (made.status !== 201) throw new Error(`POST /v1/toolsets: ${made.status} ${made.text}`);
  return {
    server,
    port: Number(new URL(server.url).port),
    place,
    token,
    callHead: `Authorization: Bearer ${token}\r\nContent-Type: application/json\r\n`,
    send,
    residentMib: () => memory("VmRSS"),
    residentMibMax: () => memory("VmHWM"),
    async expectAlive() {
      const startedAt = performance.now();
      const { status, text } = await send("POST", "/v1/resolve", QUESTION, { "Cache-Control": "no-store" });
      expect({ status, tool: JSON.parse(text).resolved?.tool }).toEqual({ status: 200, tool: "set_lamp" });
      expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
    },
    async close() {
      await server.kill();
      place[Symbol.dispose]();
    },
  };
}

/** Whatever was sent: no failure of ours, and a refusal is the error object of the contract. */
export function expectDecent({ status, headers, text }: Reply): void {
  expect(status).toBeGreaterThanOrEqual(200);
  expect(status).toBeLessThan(500);
  if (status === 204) return;
  expect(headers.get("content-type") ?? "").toMatch(/^application\/json/);
  const body = JSON.parse(text);
  if (status < 400) return;
  const { details, ...rest } = body;
  expect(rest).toEqual({ error: expect.any(String), message: expect.any(String), code: status });
  if (body.error === "validation_error") expect(Object.keys(details).length).toBeGreaterThan(0);
  else expect(details).toBeUndefined();
}

export interface RawOutcome {
  /** Null when the connection was closed, or stayed silent, without an answer. */
  readonly reply: Reply | null;
  readonly closedByServer: boolean;
}

/**
 * Bytes on a connection of their own: `first`, and then `more` again and again for as long as it may be written, up to
 * `bytesMax`. Ends when the server closes, some time after its answer, or after `msMax`.
 */
export function sendRaw(
  port: number,
  first: string | Uint8Array,
  flood: { readonly more: string; readonly bytesMax: number } = { more: "", bytesMax: 0 },
  msMax = 2_000,
): Promise<RawOutcome> {
  const { promise, resolve } = Promise.withResolvers<RawOutcome>();
  const socket = connect(port, "127.0.0.1");
  let received = "";
  let sent = 0;
  const pour = () => {
    while (!socket.destroyed && sent < flood.bytesMax) {
      sent += flood.more.length;
      if (!socket.write(flood.more, "latin1")) return;
    }
  };
  const finish = (closedByServer: boolean) => {
    socket.destroy();
    resolve({ reply: replyOf(received), closedByServer });
  };
  const timer = setTimeout(() => finish(false), msMax);
  socket.on("connect", () => {
    if (typeof first === "string") socket.write(first, "latin1");
    else socket.write(first);
    socket.on("drain", pour);
    pour();
  });
  socket.on("data", (bytes) => {
    received += bytes.toString("latin1");
    // Without a flood nothing more is to come; with one, what matters is what the server does about it.
    if (flood.bytesMax === 0 && isWhole(received)) finish(false);
  });
  // A reset after the answer is as good as a close.
  socket.on("error", () => {});
  socket.on("close", () => {
    clearTimeout(timer);
    finish(true);
  });
  return promise;
}

function isWhole(received: string): boolean {
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const [, length] = /^content-length: *(\d+)/im.exec(head) ?? [];
  return length !== undefined && rest.join("\r\n\r\n").length >= Number(length);
}

function replyOf(received: string): Reply | null {
  const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(received) ?? [];
  if (status === undefined) return null;
  const [head = "", ...rest] = received.split("\r\n\r\n");
  const headers = new Headers();
  for (const line of head.split("\r\n").slice(1)) {
    const [name = "", ...value] = line.split(":");
    headers.append(name, value.join(":").trim());
  }
  const body = Buffer.from(rest.join("\r\n\r\n"), "latin1");
  // What comes after it answers something else.
  const length = Number(headers.get("content-length") ?? body.length);
  return { status: Number(status), headers, text: body.subarray(0, length).toString("utf8") };
}

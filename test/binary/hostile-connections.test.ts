/** Bytes that no client sends in good faith, to the executable: it answers or hangs up, keeps serving others, and stops in time. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { createApp, ensureExecutable, lampToolset, signedIn } from "./kit.ts";
import { expectDecent, openVictim, type RawOutcome, sendRaw, type Victim } from "./victim.ts";

/** It starts with about 350, most of it the model. */
const RESIDENT_MIB_MAX = 700;
const DRAIN_SECONDS_MAX = 2;
/** Draining, closing what is left, and a busy machine. */
const STOP_MS_MAX = 6_000;

let victim: Victim;
beforeAll(async () => {
  ensureExecutable();
  victim = await openVictim(["[server]", `drain_seconds_max = ${DRAIN_SECONDS_MAX}`]);
}, 180_000);
afterAll(async () => {
  const memory = victim.residentMibMax();
  await victim.expectAlive();
  await victim.close();
  expect(memory).toBeLessThan(RESIDENT_MIB_MAX);
});

const request = (line: string, head = "", body = "") => `${line} HTTP/1.1\r\nHost: x\r\n${head}\r\n${body}`;
const post = (head: string, body = "") => request("POST /v1/toolsets", victim.callHead + head, body);

/**
 * What the parser cannot read, it refuses by itself, without a body. Everything else has the words of the contract. Nothing
 * is a failure of ours, and whatever got no answer is hung up on.
 */
function expectHandled(name: string, { reply, closedByServer }: RawOutcome): void {
  if (!reply) {
    expect({ name, closedByServer }).toEqual({ name, closedByServer: true });
    return;
  }
  // 505: the parser took the line for one of another version.
  const byParser = reply.headers.get("content-type") === null && reply.text === "";
  const { status } = reply;
  if (!byParser) expectDecent(reply);
  else expect({ name, status, known: [400, 413, 431, 505].includes(status) }).toEqual({ name, status, known: true });
}

describe("what is hardly HTTP", () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: y\r\n`).join("");
  const odd = (): Readonly<Record<string, string | Uint8Array>> => ({
    "binary noise": "\x00\x01\x02\xff\r\n\r\n",
    "a TLS greeting": new Uint8Array(Buffer.concat([Buffer.from("16030100a5010000a10303", "hex"), Buffer.alloc(200)])),
    "an HTTP/2 preface": "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "HTTP/0.9": "GET /livez\r\n\r\n",
    "HTTP/1.0": "GET /livez HTTP/1.0\r\n\r\n",
    "no host": "GET /livez HTTP/1.1\r\n\r\n",
    "a host that is none": "GET /livez HTTP/1.1\r\nHost: a b<>[\r\n\r\n",
    "another server's address": request("GET http://elsewhere.example/livez"),
    everything: request("OPTIONS *"),
    "a tunnel": request("CONNECT elsewhere.example:443"),
    "an unknown method": request("BREW /livez"),
    "a method of 100,000 characters": request(`${"A".repeat(100_000)} /livez`),
    "bare line feeds": "GET /livez HTTP/1.1\nHost: x\n\n",
    "a NUL in a header": request("GET /livez", "X: a\0b\r\n"),
    "a folded header": request("GET /livez", "X: a\r\n b\r\n"),
    "two tokens": request("GET /v1/toolsets", `Authorization: Bearer x\r\n${victim.callHead}`),
    "a token of 10,000 characters": request("GET /v1/toolsets", `Authorization: Bearer ${"x".repeat(10_000)}\r\n`),
    "150 headers": request("GET /livez", many(150)),
    "10,000 headers": request("GET /livez", many(10_000)),
    "a header of 1 MB": request("GET /livez", `X: ${"y".repeat(1_000_000)}\r\n`),
    "a path of 15,000 characters": request(`GET /${"a".repeat(15_000)}`),
    "a query of 15,000 characters": request(`GET /v1/toolsets?limit=${"1".repeat(15_000)}`, victim.callHead),
    "a URL of 10 MB": request(`GET /${"a".repeat(10_000_000)}`),
    "a path that climbs": request("GET /v1/../../etc/passwd", victim.callHead),
    "a path that is no UTF-8": request("GET /v1/toolsets/%ff%fe", victim.callHead),
    "a raw byte in the path": request("GET /v1/toolsets/\xe9\xff", victim.callHead),
    "an upgrade to a web socket": request(
      "GET /livez",
      "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n",
    ),
    "two lengths": post("Content-Length: 5\r\nContent-Length: 6\r\n", "hello!"),
    "a length and chunks": post(
      "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
      "0\r\n\r\nGET /x HTTP/1.1\r\n\r\n",
    ),
    "a negative length": post("Content-Length: -5\r\n", "hello"),
    "a length in words": post("Content-Length: five\r\n", "hello"),
    "a length beyond numbers": post("Content-Length: 99999999999999999999999\r\n", "hello"),
    "a length beyond the limit": post("Content-Length: 2000000000\r\n", "hello"),
    "an encoding that nobody knows": post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n"),
    "a chunk without a size": post("Transfer-Encoding: chunked\r\n", "zz\r\nhello\r\n"),
    "a chunk beyond numbers": post("Transfer-Encoding: chunked\r\n", "ffffffffffffffffff\r\nhello\r\n"),
    "an idempotency key of 10,000 characters": post(
      `Idempotency-Key: ${"k".repeat(10_000)}\r\nContent-Length: 2\r\n`,
      "{}",
    ),
  });

  test("is answered or hung up on, all of it", async () => {
    for (const [name, bytes] of Object.entries(odd())) expectHandled(name, await sendRaw(victim.port, bytes));
    await victim.expectAlive();
  }, 60_000);

  test("requests in one piece are answered in order, or hung up on with one of them charged at most", async () => {
    const balance = async () => {
      const reply = await victim.send("POST", "/v1/resolve", { query: "lamp", toolsets: ["alive-v1"] });
      return JSON.parse(reply.text).metadata.requests_remaining as number;
    };
    const before = await balance();
    const { reply } = await sendRaw(victim.port, request("GET /v1/toolsets", victim.callHead).repeat(5));
    const asking = 1;
    expect(before - (await balance()) - asking).toBeLessThanOrEqual(reply ? 5 : 1);
  });
});

describe("what has no end", () => {
  const FLOOD_BYTES = 100_000_000;
  const chunk = `10000\r\n${"a".repeat(65_536)}\r\n`;
  const chunked = "Transfer-Encoding: chunked\r\n";
  const floods = (): Readonly<Record<string, { readonly first: string; readonly more: string }>> => ({
    "a header": { first: "GET /livez HTTP/1.1\r\nHost: x\r\nX: ", more: "y".repeat(65_536) },
    headers: { first: "GET /livez HTTP/1.1\r\nHost: x\r\n", more: "X-A: y\r\n".repeat(8_000) },
    "a URL": { first: "GET /", more: "a".repeat(65_536) },
    "a chunked body": { first: post(chunked), more: chunk },
    "a chunked body without a token": { first: request("POST /v1/toolsets", chunked), more: chunk },
    "a chunked body for a route that reads none": {
      first: request("GET /v1/toolsets", victim.callHead + chunked),
      more: chunk,
    },
    "a body longer than it said": { first: post("Content-Length: 2\r\n", "{}"), more: "a".repeat(65_536) },
    "a chunk's extension": { first: `${post(chunked)}1;`, more: "a".repeat(65_536) },
    "a chunked key exchange": {
      first: request("POST /v1/auth", `Content-Type: application/json\r\n${chunked}`),
      more: chunk,
    },
  });

  test("is cut off or let run into nothing: it fills no memory", async () => {
    for (const [name, { first, more }] of Object.entries(floods())) {
      const before = victim.residentMib();
      const outcome = await sendRaw(victim.port, first, { more, bytesMax: FLOOD_BYTES }, 1_500);
      // Whoever was answered may go on talking to nobody.
      if (outcome.reply) expectHandled(name, outcome);
      else expect({ name, closedByServer: outcome.closedByServer }).toEqual({ name, closedByServer: true });
      expect({ name, grown: victim.residentMib() - before < 150 }).toEqual({ name, grown: true });
    }
    await victim.expectAlive();
  }, 60_000);

  test("a body in a million pieces keeps nobody waiting", async () => {
    const pieces = { more: "1\r\na\r\n".repeat(10_000), bytesMax: 5_000_000 };
    const first = request("POST /v1/auth", `Content-Type: application/json\r\n${chunked}`);
    const slicing = Promise.all(Array.from({ length: 8 }, () => sendRaw(victim.port, first, pieces, 3_000)));
    await Bun.sleep(200);
    const startedAt = performance.now();
    expect((await fetch(`${victim.server.url}/livez`)).status).toBe(200);
    const waitedMs = performance.now() - startedAt;
    await slicing;
    await victim.expectAlive();
    expect(waitedMs).toBeLessThan(1_500);
  }, 60_000);
});

describe("whoever asks for much and reads nothing", () => {
  const SETS = 100;
  const LISTS = 200;
  /** Of all answers together, and of what was needed to make them. */
  const GROWN_MIB_MAX = 200;
  const WATCHED_MS = 4_000;
  const tools = Array.from({ length: 120 }, (_, n) => ({
    name: `t${n}`,
    description: "a",
    parameters: { description: "x".repeat(8_000) },
  }));

  test("[R-13] holds a few pages, whatever it asks for", async () => {
    const listed = await openVictim();
    const sockets: Socket[] = [];
    try {
      for (let set = 0; set < SETS; set += 1) {
        const { status } = await listed.send("POST", "/v1/toolsets", { signature: `large-${set}`, name: "L", tools });
        expect(status).toBe(201);
      }
      const { text } = await listed.send("GET", "/v1/toolsets?limit=100");
      expect(text.length).toBeGreaterThan(1_000_000);
      const before = listed.residentMib();
      for (let list = 0; list < LISTS; list += 1) {
        const socket = connect(listed.port, "127.0.0.1");
        socket.on("error", () => {});
        socket.pause();
        // One behind the other, too: the next is not begun while nobody takes the first.
        socket.write(request("GET /v1/toolsets?limit=100", listed.callHead).repeat(4));
        sockets.push(socket);
      }
      let grown = 0;
      for (let watchedMs = 0; watchedMs < WATCHED_MS; watchedMs += 50) {
        await Bun.sleep(50);
        grown = Math.max(grown, listed.residentMibMax() - before);
      }
      expect(grown).toBeLessThan(GROWN_MIB_MAX);
      await listed.expectAlive();
      const other = await signedIn(listed.server.url, await createApp(listed.place.path));
      expect((await other("GET", "/v1/toolsets?limit=100")).status).toBe(200);
    } finally {
      for (const socket of sockets) socket.destroy();
      await listed.close();
    }
  }, 60_000);
});

describe("whoever says next to nothing", () => {
  /** After five seconds a kibibyte a second is asked for, and that is looked at each second. */
  const HELD_MS_MAX = 9_000;

  /** How long the server held a connection on which a body comes in pieces, and what it said. */
  function dripped(head: string, piece: string, everyMs: number, pieces: number) {
    const { promise, resolve } = Promise.withResolvers<{ readonly heldMs: number; readonly received: string }>();
    const socket = connect(victim.port, "127.0.0.1");
    const begun = performance.now();
    let [received, left] = ["", pieces];
    const drip = setInterval(() => {
      if (left > 0 && !socket.destroyed) socket.write(piece);
      left -= 1;
    }, everyMs);
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
    });
    socket.on("close", () => {
      clearInterval(drip);
      resolve({ heldMs: performance.now() - begun, received });
    });
    setTimeout(() => socket.destroy(), 20_000);
    socket.write(head);
    return promise;
  }

  test("[E-17] is hung up on, body by body, and one that comes steadily is not", async () => {
    const keyless = "Content-Type: application/json\r\n";
    const chunked = "Transfer-Encoding: chunked\r\n";
    const slow = [
      dripped(`${post("Content-Length: 100000\r\n")}{"name": "`, "a", 200, 1_000),
      dripped(`${post(chunked)}2000\r\n{"name": "`, "a", 200, 1_000),
      dripped(post("Content-Length: 100000\r\nIdempotency-Key: slow\r\n"), " ", 200, 1_000),
      dripped(request("POST /v1/auth", `${keyless}Content-Length: 1000\r\n`), " ", 200, 1_000),
      dripped(post("Content-Length: 100000\r\n"), "", 200, 0),
    ];
    const headers = dripped("GET /livez HTTP/1.1\r\nHost: x\r\nX: ", "a", 200, 1_000);
    const toolset = JSON.stringify(lampToolset("slow-v1"));
    const steady = post(`Connection: close\r\nContent-Length: ${toolset.length + 80 * 500}\r\n`, toolset);
    const held = dripped(steady, " ".repeat(500), 100, 80);
    for (const { heldMs, received } of await Promise.all(slow)) {
      expect(received).toContain("HTTP/1.1 413");
      expect(received).toContain('"payload_too_large"');
      expect(received).toContain("X-Request-Id");
      expect(heldMs).toBeLessThan(HELD_MS_MAX);
    }
    expect((await held).received).toContain("HTTP/1.1 201");
    const { heldMs, received } = await headers;
    expect({ received, isCut: heldMs < 15_000 }).toEqual({ received: "", isCut: true });
    await victim.expectAlive();
  }, 60_000);

  test("keeps nobody from being served, nor the server from stopping", async () => {
    const slow = await openVictim(["[server]", `drain_seconds_max = ${DRAIN_SECONDS_MAX}`]);
    const sockets: Socket[] = [];
    const drips: ReturnType<typeof setInterval>[] = [];
    try {
      const beginnings = [
        "",
        "G",
        "GET /livez HTTP/1.1\r\nHost: x\r\nX-A: ",
        `POST /v1/toolsets HTTP/1.1\r\nHost: x\r\n${slow.callHead}Content-Length: 1000\r\n\r\n{"name": "`,
        `POST /v1/toolsets HTTP/1.1\r\nHost: x\r\n${slow.callHead}Transfer-Encoding: chunked\r\n\r\n1000\r\n{"name": "`,
        "POST /v1/auth HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
      ];
      for (let count = 0; count < 600; count += 1) {
        const socket = connect(slow.port, "127.0.0.1");
        socket.on("error", () => {});
        socket.write(beginnings[count % beginnings.length] ?? "");
        sockets.push(socket);
      }
      // One more character now and then.
      drips.push(
        setInterval(() => {
          for (const socket of sockets) if (!socket.destroyed) socket.write("a");
        }, 200),
      );
      await Bun.sleep(1_000);
      for (let count = 0; count < 20; count += 1) await slow.expectAlive();
      const startedAt = performance.now();
      expect(await slow.server.stop()).toBe(0);
      expect(performance.now() - startedAt).toBeLessThan(STOP_MS_MAX);
    } finally {
      for (const drip of drips) clearInterval(drip);
      for (const socket of sockets) socket.destroy();
      await slow.close();
    }
  }, 60_000);
});

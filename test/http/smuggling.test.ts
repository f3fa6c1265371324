/** One request that a proxy and this server could take for two: it is refused whole. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { connect } from "node:net";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
});
afterAll(() => server.close());

/** Every status that comes back for these bytes; `later` is sent when there is a first one. Ends when the server hangs up. */
function answersTo(bytes: string, later = ""): Promise<readonly string[]> {
  const { promise, resolve } = Promise.withResolvers<readonly string[]>();
  let received = "";
  const socket = connect(server.app.server.port, "127.0.0.1", () => void socket.write(bytes, "latin1"));
  socket.on("data", (more) => {
    if (received === "" && later !== "") socket.write(later, "latin1");
    received += more.toString("latin1");
  });
  socket.on("error", () => {});
  socket.on("close", () => resolve([...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = ""]) => status)));
  return promise;
}

const CHUNKED = "Transfer-Encoding: chunked\r\n";
const smuggled = () => `GET /v1/toolsets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\n\r\n`;
/** A request with these headers whose body, read one way, ends before the second request. */
const request = (headers: string, body: string) =>
  `POST /v1/banks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner.token}\r\nContent-Type: application/json\r\n${headers}\r\n${body}`;

test("the search sees a second answer where there is one", async () => {
  const last = smuggled().replace("Host: x", "Host: x\r\nConnection: close");
  expect(await answersTo(smuggled(), last)).toEqual(["200", "200"]);
});

test.each<[string, (second: string) => string]>([
  ["a length beside chunks", (next) => request(`Content-Length: ${5 + next.length}\r\n${CHUNKED}`, `0\r\n\r\n${next}`)],
  ["chunks beside a length", (next) => request(`${CHUNKED}Content-Length: ${5 + next.length}\r\n`, `0\r\n\r\n${next}`)],
  [
    "a length that ends in the chunks",
    (next) => request(`Content-Length: 4\r\n${CHUNKED}`, `2\r\n{}\r\n0\r\n\r\n${next}`),
  ],
  ["two lengths", (next) => request(`Content-Length: 2\r\nContent-Length: ${2 + next.length}\r\n`, `{}${next}`)],
  ["a list of lengths", (next) => request(`Content-Length: 2, ${2 + next.length}\r\n`, `{}${next}`)],
  ["a length with a sign", (next) => request("Content-Length: +2\r\n", `{}${next}`)],
  ["a length in hexadecimal", (next) => request("Content-Length: 0x2\r\n", `{}${next}`)],
  [
    "an encoding behind a space",
    (next) => request(`Content-Length: ${5 + next.length}\r\nTransfer-Encoding : chunked\r\n`, `0\r\n\r\n${next}`),
  ],
  [
    "an encoding that is not quite one",
    (next) => request(`Content-Length: ${5 + next.length}\r\nTransfer-Encoding: xchunked\r\n`, `0\r\n\r\n${next}`),
  ],
  [
    "two encodings",
    (next) =>
      request(`Content-Length: ${5 + next.length}\r\n${CHUNKED}Transfer-Encoding: identity\r\n`, `0\r\n\r\n${next}`),
  ],
  [
    "an encoding on a folded line",
    (next) => request(`Content-Length: ${5 + next.length}\r\nTransfer-Encoding:\r\n chunked\r\n`, `0\r\n\r\n${next}`),
  ],
  [
    "a bare line feed before the encoding",
    (next) => request(`Content-Length: ${5 + next.length}\r\nX: y\nTransfer-Encoding: chunked\r\n`, `0\r\n\r\n${next}`),
  ],
])("%s is refused, and what stands behind it is not read", async (_, sent) => {
  expect(await answersTo(sent(smuggled()))).toEqual(["400"]);
});

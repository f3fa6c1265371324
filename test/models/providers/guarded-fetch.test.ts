import { afterAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { guardedFetch } from "#models/language/guarded-fetch.ts";
import { isPrivateAddress } from "#models/language/private-addresses.ts";
import { openRudeServer } from "../../fault-server.ts";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request) =>
    new URL(request.url).pathname === "/away"
      ? new Response(null, { status: 307, headers: { Location: "https://me:s3cret@away.example/v1?key=s3cret" } })
      : new URL(request.url).pathname === "/zeros"
        ? new Response(Bun.gzipSync(new Uint8Array(5_000_000)), { headers: { "Content-Encoding": "gzip" } })
        : Response.json({ host: request.headers.get("host") }),
});
afterAll(() => server.stop(true));

const guarded = (host: string, allow: readonly string[] = [], addresses: readonly string[] = []) => {
  const lookups: string[] = [];
  const fetch = guardedFetch({
    baseUrl: `http://${host}:${server.port}/v1`,
    allow,
    responseBytesMax: 100_000,
    addressesOf: async (name) => {
      lookups.push(name);
      return addresses;
    },
  });
  return { fetch, lookups, url: `http://${host}:${server.port}/` };
};

describe("which hosts are contacted", () => {
  test("the configured one, by its address, without asking for it", async () => {
    const { fetch, lookups, url } = guarded("127.0.0.1");
    expect((await fetch(url)).status).toBe(200);
    expect(lookups).toEqual([]);
  });

  test("no other", async () => {
    const { fetch } = guarded("127.0.0.1");
    await expect(fetch(`http://localhost:${server.port}/`)).rejects.toMatchObject({ kind: "forbidden_address" });
    await expect(fetch("http://169.254.169.254/latest")).rejects.toMatchObject({
      kind: "forbidden_address",
      message: "the host 169.254.169.254 is not among those of [network] allow",
    });
  });

  test("one of [network] allow", async () => {
    const { fetch } = guarded("model.example", ["LOCALHOST"], ["127.0.0.1"]);
    expect((await fetch(`http://localhost:${server.port}/`)).status).toBe(200);
  });

  test.each([
    [["127.0.0.1"]],
    [["10.0.0.7"]],
    [["93.184.216.34", "169.254.169.254"]],
    [["fd00::1"]],
    [["::ffff:192.168.1.1"]],
  ])("a name that points to %p is refused", async (addresses) => {
    const { fetch, url } = guarded("model.example", [], addresses);
    await expect(fetch(url)).rejects.toMatchObject({
      kind: "forbidden_address",
      code: "bad_gateway",
      message: expect.stringMatching(
        /^model\.example has the private address \S+; name the host under \[network\] allow if that is meant$/,
      ),
    });
  });

  test("not the one that a redirect leads to, which is named without the rest of its address", async () => {
    const { fetch, url, lookups } = guarded("127.0.0.1");
    await expect(fetch(`${url}away`)).rejects.toMatchObject({
      kind: "rejected",
      message:
        "the model server redirects to away.example, and redirects are not followed: set the address where it leads",
    });
    expect(lookups).toEqual([]);
  });

  test("a name without an address cannot be reached", async () => {
    const { fetch, url } = guarded("model.example", [], []);
    await expect(fetch(url)).rejects.toMatchObject({ kind: "unreachable" });
  });
});

test("private addresses are known in every spelling", () => {
  const octet = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(octet, octet, (one, other) => {
      for (const address of [`10.${one}.${other}.1`, `192.168.${one}.${other}`, `169.254.${one}.${other}`]) {
        expect([isPrivateAddress(address), isPrivateAddress(`::ffff:${address}`)]).toEqual([true, true]);
      }
      expect(isPrivateAddress(`93.184.${one}.${other}`)).toBe(false);
    }),
  );
  for (const address of ["::1", "::", "fe80::1", "fc00::5", "172.16.0.1", "100.64.0.1", "0.0.0.0", "::ffff:7f00:1"]) {
    expect({ address, isPrivate: isPrivateAddress(address) }).toEqual({ address, isPrivate: true });
  }
  for (const address of ["2606:4700::1111", "172.32.0.1", "8.8.8.8"]) {
    expect({ address, isPrivate: isPrivateAddress(address) }).toEqual({ address, isPrivate: false });
  }
});

test("a small body that unpacks into a large one is cut off", async () => {
  const { fetch, url } = guarded("127.0.0.1");
  await expect(fetch(`${url}zeros`)).rejects.toMatchObject({ kind: "unreadable" });
});

test("a body that is sent in pieces, whatever length it declares, is cut off", async () => {
  const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n";
  const rude = await openRudeServer((socket) => void socket.write(head + piece.repeat(40)));
  const fetch = guardedFetch({ baseUrl: rude.baseUrl, allow: [], responseBytesMax: 100_000 });
  await expect(fetch(rude.baseUrl)).rejects.toMatchObject({ kind: "unreadable" });
  rude.close();
});

test("who is told to stop gets the reason, not a failure of the server", async () => {
  const { fetch, url } = guarded("127.0.0.1");
  const reason = new Error("the client left");
  await expect(fetch(url, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test("a proxy in the environment is not used", async () => {
  const proxy = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response('"proxied"') });
  const program = `
    import { guardedFetch } from ${JSON.stringify(join(import.meta.dir, "../../../src/models/language/guarded-fetch.ts"))};
    const url = ${JSON.stringify(`http://127.0.0.1:${server.port}/`)};
    const guarded = guardedFetch({ baseUrl: url, allow: [], responseBytesMax: 1000 });
    console.log(await (await fetch(url)).text(), await (await guarded(url)).text());
  `;
  const address = `http://127.0.0.1:${proxy.port}`;
  const env = { ...process.env, HTTP_PROXY: address, http_proxy: address, NO_PROXY: "", no_proxy: "" };
  const child = Bun.spawn([process.execPath, "-e", program], { env, stdout: "pipe", cwd: import.meta.dir });
  const printed = await child.stdout.text();
  await proxy.stop(true);
  expect(printed.trim()).toBe(`"proxied" {"host":"127.0.0.1:${server.port}"}`);
});

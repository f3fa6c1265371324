/** `dragoman ping`: what watches over a container asks with it, and goes by its exit status alone. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dragoman, newFolder, type Server, start } from "./dragoman.ts";

const folder = newFolder();
const data = (name: string) => ["--data", join(folder.path, name)];
let server: Server;
/** With its health at an address of its own. */
let apart: Server;

beforeAll(async () => {
  mkdirSync(join(folder.path, "apart"), { mode: 0o700 });
  writeFileSync(join(folder.path, "apart/dragoman.toml"), '[server]\noperations_listen = "127.0.0.1:0"\n');
  [server, apart] = await Promise.all([
    start(["serve", "--port", "0", ...data("data")]),
    start(["serve", "--port", "0", ...data("apart")]),
  ]);
}, 60_000);
afterAll(async () => {
  server?.kill("SIGTERM");
  apart?.kill("SIGTERM");
  await folder.remove();
});

/** It may ask before the model is loaded, as a container's runtime does: then it asks again. */
async function readyIn(words: readonly string[]) {
  for (;;) {
    const ended = await dragoman(["ping", ...words]);
    if (!ended.err.includes("not ready")) return ended;
    expect(ended.status).toBe(1);
  }
}

test("says that the server of the folder is ready, wherever its health is", async () => {
  const { status, out, err } = await readyIn(data("data"));
  expect({ status, out, err }).toEqual({ status: 0, out: `${server.started.address} is ready\n`, err: "" });
  const other = await readyIn([...data("apart"), "--json"]);
  expect(JSON.parse(other.out)).toEqual({ ready: true, address: apart.started.operations_address });
  expect(other.status).toBe(0);
}, 60_000);

test("asks the server at an address, with or without a slash at its end", async () => {
  await readyIn(data("data"));
  for (const end of ["", "/"]) {
    const { status, out } = await dragoman(["ping", "--server", `${server.started.address}${end}`]);
    expect({ status, out }).toEqual({ status: 0, out: `${server.started.address} is ready\n` });
  }
}, 60_000);

describe("exit status 1, and why", () => {
  const answering = (answer: () => Response) => Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: answer });

  test("where no server runs on the folder", async () => {
    const { status, out, err } = await dragoman(["ping", ...data("nowhere")]);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toContain("no server answers on the data folder");
  });

  test.each([
    [
      "it waits for something",
      () => Response.json({ message: "not ready: the model is loading" }, { status: 503 }),
      "the model is loading",
    ],
    ["it is something else", () => new Response("<html>", { headers: { "Content-Type": "text/html" } }), "HTTP 200"],
    ["it leads elsewhere", () => Response.redirect("http://127.0.0.1:1/readyz"), "HTTP 302"],
  ])("where %s", async (_, answer, says) => {
    await using other = { server: answering(answer), [Symbol.asyncDispose]: () => other.server.stop(true) };
    const { status, out, err } = await dragoman(["ping", "--server", other.server.url.href]);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toContain(says);
  });

  test("where nobody listens", async () => {
    const free = answering(() => new Response());
    const { href } = free.url;
    await free.stop(true);
    const { status, err } = await dragoman(["ping", "--server", href]);
    expect([status, err]).toEqual([1, expect.stringContaining("cannot be reached (ECONNREFUSED): is it running?")]);
  });
});

test("exit status 2 for an address that is none", async () => {
  for (const words of [
    ["--server", "dragoman.example"],
    ["--server", "http://127.0.0.1:1", ...data("data")],
  ]) {
    const { status, err } = await dragoman(["ping", ...words]);
    expect([status, err]).toEqual([2, expect.stringContaining("--server")]);
  }
});

/** A model server that we start ourselves: a fake program, as a process of its own. */
import { afterEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { ChildServer } from "#models/language/child-server.ts";
import { openServedModel } from "#models/language/index.ts";
import { EXECUTABLE } from "../../../scripts/dragoman-process.ts";
import { createApp, freshPlace, LARGE_PLAN, type Place, requireTools, settings } from "../../binary/kit.ts";
import { asking, servedOptions, signal } from "./served.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** Answers as `llama-server` does; `--die` ends it before that, `--deaf` keeps it alive through SIGTERM. */
const PROGRAM = `
const option = (name) => process.argv[process.argv.indexOf(name) + 1];
if (process.argv.includes("--die")) { console.error("no such model"); process.exit(3); }
if (process.argv.includes("--deaf")) process.on("SIGTERM", () => {});
const content = JSON.stringify({ call: { tool: "stop_timer", parameters: {} } });
Bun.serve({
  hostname: option("--host"),
  port: Number(option("--port")),
  fetch: (request) => new URL(request.url).pathname === "/health" ? Response.json({ status: "ok", pid: process.pid }) : Response.json({
    id: "1", object: "chat.completion", created: 1, model: option("--model"),
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }),
});
`;

interface Program {
  readonly executable: string;
  readonly arguments: readonly string[];
  readonly path: string;
}

function program(place: Place, ...extra: readonly string[]): Program {
  writeFileSync(place.at("server.js"), PROGRAM);
  return { executable: process.execPath, arguments: [place.at("server.js"), ...extra], path: "/models/tiny.gguf" };
}

function child(options: Program, log: (message: string) => void = () => {}): ChildServer {
  const server = new ChildServer({ ...options, log, waitMsFirst: 20 });
  opened.push(server);
  return server;
}

async function pidAt(baseUrl: string): Promise<number> {
  const health = await fetch(new URL("/health", baseUrl));
  return ((await health.json()) as { readonly pid: number }).pid;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function eventually(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400 && !isSo(); tries += 1) await Bun.sleep(25);
  expect(isSo()).toBe(true);
}

test("it is asked when it answers /health, and is called as its file is", async () => {
  using place = freshPlace();
  const options = servedOptions("", { provider: "llama-server", ...program(place) });
  const served = openServedModel(options);
  opened.push(served);
  expect(served.model.id).toBe("llama-server/tiny");
  await served.model.ready();
  expect(await served.model.call(asking("stop the timer"), signal())).toMatchObject({ tool: 1 });
});

test("before it is up a question is refused, not kept waiting", async () => {
  using place = freshPlace();
  const server = child(program(place));
  expect(() => server.baseUrl()).toThrow("not up");
});

test("it is started again when it ends, at an address of its own", async () => {
  using place = freshPlace();
  const lines: string[] = [];
  const server = child(program(place), (line) => lines.push(line));
  await server.started();
  const first = await pidAt(server.baseUrl());
  process.kill(first, "SIGKILL");
  await eventually(() => lines.length === 1);
  const isUp = () => {
    try {
      return server.baseUrl() !== "";
    } catch {
      return false;
    }
  };
  await eventually(isUp);
  expect(await pidAt(server.baseUrl())).not.toBe(first);
  expect(lines[0]).toContain("started again in 20 ms: SIGKILL");
});

test("one that never comes up is given up, with what it said last", async () => {
  using place = freshPlace();
  const lines: string[] = [];
  const server = child(program(place, "--die"), (line) => lines.push(line));
  await expect(server.started()).rejects.toMatchObject({
    code: "bad_gateway",
    message: expect.stringMatching(/ended 6 times in a row .*exit status 3; no such model/),
  });
  expect(lines).toHaveLength(6);
});

test("a program that is not there is given up too", async () => {
  const server = child({ executable: "/nowhere/llama-server", arguments: [], path: "/models/tiny.gguf" });
  await expect(server.started()).rejects.toMatchObject({ code: "bad_gateway" });
});

test("closing ends it, also one that does not heed SIGTERM", async () => {
  using place = freshPlace();
  const server = child(program(place, "--deaf"));
  await server.started();
  const pid = await pidAt(server.baseUrl());
  await server.close();
  expect(isAlive(pid)).toBe(false);
}, 60_000);

test.each(["SIGTERM", "SIGKILL"] as const)(
  "%s to the executable leaves no child behind",
  async (how) => {
    // It holds the leash that outlives us.
    requireTools("setpriv", "pgrep");
    using place = freshPlace();
    const { executable, arguments: given, path } = program(place);
    const model = ['provider = "llama-server"', `executable = "${executable}"`, `path = "${path}"`];
    settings(place, [...LARGE_PLAN, "[model]", ...model, `arguments = ${JSON.stringify(given)}`]);
    await createApp(place.path);
    const server = Bun.spawn([EXECUTABLE, "serve", "--data", place.path, "--port", "0"], {
      stdio: ["ignore", "ignore", "ignore"],
    });
    const children = () =>
      Bun.spawnSync(["pgrep", "-P", String(server.pid)])
        .stdout.toString()
        .trim();
    await eventually(() => children() !== "");
    const pid = Number(children().split("\n")[0]);
    server.kill(how);
    await server.exited;
    await eventually(() => !isAlive(pid));
  },
  60_000,
);

import { afterAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { newFolder, start } from "./dragoman.ts";

const folder = newFolder();
afterAll(() => folder.remove());

test("the demo's three commands work when pasted, and it leaves nothing behind", async () => {
  const demo = await start(["demo", "--port", "0"], { TMPDIR: folder.path, DRAGOMAN_SERVER_PORT: "1" });
  const commands = demo.started.commands as unknown as readonly string[];
  expect(commands).toHaveLength(3);
  expect(readdirSync(folder.path)).toHaveLength(1);

  const shell = Bun.spawn(["bash", "-c", commands.join("\n")], { stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([shell.stdout.text(), shell.stderr.text()]);
  expect(err).toBe("");
  const [resolved, classified] = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(resolved.resolved.tool).toBe("book_table");
  expect(resolved.resolved.parameters).toMatchObject({ restaurant: "Luigi", people: 4 });
  expect(classified.classifications).toMatchObject([{ label: "delivery" }]);

  const [exchange, resolve] = commands;
  const { reworded } = demo.started;
  const again = Bun.spawn(["bash", "-c", [exchange, resolve, "sleep 0.5", reworded].join("\n")], { stdout: "pipe" });
  const sources = (await again.stdout.text()).trim().split("\n");
  expect(sources.map((line) => JSON.parse(line).metadata.source)).toEqual(["exact_cache", "semantic_cache"]);
  expect(resolved.metadata.source).toBe("model");

  demo.kill("SIGINT");
  expect((await demo.ended).status).toBe(0);
  expect(readdirSync(folder.path)).toEqual([]);
}, 60_000);

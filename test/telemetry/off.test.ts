/** Without a collector there is no telemetry: nothing is loaded, and nothing is followed. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { UNTRACED } from "#core/ports/tracer.ts";
import { openTestApp } from "../kit.ts";

test("a server without an endpoint follows nothing", async () => {
  const server = await openTestApp();
  expect(server.app.services.tracer).toBe(UNTRACED);
  await server.close();
});

test("no source file loads the exporter before an endpoint is known", async () => {
  const root = join(import.meta.dir, "../../src");
  const found: string[] = [];
  let asked = 0;
  for await (const path of new Bun.Glob("**/*.ts").scan({ cwd: root })) {
    if (path.startsWith("telemetry/")) continue;
    const text = await Bun.file(join(root, path)).text();
    asked += [...text.matchAll(/ import\("#telemetry\//g)].length;
    if (/^(import|export) (?!type )[^;]*from "#telemetry\//m.test(text)) found.push(path);
  }
  expect(found).toEqual([]);
  expect(asked).toBe(2);
});

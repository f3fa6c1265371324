/** The log of questions at the prompt, without a server. */
import { expect, test } from "bun:test";
import type { AppId } from "#core/tenant.ts";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { NOW } from "../storage/kit.ts";
import { dragoman, newFolder } from "./dragoman.ts";

test("the misses that are not shown are counted", async () => {
  const folder = newFolder();
  const created = await dragoman(["app", "create", "Shop", "--json", "--data", folder.path]);
  const app = JSON.parse(created.out).app_id as AppId;
  expect((await dragoman(["log", "on", "--app", app, "--data", folder.path])).status).toBe(0);
  const { queryLog, ...storage } = await openEmbeddedStorage({ dataDir: folder.path });
  await queryLog.add(
    app,
    Array.from({ length: 230 }, (_, at) => ({
      digest: `digest ${at}`,
      question: {
        kind: "resolve",
        sets: [],
        sentence: `sentence ${at}`,
        answer: { tool: "none", parameters: {} },
        confidence: 0.3,
        runnerUp: null,
        missing: [],
        source: "model",
      },
      doubt: 0.5,
      times: 1,
      requestId: `req_${at}`,
      at: NOW,
    })),
  );
  await storage.close();
  const misses = (...more: readonly string[]) =>
    dragoman(["log", "misses", "--app", app, "--data", folder.path, ...more]);
  const { status, out, err } = await misses("--limit", "3");
  expect([status, out.trim().split("\n").length]).toEqual([0, 4]);
  expect(err).toContain("The first 3 of more than 200. Those that are taken make way for the next.\n");
  const { misses: given, total, is_cut } = JSON.parse((await misses("--json")).out);
  expect([given.length, total, is_cut]).toEqual([50, 200, true]);
  await folder.remove();
});

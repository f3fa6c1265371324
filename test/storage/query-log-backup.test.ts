import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { openEmbeddedStorage } from "#storage/embedded/index.ts";
import { backUp, restore } from "./backup-kit.ts";
import { aQuestion } from "./contract-query-log.ts";
import { anApp, appId, freshFolder } from "./kit.ts";

const app = appId("one");

test("logged questions are in a backup only when asked for, while the server goes on", async () => {
  using folder = freshFolder();
  const data = join(folder.path, "data");
  const storage = await openEmbeddedStorage({ dataDir: data });
  await storage.apps.create(anApp("one"));
  await storage.queryLog.configure(app, { days: 30, rows: 10, redact: true });
  await storage.queryLog.add(app, [aQuestion("a")]);
  for (const withQueryLog of [false, true]) {
    const [file, into] = [join(folder.path, `backup ${withQueryLog}`), join(folder.path, `into ${withQueryLog}`)];
    const { manifest } = await backUp(data, file, { withQueryLog });
    const names = ["dragoman.sqlite", ...(withQueryLog ? ["query-log.sqlite"] : [])];
    expect(manifest.files.map(({ name }) => name)).toEqual(names);
    await storage.queryLog.add(app, [aQuestion(`after ${withQueryLog}`)]);
    await restore(file, into);
    expect(existsSync(join(into, "query-log.sqlite"))).toBe(withQueryLog);
    const restored = await openEmbeddedStorage({ dataDir: into });
    expect(restored.queryLog.apps()).toEqual(withQueryLog ? [app] : []);
    expect(await restored.queryLog.count(app)).toBe(withQueryLog ? 2 : 0);
    await restored.close();
  }
  await storage.close();
  expect(readdirSync(folder.path).filter((name) => name.includes("@"))).toEqual([]);
});

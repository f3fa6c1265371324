/** The weights that ship, for one file of tests: open before its first test, closed and swept away after its last. */
import { afterAll } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmbeddedModels, openEmbeddedModels } from "#models/embedded/index.ts";

export async function openRealModels(): Promise<EmbeddedModels> {
  const folder = mkdtempSync(join(tmpdir(), "runtime-"));
  const models = openEmbeddedModels({ runtimeDir: folder, queueMax: 64, queuePerAppMax: 64 });
  afterAll(async () => {
    await models.close();
    rmSync(folder, { recursive: true });
  });
  await models.model.ready();
  return models;
}

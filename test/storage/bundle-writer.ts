/**
 * Writes all that a bundle brings, again and again with another content, until it is killed. Says on stdout when it has begun. Started by
 * bundle-killed.test.ts with the data folder.
 */
import { writeSync } from "node:fs";
import type { NamedDraft } from "#core/ports/definition-store.ts";
import { lockFolder, openEmbeddedStorage } from "#storage/embedded/index.ts";
import { aBank, aMemory, appId, aToolset, NOW } from "./kit.ts";

const MEMORIES = 40;
const [dataDir = "", run = ""] = process.argv.slice(2);
lockFolder(dataDir);
const storage = await openEmbeddedStorage({ dataDir });

function bundle(name: string): readonly NamedDraft<"bank" | "toolset">[] {
  const memories = Array.from({ length: MEMORIES }, (_, at) => aMemory(`mem_${name}_${at}`));
  const right = { kind: "calls", calls: [{ tool: "light", parameters: {} }] } as const;
  const cases = ["lights", "lamps"].map((words) => ({
    ...{ id: `case_${name}_${words}`, text: `${words} ${name}`, words, right, beside: ["home-v1"], taughtAt: NOW },
  }));
  return [
    { kind: "bank", signature: "bank_1", draft: { ...aBank("Habits"), description: name }, memories },
    {
      ...{ kind: "toolset", signature: "home-v1", draft: { ...aToolset("light"), description: name } },
      taught: { cases, casesMax: 2 },
    },
  ];
}

for (let index = 0; ; index += 1) {
  await storage.definitions.writeAll(appId("one"), bundle(`${run}-${index}`), { at: NOW, mayReplace: true });
  writeSync(1, `${index}\n`);
}

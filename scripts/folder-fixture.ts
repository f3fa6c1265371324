/**
 * Keeps a data folder as this version makes it, so that every later one can be tried on it: `bun scripts/folder-fixture.ts` writes
 * `test/storage/folders/VERSION.dragoman`, a backup. Run it once, on the commit that is released; the file is never made again.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { runDragoman } from "./dragoman-process.ts";

const FOLDERS = join(import.meta.dir, "../test/storage/folders");
const TARGET = join(FOLDERS, `${manifest.version}.dragoman`);

const TOOLS = [
  {
    type: "function",
    function: {
      name: "find_order",
      description: "Find an order by its number",
      parameters: { type: "object", required: ["number"], properties: { number: { type: "string" } } },
    },
  },
];
const LABELS = "text,label\nwhere is my parcel,delivery\nI want my money back,refund\n";

if (existsSync(TARGET)) throw new Error(`${TARGET} is there already: what a version made is kept as it made it`);
const place = mkdtempSync(join(tmpdir(), "dragoman-folder-"));
try {
  const data = join(place, "data");
  writeFileSync(join(place, "tools.json"), JSON.stringify(TOOLS));
  writeFileSync(join(place, "labels.csv"), LABELS);
  writeFileSync(join(place, "medicines.jsonl"), '{"value": "Paracetamol 500", "synonyms": ["tylenol"]}\n');
  const made = JSON.parse(await run(["app", "create", "Kept", "--plan", "free", "--json", "--data", data]));
  const app = ["--app", made.app_id, "--data", data];
  await run(["app", "credit", made.app_id, "7", "--data", data]);
  await run(["key", "create", made.app_id, "--name", "second", "--data", data]);
  await run(["import", join(place, "tools.json"), "--signature", "shop-v1", ...app]);
  await run(["import", join(place, "labels.csv"), "--signature", "mail-v1", ...app]);
  await run(["values", "import", "medicines", join(place, "medicines.jsonl"), ...app]);
  const call = ["--tool", "find_order", "--parameters", '{"number":"4711"}'];
  await run(["teach", "shop-v1", "where is it, the usual one", ...call, ...app]);
  await run(["alias", "set", "shop", "shop-v1", ...app]);
  await run(["backup", join(place, "kept.dragoman"), "--data", data]);
  mkdirSync(FOLDERS, { recursive: true });
  writeFileSync(TARGET, await Bun.file(join(place, "kept.dragoman")).bytes(), { flag: "wx" });
  console.log(`${TARGET}: ${Bun.file(TARGET).size} bytes`);
} finally {
  rmSync(place, { recursive: true, force: true });
}

async function run(words: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await runDragoman(words);
  if (status !== 0) throw new Error(`dragoman ${words.join(" ")}: ${stderr}`);
  return stdout;
}

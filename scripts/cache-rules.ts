/**
 * Deletes each rule of the cache, one at a time, and demands that its scenarios fail: `bun scripts/cache-rules.ts [RULE…]`. The row
 * is really taken out of `table.ts`, in a copy of the tree: that shows as well that the row is the rule, and nothing else
 * refuses in its place. Takes some minutes; exits with 1 when a deletion goes unnoticed.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RULES, type RuleId } from "#core/semantic-cache/rules/table.ts";

const ROOT = join(import.meta.dir, "..");
const TABLE = "src/core/semantic-cache/rules/table.ts";
const SCENARIOS = "test/core/semantic-cache/rules.test.ts";
const COPIED = ["src", "test", "package.json", "tsconfig.json", "bunfig.toml"];
/** Nothing in these imports a source file. */
const LINKED = ["node_modules", "data", "dist"];
const TEST_TIMEOUT_MS = 60_000;

interface Outcome {
  readonly passed: number;
  readonly failed: number;
}

function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-cache-rules-"));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of LINKED) symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
}

/** Throws when the row is not found, or is not alone. */
function withoutRow(table: string, id: RuleId): string {
  const rows = table.split(/(?<=^ {2}\},\n)(?= {2}\{\n)|(?<=^export const RULES = \[\n)|(?=^\] as const)/m);
  const left = rows.filter((row) => !row.startsWith(`  {\n    id: "${id}",\n`));
  if (left.length !== rows.length - 1) throw new Error(`the row of ${id} was not found in ${TABLE}`);
  return left.join("");
}

/** Runs the scenarios of one rule. Throws when they do not run at all. */
async function scenariosOf(id: RuleId, folder: string): Promise<Outcome> {
  const run = Bun.spawn(
    ["bun", "test", SCENARIOS, `--timeout=${TEST_TIMEOUT_MS}`, "--test-name-pattern", ` ${id} \\(`],
    { cwd: folder, stdout: "ignore", stderr: "pipe" },
  );
  const [said] = await Promise.all([new Response(run.stderr).text(), run.exited]);
  const count = (what: "fail" | "pass") => Number(new RegExp(`^\\s*(\\d+) ${what}$`, "m").exec(said)?.[1] ?? 0);
  const outcome = { passed: count("pass"), failed: count("fail") };
  if (outcome.passed + outcome.failed === 0 || /^error: (?!expect)/m.test(said))
    throw new Error(`the scenarios of ${id} did not run:\n${said}`);
  return outcome;
}

const wanted = process.argv.slice(2);
const rules = RULES.map(({ id }) => id).filter((id) => wanted.length === 0 || wanted.includes(id));
const table = readFileSync(join(ROOT, TABLE), "utf8");
const folder = copyOfTree();
let noticed = 0;
try {
  console.log("| rule | scenarios | with the rule | without it |\n| --- | --- | --- | --- |");
  for (const id of rules) {
    writeFileSync(join(folder, TABLE), table);
    const kept = await scenariosOf(id, folder);
    writeFileSync(join(folder, TABLE), withoutRow(table, id));
    const gone = await scenariosOf(id, folder);
    if (kept.failed === 0 && gone.passed === 0) noticed += 1;
    const without = gone.passed === 0 ? "all fail" : `${gone.passed} PASS`;
    const withIt = kept.failed === 0 ? "all pass" : `${kept.failed} FAIL`;
    console.log(`| ${id} | ${gone.passed + gone.failed} | ${withIt} | ${without} |`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${noticed} of ${rules.length} deletions are noticed`);
if (rules.length === 0 || noticed < rules.length) process.exitCode = 1;

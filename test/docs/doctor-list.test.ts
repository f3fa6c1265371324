import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CHECKS } from "#core/doctor/catalogue.ts";

test("the page about the doctor lists what it looks at", () => {
  const page = readFileSync(join(import.meta.dir, "../../docs/how-to/upgrade.md"), "utf8");
  const lines = Object.entries(CHECKS).map(([check, looksAt]) => `${check.padEnd(12)}  ${looksAt}\n`);
  expect(page).toContain(`\n\`\`\`text\n${lines.join("")}\`\`\`\n`);
});

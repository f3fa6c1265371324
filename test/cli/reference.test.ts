import { expect, test } from "bun:test";
import { renderCommandsReference } from "../../src/cli/reference.ts";

test("docs/reference/commands.md is what the table says", async () => {
  const page = Bun.file(new URL("../../docs/reference/commands.md", import.meta.url));
  expect(await page.text()).toBe(renderCommandsReference());
});

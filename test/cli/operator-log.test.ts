/** Who did what with a running server stands in its log, for the owner to read later. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { dragoman, json, newFolder, start } from "./dragoman.ts";

const folder = newFolder();
afterAll(() => folder.remove());

test("what an operator changes or takes out is logged with who, what and which, without a secret", async () => {
  const data = ["--data", join(folder.path, "data")];
  const server = await start(["serve", "--port", "0", ...data]);
  const user = `operator (user ${process.getuid?.()}): `;
  const { app_id: app, api_key: first } = await json(["app", "create", 'Shop" plan="pro', ...data]);
  const { key_id: key, api_key: second } = await json(["key", "create", app, "--name", "ci", ...data]);
  await json(["app", "plan", app, "pro", ...data]);
  await json(["app", "credit", app, "50", ...data]);
  await json(["app", "suspend", app, ...data]);
  await json(["app", "resume", app, ...data]);
  // By the whole key: the log names it by its id.
  await json(["key", "revoke", second, "--yes", ...data]);
  const { kid } = await json(["signing-key", "rotate", ...data]);
  const { admin_token: adminToken } = await json(["admin-token", "reset", "--yes", ...data]);
  await json(["cache", app, ...data]);
  await json(["export", "--app", app, ...data]);
  // Nothing is changed by these, and nothing of an app is shown.
  await json(["app", "list", ...data]);
  await json(["key", "list", app, ...data]);
  expect((await dragoman(["app", "plan", app, "golden", ...data])).status).toBe(1);
  await json(["app", "delete", app, "--yes", ...data]);
  server.kill("SIGTERM");
  const { out } = await server.ended;
  const lines = out.split("\n").filter((line) => line !== "");
  const told = lines.map((line) => JSON.parse(line)).filter(({ message }) => message?.startsWith("operator "));
  expect(told.every(({ level }) => level === "info")).toBe(true);
  expect(told.map(({ message }) => message)).toEqual(
    [
      `app.create app_id="${app}" name=${JSON.stringify('Shop" plan="pro')} plan="unlimited"`,
      `key.create app_id="${app}" key_id="${key}" name="ci"`,
      `app.plan app_id="${app}" plan="pro"`,
      `app.credit app_id="${app}" requests=50`,
      `app.suspend app_id="${app}"`,
      `app.resume app_id="${app}"`,
      `key.revoke app_id="${app}" key_id="${key}" name="ci"`,
      `signing-key.rotate kid="${kid}"`,
      "admin-token.reset",
      `cache app_id="${app}"`,
      `export app_id="${app}"`,
      `app.delete app_id="${app}" name=${JSON.stringify('Shop" plan="pro')} keys=2 sets=0`,
    ].map((words) => user + words),
  );
  for (const secret of [first, second, adminToken]) expect(out).not.toContain(secret);
}, 60_000);

/** What operators did is in the data folder, whoever did it and whether a server ran. */
import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { dragoman, json, newFolder, start } from "./dragoman.ts";

const folder = newFolder();
afterAll(() => folder.remove());

const data = ["--data", join(folder.path, "data")];
const user = `user ${process.geteuid?.()}`;

test("a command is in the audit log, with and without a server", async () => {
  const { app_id: app, api_key: key } = await json(["app", "create", "Shop", ...data]);
  const server = await start(["serve", "--port", "0", ...data]);
  await json(["app", "credit", app, "50", ...data]);
  const { admin_token: token } = await json(["admin-token", "reset", "--yes", ...data]);
  const reply = await fetch(`${server.started.address}/admin/api/audit`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const text = await reply.text();
  expect(
    JSON.parse(text).data.map(({ by, what }: { readonly by: string; readonly what: string }) => [by, what]),
  ).toEqual([
    [user, "admin-token.reset"],
    [user, `app.credit app_id="${app}" requests=50`],
    [user, `app.create app_id="${app}" name="Shop" plan="unlimited"`],
  ]);
  for (const secret of [key, token]) expect(text).not.toContain(secret);
  server.kill("SIGTERM");
  await server.ended;
}, 60_000);

test("a link to the admin page is printed by the server that runs, and is in no log", async () => {
  const without = await dragoman(["admin-link", ...data]);
  expect([without.status, without.err]).toEqual([1, expect.stringContaining("no server runs on this folder")]);
  const server = await start(["serve", "--port", "0", ...data]);
  // The folder is not new: nobody asked for a link yet.
  expect(server.started.admin_link).toBeUndefined();
  const { link, expires_at } = await json(["admin-link", ...data]);
  const [address, code] = link.split("/admin#code=");
  expect([address, code.length]).toEqual([server.started.address, 43]);
  expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(29 * 60_000);
  server.kill("SIGTERM");
  const { out, err } = await server.ended;
  expect(out + err).not.toContain(code);
  expect(out).toContain("admin-link");
}, 60_000);

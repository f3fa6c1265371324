/** The programs of docs/how-to/openai-clients.md, as they stand there but for the address. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { blocksIn, ROOT, readPage } from "./blocks.ts";

const PAGE = blocksIn(readPage("docs/how-to/openai-clients.md"));
const PROGRAMS = PAGE.filter(({ kind }) => kind === "js").map(({ text }) => text);
const PRINTED = PAGE.find(({ kind }) => kind === "text")?.text;

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp({ hasShippedModels: true });
  owner = await server.tenant();
  await server.app.model.ready();
}, 60_000);
afterAll(() => server.close());

test("each program prints what the page says", async () => {
  expect(PROGRAMS).toHaveLength(3);
  const printed = PROGRAMS.map(async (program) => {
    const child = Bun.spawn([process.execPath, "run", "-"], {
      // The packages are this repository's.
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? "", DRAGOMAN_API_KEY: owner.apiKey },
      stdin: new Blob([program.replace("http://127.0.0.1:8420", server.url)]),
      stderr: "pipe",
    });
    const [out, err, status] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { out, err, status };
  });
  for (const one of await Promise.all(printed)) expect(one).toEqual({ out: PRINTED ?? "", err: "", status: 0 });
}, 60_000);

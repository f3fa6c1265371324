/** Whatever somebody gets wrong in a set is told in our own words, and in the same ones by the API and by `import`. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSource } from "#cli/exchange-file.ts";
import { messageOf } from "#core/errors.ts";
import { readSets } from "#core/exchange/formats.ts";
import type { JsonObject } from "#core/json.ts";
import { openTestApp, type Tenant, type TestApp } from "../kit.ts";
import { MISTAKES, type Mistake } from "./definition-mistakes.ts";

/** Words of whoever checks, which say nothing to whoever wrote. */
const JARGON = /draft|2020-12|schema validation|keyword failed|Expected|SyntaxError|Parse error|undefined|\[object/;

let server: TestApp;
let owner: Tenant;
beforeAll(async () => {
  server = await openTestApp();
  owner = await server.tenant();
});
afterAll(() => server.close());

/** What is said of it: the message, or the warnings of what was registered all the same. */
type Told = { readonly outcome: Mistake["outcome"]; readonly said: string };

async function toldByTheApi({ kind, body }: Mistake): Promise<Told> {
  const reply = await owner.request("POST", `/v1/${kind}s`, body);
  if (reply.status === 400) return { outcome: "refused", said: reply.json.message };
  expect(reply.status).toBe(201);
  await owner.request("DELETE", `/v1/${kind}s/${reply.json.signature}`);
  return { outcome: "warned", said: warningsIn(reply.json) };
}

async function toldByImport({ name, body }: Mistake): Promise<Told> {
  const file = join(server.dataDir, `${name.replace(/\W+/g, "-")}.json`);
  writeFileSync(file, typeof body === "string" ? body : JSON.stringify(body));
  try {
    const source = await readSource(file, null);
    const { resources } = readSets(source, { format: null, signature: null, only: [], fileName: "mistake" });
    const args = { app_id: owner.appId, sets: resources, existing: "refuse" };
    const [imported] = (await server.app.operator.run("import.check", args, "a test")) as readonly JsonObject[];
    return { outcome: "warned", said: warningsIn(imported ?? {}) };
  } catch (failure) {
    return { outcome: "refused", said: messageOf(failure) };
  }
}

function warningsIn({ warnings }: JsonObject): string {
  const told = (warnings ?? []) as readonly JsonObject[];
  return told.map(({ message, instead }) => `${message}: ${instead}`).join("; ");
}

describe("what is wrong in a set is told in our own words", () => {
  for (const mistake of MISTAKES) {
    test(`${mistake.kind}: ${mistake.name}`, async () => {
      const told = await toldByTheApi(mistake);
      expect(told).toEqual({ outcome: mistake.outcome, said: expect.stringMatching(mistake.says) });
      expect(told.said).not.toMatch(JARGON);
    });

    test(`${mistake.kind}, of a file: ${mistake.name}`, async () => {
      const told = await toldByImport(mistake);
      if (mistake.imported === "is read") expect(told).toEqual({ outcome: "warned", said: "" });
      else expect(told).toEqual({ outcome: mistake.outcome, said: expect.stringMatching(mistake.says) });
      expect(told.said).not.toMatch(JARGON);
    });
  }

  test("the table has at least 60 of them, each once", () => {
    expect(MISTAKES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(MISTAKES.map(({ body }) => JSON.stringify(body))).size).toBe(MISTAKES.length);
  });
});

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FaultServer, openFaultServer, said } from "../fault-server.ts";
import { dragoman, newFolder } from "./dragoman.ts";

let folder: ReturnType<typeof newFolder>;
let upstream: FaultServer;
beforeEach(() => {
  folder = newFolder();
  upstream = openFaultServer();
});
afterEach(async () => {
  await upstream.close();
  await folder.remove();
});

const settings = (lines: string) => writeFileSync(join(folder.path, "dragoman.toml"), `[model]\n${lines}\n`);
const tested = async () => {
  const { status, out } = await dragoman(["model", "test", "--json", "--data", folder.path]);
  return { status, ...JSON.parse(out) };
};

describe("model test", () => {
  test("asks the model server of the settings, and says what it can do", async () => {
    settings(`provider = "openai"\nbase_url = "${upstream.baseUrl}"\nname = "tiny"`);
    upstream.answer = ({ response_format }) => said(response_format ? '{"code": "k7"}' : "banana");
    expect(await tested()).toMatchObject({
      status: 0,
      ok: true,
      checks: [
        { check: "server" },
        { check: "schema", found: "answers obey a JSON schema" },
        { check: "tools" },
        { check: "system" },
        { check: "mode" },
      ],
    });
    expect(upstream.asked[0]?.model).toBe("tiny");
  });

  test("ends with exit status 1 when the server does not answer", async () => {
    await upstream.close();
    settings(`provider = "openai"\nbase_url = "${upstream.baseUrl}"`);
    expect(await tested()).toMatchObject({ status: 1, ok: false, checks: [{ check: "server", ok: false }] });
  });

  test("asks every model of the chain", async () => {
    const server = `base_url = "${upstream.baseUrl}"`;
    settings(
      `provider = "openai"\n${server}\nfallbacks = ["big", "embedded"]\n[backends.big]\n${server}\nname = "big-1"`,
    );
    upstream.answer = ({ response_format }) => said(response_format ? '{"code": "k7"}' : "banana");
    const { checks } = await tested();
    expect([...new Set(checks.map(({ model }: { model: string }) => model))]).toEqual([
      "openai/qwen3:4b",
      "openai/big-1",
      "embedded",
    ]);
  });

  test("has nothing to ask of the embedded model", async () => {
    expect(await tested()).toMatchObject({ status: 0, ok: true, checks: [{ model: "embedded", check: "server" }] });
  });
});

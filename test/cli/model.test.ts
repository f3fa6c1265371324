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

describe("model list", () => {
  test("shows every model of the settings, with what was found of it", async () => {
    const server = `base_url = "${upstream.baseUrl}"`;
    const nowhere = 'base_url = "http://127.0.0.1:1/v1"';
    const backends = `[backends.big]\n${nowhere}\nname = "big-1"\n[backends.spare]\n${server}\nname = "spare-1"\nmode = "auto"`;
    settings(`provider = "openai"\n${server}\nname = "tiny"\nfallbacks = ["big", "embedded"]\n${backends}`);
    upstream.answer = ({ response_format }) => said(response_format ? '{"code": "k7"}' : "banana");
    const { status, out } = await dragoman(["model", "list", "--json", "--data", folder.path]);
    expect(status).toBe(0);
    const found = {
      answers: true,
      schema: true,
      tools: "none",
      system: true,
      streaming: false,
      context: null,
      best: "schema",
    };
    expect(JSON.parse(out)).toMatchObject([
      { name: "model", asked: 1, model: "openai/tiny", mode: "schema", ...found },
      { name: "big", asked: 2, model: "openai/big-1", answers: false, schema: null, streaming: null, best: null },
      { name: "embedded", asked: 3, model: "embedded", answers: true },
      { name: "spare", asked: null, model: "openai/spare-1", mode: "auto", ...found },
    ]);
  });
});

describe("model test", () => {
  test("asks the model server of the settings, and says what it can do", async () => {
    settings(`provider = "openai"\nbase_url = "${upstream.baseUrl}"\nname = "tiny"`);
    upstream.answer = ({ response_format }) => said(response_format ? '{"code": "k7"}' : "banana");
    upstream.facts = { "/v1/models": { data: [{ id: "other" }, { id: "tiny", max_model_len: 8_192 }] } };
    expect(await tested()).toMatchObject({
      status: 0,
      ok: true,
      checks: [
        { check: "server" },
        { check: "schema", found: "answers obey a JSON schema" },
        { check: "tools" },
        { check: "system" },
        { check: "streaming", found: "answers come whole, also where events are asked for" },
        { check: "context", found: "8192 tokens" },
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

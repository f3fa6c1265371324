import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, chownSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type FaultServer, openFaultServer, said } from "../fault-server.ts";
import { dragoman, newFolder, start } from "./dragoman.ts";

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
      { name: "model", asked: 1, model: "openai/tiny", mode: "auto", ...found },
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

describe("on a folder that a server uses", () => {
  const isReal = ({ messages }: { readonly messages: readonly { readonly content: string }[] }) =>
    messages.some(({ content }) => content.includes("<request>"));
  const questions = () => upstream.asked.filter((asked) => !isReal(asked)).length;
  const listed = async (...args: readonly string[]) => {
    const { out } = await dragoman(["model", "list", "--data", folder.path, ...args]);
    return out;
  };
  const serving = () => start(["serve", "--data", folder.path, "--port", "0"]);
  const ended = async (server: Awaited<ReturnType<typeof serving>>) => {
    server.kill("SIGTERM");
    await server.ended;
  };

  test("what the server found is shown with its age and not asked again, until model test asks", async () => {
    settings(`provider = "openai"\nbase_url = "${upstream.baseUrl}"\nname = "tiny"`);
    upstream.answer = ({ response_format }) => said(response_format ? '{"code": "k7"}' : "banana");
    const server = await serving();
    while (questions() < 5) await Bun.sleep(10);
    const first = JSON.parse(await listed("--json"));
    expect(first).toMatchObject([{ name: "model", answers: true, schema: true, best: "schema" }]);
    expect(Date.now() - Date.parse(first[0].found_at)).toBeLessThan(60_000);
    expect(await listed()).toMatch(/found\n.*just now/s);
    expect(questions()).toBe(5);
    const { out } = await dragoman(["doctor", "--json", "--data", folder.path]);
    const { found } = JSON.parse(out).checks.find(({ check }: { readonly check: string }) => check === "backend");
    expect(found).toContain("openai/tiny: answers; schema: answers obey a JSON schema");
    expect(found).toContain("age: found just now");
    expect(questions()).toBe(6);
    // The server has learned functions, and forgotten schemas.
    upstream.answer = ({ tools }) =>
      tools ? said(null, { calls: [{ name: "add", arguments: '{"one": 1, "other": 2}' }] }) : said("banana");
    expect((await tested()).checks.at(-1)).toMatchObject({
      check: "mode",
      found: '"auto" in the settings; "tools" is best',
    });
    await ended(server);
    // By the folder itself, as the server kept it.
    expect(JSON.parse(await listed("--json"))).toMatchObject([{ schema: false, tools: "forced", best: "tools" }]);
    const before = questions();
    const again = await serving();
    await Bun.sleep(100);
    await ended(again);
    expect(questions()).toBe(before);
  });

  test("a server that is away stops nothing", async () => {
    settings('provider = "openai"\nbase_url = "http://127.0.0.1:1/v1"');
    const server = await serving();
    while (!(await fetch(`${server.started.address}/readyz`)).ok) await Bun.sleep(20);
    expect(JSON.parse(await listed("--json"))).toMatchObject([{ answers: false, found_at: null }]);
    await ended(server);
  });
});

const STRANGER = 12_345;

test.if(process.getuid?.() === 0).each(["model test", "model list", "model try", "doctor"])(
  "%s starts no program that the settings of another user name, and sends nothing to their server",
  async (words) => {
    const mark = join(folder.path, "ran");
    const program = join(folder.path, "program.sh");
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`);
    chmodSync(program, 0o755);
    const backend = `[backends.away]\nbase_url = "${upstream.baseUrl}"\nname = "away"\napi_key_env = "SECRET_OF_ROOT"`;
    const own = `provider = "llama-server"\nexecutable = "${program}"\npath = "${program}"\nfallbacks = ["away"]`;
    settings(`${own}\n${backend}`);
    chownSync(join(folder.path, "dragoman.toml"), STRANGER, STRANGER);
    const { status, out, err } = await dragoman([...words.split(" "), "--data", folder.path], { SECRET_OF_ROOT: "s" });
    expect(status).not.toBe(0);
    expect(out + err).toContain(`it belongs to user ${STRANGER}`);
    expect({ ran: existsSync(mark), asked: upstream.asked.length }).toEqual({ ran: false, asked: 0 });
  },
  60_000,
);

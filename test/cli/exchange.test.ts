import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { dragoman, json, newFolder, type Server, start } from "./dragoman.ts";

const folder = newFolder();
const data = ["--data", join(folder.path, "data")];
let app: string;
let apiKey: string;

beforeAll(async () => {
  const created = await json(["app", "create", "Shop", ...data]);
  app = created.app_id;
  apiKey = created.api_key;
});
afterAll(() => folder.remove());

/** A file of the test's own; its path. */
function file(name: string, content: unknown): string {
  const path = join(folder.path, name);
  writeFileSync(path, typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content));
  return path;
}

const importing = (path: string, ...more: string[]) => dragoman(["import", path, "--app", app, ...data, ...more]);
const exporting = (...more: string[]) => dragoman(["export", "--app", app, ...data, ...more]);

const PETS = `openapi: 3.0.3
info: {title: Pet Store, version: 1.0.0}
servers: [{url: https://pets.example}]
paths:
  /pets/{petId}:
    get:
      operationId: getPet
      summary: Find a pet by its number
      parameters:
        - {name: petId, in: path, required: true, schema: {type: integer}}
      responses: {200: {description: fine}}
`;

const light = {
  name: "set_light",
  description: "Turn the light of a room on or off",
  parameters: {
    type: "object",
    properties: {
      room: { type: "string", description: "Room whose light is meant" },
      state: { type: "string", enum: ["on", "off"] },
    },
    required: ["room"],
  },
};

describe("without a server", () => {
  test("--dry-run says everything, and writes nothing", async () => {
    const { status, out, err } = await importing(file("pets.yaml", PETS), "--dry-run");
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toBe(
      `${join(folder.path, "pets.yaml")} is OpenAPI 3.0.3.
kept     getPet: GET /pets/{petId}
dropped  servers: a tool says what is to be done, not where: your program makes the call
would be created: the toolset "pet-store-v1" with 1 tool
Nothing was written: --dry-run.
`,
    );
    expect(await json(["export", "--app", app, ...data])).toEqual([]);
  }, 60_000);

  test("an import with --json gives the resources, and tells the rest on standard error", async () => {
    const { status, out, err } = await importing(file("pets.yaml", PETS), "--json");
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual([
      {
        signature: "pet-store-v1",
        name: "Pet Store",
        tools: [
          {
            name: "getPet",
            description: "Find a pet by its number",
            parameters: { type: "object", properties: { petId: { type: "integer" } }, required: ["petId"] },
          },
        ],
        require_evidence: false,
        content_hash: expect.stringMatching(/^sha256:/),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
    expect(err).toContain('created: the toolset "pet-store-v1" with 1 tool\n');
  }, 60_000);

  test("what is exported is imported again, once it may replace what is there", async () => {
    const path = join(folder.path, "sets.json");
    expect(await exporting(path)).toEqual({
      status: 0,
      out: "",
      err: `kept     the toolset "pet-store-v1": whole\nWritten to ${path}.\n`,
    });
    const refused = await importing(path, "--json");
    expect(refused.status).toBe(1);
    expect(JSON.parse(refused.out).error.code).toBe("conflict");
    expect(refused.err).toEndWith(
      'dragoman: the toolset "pet-store-v1" is registered already: --replace replaces what is there\n',
    );
    const replaced = await importing(path, "--replace");
    expect(replaced.status).toBe(0);
    expect(replaced.out).toContain('replaced: the toolset "pet-store-v1" with 1 tool\n');
    const copied = await importing(path, "--signature", "pets-v2");
    expect(copied.out).toContain('created: the toolset "pets-v2" with 1 tool\n');
    // The copy has the same content, so what was answered for one is known for the other.
    const [first, second] = await json(["export", "--app", app, ...data]);
    expect(second.content_hash).toBe(first.content_hash);
  }, 60_000);

  test("a file that exists is not written over", async () => {
    const path = file("precious.json", "mine");
    expect(await exporting(path)).toMatchObject({
      status: 1,
      err: expect.stringContaining(`dragoman: ${path} exists already: name another file, or remove it first\n`),
    });
    expect(readFileSync(path, "utf8")).toBe("mine");
  }, 60_000);

  test("YAML is told by its shape, or by --format", async () => {
    expect((await importing(file("pets", PETS), "--dry-run")).out).toContain(" is OpenAPI 3.0.3.\n");
    const directive = file("pets.txt", `%YAML 1.2\n---\n${PETS}`);
    expect((await importing(directive, "--dry-run", "--format", "openapi")).out).toContain(" is OpenAPI 3.0.3.\n");
  }, 60_000);

  test("standard input and output go in and out of other programs", async () => {
    const cmd = [EXECUTABLE, "import", "-", "--app", app, "--signature", "moods-v1", ...data];
    const stdin = new Blob(["text,label\r\nHooray,glad\r\n"]);
    const child = Bun.spawn(cmd, { stdin, stdout: "pipe", stderr: "pipe" });
    expect(await child.stdout.text()).toBe(
      "Standard input is CSV with texts and labels.\nkept     glad: 1 example\n" +
        'created: the classification set "moods-v1" with 1 class\n',
    );
    expect(await child.exited).toBe(0);
    const { out } = await exporting("-", "--signature", "moods-v1", "--format", "csv");
    expect(out).toBe("text,label\r\nHooray,glad\r\n");
  }, 60_000);

  test.each(["openai", "openai-flat", "anthropic", "mcp"])(
    "--format %s writes what it reads",
    async (format) => {
      const { status, out, err } = await exporting("--signature", "pets-v2", "--format", format);
      expect(status).toBe(0);
      expect(err).toContain('dropped  signature, name of the toolset "pets-v2": the format holds tools alone\n');
      const reading = await importing(file(`${format}.json`, out), "--dry-run", "--json");
      expect(JSON.parse(reading.out)[0]).toMatchObject({ signature: `${format}-v1`, tools: [{ name: "getPet" }] });
    },
    60_000,
  );

  const hugeYaml = [
    "a0: &a0 [x]",
    ...Array.from({ length: 20 }, (_, index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]`),
  ];

  test.each<[string, () => string, readonly string[], string]>([
    ["there is none", () => join(folder.path, "nowhere.json"), [], `there is no file ${folder.path}/nowhere.json`],
    ["it is empty", () => file("empty.json", " \n"), [], "empty.json is empty"],
    ["it is broken JSON", () => file("bad.json", '{"a": 1,'), [], "bad.json is no JSON: "],
    ["it is broken YAML", () => file("bad.yaml", "a: [1"), [], "bad.yaml is no YAML: "],
    [
      "its YAML breaks off",
      () => file("broken.yml", "a:\n  - b\nc: |\n  x\n z: [1\n"),
      [],
      "broken.yml is no YAML: line 5: ",
    ],
    [
      "it is UTF-16 without a mark",
      () => file("wide.csv", Buffer.from("text,label\n", "utf16le")),
      [],
      "wide.csv is no UTF-8",
    ],
    ["it is no UTF-8", () => file("latin.csv", new Uint8Array([0x74, 0xe9])), [], "latin.csv is no UTF-8 text"],
    [
      "its YAML stands for billions of values",
      () => file("huge.yaml", hugeYaml.join("\n")),
      [],
      "once its YAML aliases are followed",
    ],
    ["its YAML holds itself", () => file("self.yaml", "a: &a\n  b: *a\n"), [], "self.yaml has "],
    ["its shape is unknown", () => file("odd.json", { a: 1 }), [], "name its format with --format (dragoman, openai, "],
    ["it is prose", () => file("prose.txt", "Dear all, hello"), [], "the file is no JSON and no YAML"],
    [
      "the app is unknown",
      () => file("light.json", [light]),
      ["--app", "app_nobody"],
      'there is no app "app_nobody": `dragoman app list` shows them',
    ],
  ])("a file is refused in words, and exit status 1, when %s", async (_, path, more, words) => {
    const { status, err } = await importing(path(), ...more);
    expect(status).toBe(1);
    expect(err).toContain(words);
    expect(err).not.toContain("something unexpected");
  });

  test("an export into a folder that is not there says what to do", async () => {
    const { status, err } = await exporting(join(folder.path, "nowhere/sets.json"));
    expect(status).toBe(1);
    expect(err).toContain(`there is no folder ${folder.path}/nowhere for sets.json: make it first, or name another\n`);
  });

  test.each([
    [["import", "x.json", ...data], "--app is missing: dragoman import [FILE] --app ID [--signature S]"],
    [["export", ...data], "--app is missing: dragoman export [FILE] --app ID"],
    [["import", "--app", "a", ...data], "a FILE is needed, or --from-mcp"],
    [
      ["import", "x", "--app", "a", "--format", "yaml", ...data],
      '--format is one of dragoman, openai, openai-flat, anthropic, mcp, openapi, csv, rasa, luis, clu, dialogflow-es, dialogflow-cx, home-assistant, tensorzero, and "yaml" is none',
    ],
    [
      ["export", "--app", "a", "--format", "openapi", ...data],
      '--format is one of dragoman, openai, openai-flat, anthropic, mcp, csv, and "openapi" is none',
    ],
    [["export", "--app", "a", "--replace", ...data], '"dragoman export" has no option --replace'],
  ])("%j is misuse, and exit status 2", async (line, words) => {
    const { status, err } = await dragoman(line);
    expect({ status, err }).toEqual({ status: 2, err: expect.stringContaining(words) });
  });
});

test("the page on moving sets shows what really is said", async () => {
  const page = readFileSync(new URL("../../docs/how-to/move-sets.md", import.meta.url), "utf8");
  const [document = "", said = ""] = ["yaml", "text"].map((kind) => page.split(`\`\`\`${kind}\n`)[1]?.split("```")[0]);
  const path = file("pets.yaml", document);
  const { out } = await importing(path, "--signature", "page-v1", "--dry-run");
  expect(out).toBe(said.replace("pets.yaml", path).replace("pet-store-v1", "page-v1"));
});

describe("with a server on the folder", () => {
  let server: Server;
  beforeAll(async () => {
    server = await start(["serve", "--port", "0", ...data]);
  }, 60_000);
  afterAll(() => server.kill("SIGKILL"));

  const call = (path: string, body: object, token = "") =>
    fetch(`${server.started.address}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token !== "" && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });

  test("what is imported answers at once", async () => {
    expect((await importing(file("home.json", { tools: [{ type: "function", function: light }] }))).status).toBe(0);
    const rows = [
      "text,label",
      '"Where is my parcel?",delivery',
      "It has not arrived yet,delivery",
      "I want my money back,refund",
      "Please refund me,refund",
    ];
    expect((await importing(file("support.csv", rows.join("\n")))).status).toBe(0);
    const { access_token: token } = (await (await call("/v1/auth", { api_key: apiKey })).json()) as {
      readonly access_token: string;
    };
    for (let ready = false; !ready; ready = (await fetch(`${server.started.address}/readyz`)).ok) await Bun.sleep(50);
    const resolved = await call(
      "/v1/resolve",
      { query: "Turn on the light in the kitchen", toolsets: ["home-v1"] },
      token,
    );
    expect(await resolved.json()).toMatchObject({
      resolved: { tool: "set_light", parameters: { room: "kitchen", state: "on" } },
    });
    const classified = await call(
      "/v1/classify",
      { data: "Give me my money back please", classification_set: "support-v1" },
      token,
    );
    expect(await classified.json()).toMatchObject({ classifications: [{ label: "refund" }] });
    expect((await json(["export", "--app", app, "--signature", "home-v1", ...data]))[0]).toMatchObject({
      tools: [light],
    });
  }, 60_000);

  test("an import larger than a message to the server is refused in words", async () => {
    const classes = Array.from({ length: 500 }, (_, index) => ({
      label: `label ${index}`,
      examples: Array.from({ length: 50 }, (_, number) => `${number} ${"x".repeat(490)}`),
    }));
    const sets = [1, 2].map((number) => ({ signature: `huge-v${number}`, name: "Huge", classes }));
    const { status, err } = await importing(file("huge.json", sets));
    expect(status).toBe(1);
    expect(err).toContain("go at a time: choose some of them with --only");
  }, 60_000);
});

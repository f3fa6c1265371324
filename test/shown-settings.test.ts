/** Settings as the operator's commands and the admin page show them: all of them, with their origins, and no secret. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { loadConfig } from "#config";
import { BACKEND_SETTINGS } from "../src/config/sections/model.ts";
import type { Setting, SettingValue } from "../src/config/setting.ts";
import { SETTINGS_BY_PATH, variableOf } from "../src/config/settings.ts";

const DATA = "/srv/dragoman";
const FILE = join(DATA, "dragoman.toml");
const MASK = "***";

interface Given {
  readonly toml?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly flags?: Readonly<Record<string, string>>;
}

function shownWith({ toml = "", env = {}, flags = {} }: Given) {
  const { config } = loadConfig({ flags: { data: DATA, ...flags }, env, readFile: () => toml });
  return new Map(config.shown.map((setting) => [setting.path, setting]));
}

describe("every setting is shown", () => {
  test("with the data folder before them, each once, with what it is, its unit and its default", () => {
    const shown = shownWith({ toml: '[backends.big]\nbase_url = "http://127.0.0.1:1/v1"' });
    const backends = Object.keys(BACKEND_SETTINGS).map((key) => `backends.big.${key}`);
    for (const path of [...SETTINGS_BY_PATH.keys(), ...backends, "plans.free.requests_per_month"]) {
      expect(shown.has(path)).toBe(true);
    }
    expect([...shown.keys()][0]).toBe("data");
    expect(shown.get("model.timeout_ms")).toEqual({
      ...{ path: "model.timeout_ms", value: 20_000, default: 20_000, unit: "milliseconds" },
      ...{ origin: "default", origin_name: null, has_secret: false },
      describes:
        "How long the model may take for one request, waiting included. Then it is answered with 503 of the model inside, and with 502 of a model server.",
    });
  });

  test("with the origin that won: file, environment or flag", () => {
    const toml = '[server]\nport = 1\nhost = "::"\n[plans.gold]\nrequests_per_minute = 2\nrequests_per_month = 3';
    const shown = shownWith({ toml, env: { DRAGOMAN_SERVER_HOST: "0.0.0.0" }, flags: { port: "9" } });
    expect(shown.get("server.port")).toMatchObject({ value: 9, default: 8_420, origin: "flag", origin_name: "--port" });
    expect(shown.get("server.host")).toMatchObject({
      ...{ value: "0.0.0.0", origin: "environment", origin_name: "DRAGOMAN_SERVER_HOST" },
    });
    expect(shown.get("plans.gold.requests_per_minute")).toMatchObject({
      ...{ value: 2, default: null, origin: "file", origin_name: FILE },
    });
    expect(shown.get("plans.free.requests_per_month")).toMatchObject({ value: 1_000, default: 1_000 });
    expect(shown.get("data")).toMatchObject({ value: DATA, origin: "flag", origin_name: "--data" });
  });
});

/** Where a secret can stand in the value of a setting that takes one. */
const ADDRESSES = (schemes: readonly string[]) => (secret: string) =>
  schemes.flatMap((scheme) => [
    `${scheme}://me:${secret}@host/x`,
    `${scheme}://:${secret}@host/x`,
    ...["api_key", "password", "access_token", "sig", "client_secret"].map(
      (name) => `${scheme}://host/x?${name}=${secret}`,
    ),
    ...(scheme.startsWith("http") ? [`${scheme}://${secret}@host/x`] : []),
  ]);
const ARGUMENTS = (secret: string) => [
  ["--api-key", secret],
  [`--api-key=${secret}`],
  ["--threads", "4", "--hf-token", secret, "--verbose"],
];
const WITH_SECRETS: Readonly<Record<string, (secret: string) => readonly SettingValue[]>> = {
  "model.base_url": ADDRESSES(["http", "https"]),
  "backends.big.base_url": ADDRESSES(["http", "https"]),
  "model.arguments": ARGUMENTS,
  "backends.big.arguments": ARGUMENTS,
  "storage.postgres_url": ADDRESSES(["postgres", "postgresql"]),
  "storage.valkey_url": ADDRESSES(["redis", "rediss"]),
  "telemetry.otlp_endpoint": ADDRESSES(["http", "https"]),
  "telemetry.headers": (secret) => [[`api-key: ${secret}`], ["x: y", `Authorization: Bearer ${secret}`]],
};

describe("no secret is shown", () => {
  const secrets = fc.stringMatching(/^[A-Z][A-Za-z0-9]{9,29}$/);

  test.each(Object.keys(WITH_SECRETS))("of %s, wherever in it one stands; only that there is one", (path) => {
    fc.assert(
      fc.property(secrets, (secret) => {
        for (const value of WITH_SECRETS[path]?.(secret) ?? []) {
          const [, section = "", key = ""] = /^(.*)\.([^.]+)$/.exec(path) ?? [];
          const address =
            section === "backends.big" && key !== "base_url" ? 'base_url = "http://127.0.0.1:1/v1"\n' : "";
          const shown = shownWith({ toml: `[${section}]\n${address}${key} = ${JSON.stringify(value)}` });
          expect(JSON.stringify([...shown])).not.toContain(secret);
          expect(JSON.stringify([...shown]).toLowerCase()).not.toContain(secret.toLowerCase());
          expect(shown.get(path)).toMatchObject({ has_secret: true, origin: "file" });
          expect(JSON.stringify(shown.get(path)?.value)).toContain(MASK);
        }
      }),
      { numRuns: 20 },
    );
  });

  test("every setting that takes an address, headers or arguments is in that table", () => {
    const settings: readonly (readonly [string, Setting])[] = [
      ...SETTINGS_BY_PATH,
      ...Object.entries<Setting>(BACKEND_SETTINGS).map(([key, setting]) => [`backends.big.${key}`, setting] as const),
    ];
    const takers = settings.filter(
      ([path, { expected }]) =>
        /address that begins with|list of headers/.test(expected) || path.endsWith(".arguments"),
    );
    expect(takers.map(([path]) => path).sort()).toEqual(Object.keys(WITH_SECRETS).sort());
  });

  test("of a model server's key, which only its variable has", () => {
    const env = { OPENAI_API_KEY: "sk-S3cretS3cret", [variableOf("model.provider")]: "openai" };
    expect(JSON.stringify([...shownWith({ env })])).not.toContain("S3cret");
  });

  test("and what is no secret stays readable", () => {
    const toml = '[model]\nbase_url = "https://host/v1?api-version=2"\narguments = ["--threads", "4", "--mlock"]';
    const shown = shownWith({ toml });
    expect(shown.get("model.base_url")).toMatchObject({ value: "https://host/v1?api-version=2", has_secret: false });
    expect(shown.get("model.arguments")).toMatchObject({ value: ["--threads", "4", "--mlock"], has_secret: false });
  });
});

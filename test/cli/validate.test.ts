import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dragoman, newFolder } from "./dragoman.ts";

let folder: ReturnType<typeof newFolder>;
beforeEach(() => {
  folder = newFolder();
});
afterEach(() => folder.remove());

test("settings that are sound are said to be, with what was changed and where", async () => {
  const file = join(folder.path, "own.toml");
  writeFileSync(file, "[server]\nport = 9000\n");
  const nowhere = join(folder.path, "nowhere");
  const { status, out } = await dragoman(["validate", "--config", file, "--data", nowhere]);
  expect(status).toBe(0);
  expect(out).toBe(
    `The settings are sound. Data folder: ${nowhere}\nHosts that may be contacted: none\n  server.port = 9000  (${file})\n`,
  );
  const spoken = await dragoman(["validate", "--config", file, "--data", nowhere, "--json"], {
    DRAGOMAN_CACHE_ENABLED: "false",
  });
  expect(JSON.parse(spoken.out)).toEqual({
    ok: true,
    data_dir: nowhere,
    network: [],
    settings: {
      "server.port": { value: 9_000, origin: file },
      "cache.enabled": { value: false, origin: "environment DRAGOMAN_CACHE_ENABLED" },
    },
  });
  expect(existsSync(nowhere)).toBe(false);
});

test("every setting that is wrong is named, with exit status 2", async () => {
  writeFileSync(join(folder.path, "dragoman.toml"), "[server]\nport = 99999\n[cash]\nenabled = true\n");
  const { status, out, err } = await dragoman(["validate", "--json", "--data", folder.path]);
  expect(status).toBe(2);
  expect(err).toContain("server.port: found 99999");
  expect(err).toContain("cash");
  expect(JSON.parse(out).error.code).toBe("settings");
});

test("the hosts that may be contacted are named, the collector of telemetry among them", async () => {
  const env = {
    DRAGOMAN_TELEMETRY_OTLP_ENDPOINT: "http://otel.example:4318",
    DRAGOMAN_NETWORK_ALLOW: "mirror.example",
  };
  const { out } = await dragoman(["validate", "--data", folder.path], env);
  expect(out).toContain("Hosts that may be contacted: otel.example, mirror.example\n");
});

test("a secret in an address is not shown", async () => {
  const { out } = await dragoman(["validate", "--data", folder.path], {
    DRAGOMAN_STORAGE_VALKEY_URL: "redis://user:hunter2@host/0",
  });
  expect(out).toContain("storage.valkey_url");
  expect(out).not.toContain("hunter2");
});

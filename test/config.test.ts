import { describe, expect, test } from "bun:test";
import { resolve } from "node:path";
import fc from "fast-check";
import { stringify } from "smol-toml";
import { type ConfigSources, loadConfig, renderSettingsReference, SettingsError } from "#config";
import { UNLIMITED_REQUESTS } from "#core/tenant.ts";

const FILE = "/d/dragoman.toml";

/** Settings of a folder /d whose file says this. */
function load(toml: string | null, rest: Omit<ConfigSources, "readFile"> = {}) {
  const readFile = (path: string) => (path === FILE ? toml : null);
  return loadConfig({ env: {}, ...rest, flags: { data: "/d", ...rest.flags }, readFile });
}

/** What is said about settings that are refused. */
function complaint(toml: string | null, rest: Omit<ConfigSources, "readFile"> = {}): string {
  try {
    load(toml, rest);
  } catch (failure) {
    if (failure instanceof SettingsError) return failure.message;
    throw failure;
  }
  return "accepted";
}

const port = "a whole number from 0 to 65535";

describe("a wrong setting stops the start, with the file, the key and what was expected", () => {
  const rows: readonly (readonly [string, string])[] = [
    ['[server]\nport = "84x"', `server.port: found "84x", expected ${port}`],
    ["[server]\nport = 8420.5", `server.port: found 8420.5, expected ${port}`],
    ["[server]\nport = -1", `server.port: found -1, expected ${port}`],
    ["[server]\nport = nan", `server.port: found NaN, expected ${port}`],
    ["[server]\nport = [1]", `server.port: found [1], expected ${port}`],
    ["[server]\nport = 2026-11-21", `server.port: found the date 2026-11-21, expected ${port}`],
    ["[server.port]\nx = 1", `server.port: found a table, expected ${port}`],
    ['[server]\nhost = ""', 'server.host: found "", expected a host name or an address'],
    [
      '[server]\ntrusted_proxies = ["proxy"]',
      'server.trusted_proxies: found ["proxy"], expected a list of IP addresses',
    ],
    [
      '[server]\ncors_origins = ["https://app.example/"]',
      'server.cors_origins: found ["https://app.example/"], expected a list of origins, each as a browser sends it, as in "https://app.example" or "http://localhost:5173"; or "*"',
    ],
    [
      '[server]\ncors_origins = ["https://app.example:443"]',
      'server.cors_origins: found ["https://app.example:443"], expected a list of origins, each as a browser sends it, as in "https://app.example" or "http://localhost:5173"; or "*"',
    ],
    [
      '[server]\ncors_origins = ["app.example"]',
      'server.cors_origins: found ["app.example"], expected a list of origins, each as a browser sends it, as in "https://app.example" or "http://localhost:5173"; or "*"',
    ],
    [
      '[server]\ncors_origins = ["null"]',
      'server.cors_origins: found ["null"], expected a list of origins, each as a browser sends it, as in "https://app.example" or "http://localhost:5173"; or "*"',
    ],
    [
      '[server]\ncors_origins = ["https://*.example/"]',
      'server.cors_origins: found ["https://*.example/"], expected a list of origins, each as a browser sends it, as in "https://app.example" or "http://localhost:5173"; or "*"',
    ],
    [
      '[server]\ncors_origins = ["file:///x"]',
      'server.cors_origins: found ["file:///x"], expected a list of origins, each as a browser sends it, as in "https://app.example" or "http://localhost:5173"; or "*"',
    ],
    ["[cache]\nenabled = 1", "cache.enabled: found 1, expected true or false"],
    ["[cache]\nerror_bound = 1.5", "cache.error_bound: found 1.5, expected a number from 0 to 1"],
    [
      '[model]\nprovider = "oracle"',
      'model.provider: found "oracle", expected "embedded" or "openai" or "anthropic" or "llama-server" or "gguf"',
    ],
    [
      '[model]\nselectable = ["bug"]\n[backends.big]\nname = "x"',
      'model.selectable: found "bug", expected one of big, embedded, * (did you mean big?)',
    ],
    ['[model]\nfallbacks = ["bug"]\n[backends.big]', 'model.fallbacks: found "bug", expected one of embedded'],
    [
      '[model]\nfallbacks = ["bug"]\n[backends.big]\nname = "x"',
      'model.fallbacks: found "bug", expected one of big, embedded (did you mean big?)',
    ],
    [
      '[backends.big]\nprovider = "embedded"',
      'backends.big.provider: found "embedded", expected "openai" or "anthropic" or "llama-server" or "gguf"',
    ],
    [
      '[backends.big]\nprovider = "llama-server"\npath = "/models/a.gguf"',
      'backends.big.executable: found "", expected an absolute path for "llama-server"',
    ],
    ['[model]\nprovider = "gguf"', 'model.path: found "", expected an absolute path for "gguf"'],
    [
      '[backends.big]\nprovider = "gguf"\npath = "/models/a.gguf"\nmode = "tools"',
      'backends.big.mode: found "tools", expected "auto" or "schema" or "json" for "gguf", which has no tool mode',
    ],
    ['[backends.big]\nbase_url = ""', 'backends.big.base_url: found "", expected the address of the model server'],
    [
      '[backends."a b"]\nname = "x"',
      "backends: found \"a b\", expected a backend's name: 1–64 letters, digits, '_' or '-', the first a letter or a digit",
    ],
    [
      '[model]\nprovider = "openai"\nbase_url = ""',
      'model.base_url: found "", expected the address of the model server',
    ],
    ['[storage]\nkind = "clustr"', 'storage.kind: found "clustr", expected "embedded" or "cluster"'],
    ['[storage]\nkind = "cluster"', 'storage.postgres_url: found "", expected the address of the cluster\'s database'],
    ['[embedder]\nruntime_dir = "run"', 'embedder.runtime_dir: found "run", expected "" or an absolute path'],
    [
      "[server]\nprot = 1",
      "server.prot: found an unknown key, expected one of host, port, operations_listen, time_zone, node_name, trusted_proxies, cors_origins, drain_seconds_max (did you mean port?)",
    ],
    [
      '[server]\ntime_zone = "Berlin"',
      'server.time_zone: found "Berlin", expected a time zone such as "Europe/Berlin", or an offset such as "+05:30"',
    ],
    [
      "[sevrer]\nport = 1",
      "sevrer: found an unknown section, expected one of server, limits, costs, model, chat, embedder, network, auth, admin, cache, graduation, storage, telemetry, log, update, plans, backends (did you mean server?)",
    ],
    [
      "port = 1",
      "port: found an unknown section, expected one of server, limits, costs, model, chat, embedder, network, auth, admin, cache, graduation, storage, telemetry, log, update, plans, backends",
    ],
    ["server = 1", "server: found 1, expected a section, [server]"],
    [
      "[plans.gold]\nrequests_per_minute = 5",
      'plans.gold.requests_per_month: found nothing, while the plan\'s other key is given, expected a whole number from 0 to 1000000000000, or "unlimited"',
    ],
    [
      '[plans."a b"]\nrequests_per_minute = 5',
      "plans: found \"a b\", expected a plan's name: 1–64 letters, digits, '_' or '-', the first a letter or a digit",
    ],
  ];
  test.each(rows)("%j", (toml, message) => {
    expect(complaint(toml)).toBe(`${FILE}: ${message}`);
  });

  test.each([
    ["[server]\n\n  port 8420", "line 3"],
    ["[server]\nport = 1\nport = 2", "line 3"],
    ["[server", "line 1"],
  ])("%j is no TOML, and the line is named", (toml, line) => {
    const said = complaint(toml);
    expect(said).toStartWith(`${FILE}: ${line}, column `);
    expect(said).toMatch(/: found a mistake \([^\n]+\), expected TOML$/);
  });

  test("in the environment", () => {
    expect(complaint(null, { env: { DRAGOMAN_SERVER_PORT: "http" } })).toBe(
      `environment: DRAGOMAN_SERVER_PORT: found "http", expected ${port}`,
    );
    expect(complaint(null, { env: { DRAGOMAN_SERVER_PROT: "1" } })).toBe(
      "environment: DRAGOMAN_SERVER_PROT: found an unknown variable, expected DRAGOMAN_ and the section and key of a setting (did you mean DRAGOMAN_SERVER_PORT?)",
    );
    expect(complaint(null, { env: { DRAGOMAN_DATE: "/x" } })).toContain("(did you mean DRAGOMAN_DATA?)");
    expect(complaint(null, { env: { DRAGOMAN_CACHE_ENABLED: "yes" } })).toContain(
      'found "yes", expected true or false',
    );
  });

  test("in a flag", () => {
    expect(complaint(null, { flags: { port: "-1" } })).toBe(`flag: --port: found -1, expected ${port}`);
    expect(complaint(null, { flags: { data: "" } })).toBe('flag: --data: found "", expected the path of a folder');
  });

  test("in a file that was named and is not there", () => {
    expect(complaint(null, { flags: { config: "/d/other.toml" } })).toBe(
      "/d/other.toml: --config: found no such file, expected a settings file",
    );
  });

  test("in a file that cannot be read", () => {
    const readFile = () => {
      throw Object.assign(new Error("no"), { code: "EACCES" });
    };
    expect(() => loadConfig({ env: {}, flags: { data: "/d" }, readFile })).toThrow(
      `${FILE}: file: found a file that cannot be read (EACCES), expected one that this user may read: run this as the user that runs the server`,
    );
  });

  test("all of them are named, not only the first", () => {
    const said = complaint("[server]\nport = -1\nhots = 1\n[cash]\nx = 1", {
      env: { DRAGOMAN_SERVER_HOST: "", DRAGOMAN_X: "1" },
      flags: { port: "x" },
    });
    expect(said.split("\n").map((line) => line.split(": found")[0])).toEqual([
      `${FILE}: server.hots`,
      `${FILE}: cash`,
      `${FILE}: server.port`,
      "environment: DRAGOMAN_X",
      "environment: DRAGOMAN_SERVER_HOST",
      "flag: --port",
    ]);
  });

  test("a wrong value is named although a later source has a right one", () => {
    expect(complaint("[server]\nport = -1", { flags: { port: "1" } })).toContain("found -1");
  });
});

describe("precedence", () => {
  const toml = '[server]\nport = 1001\nhost = "file"\n[plans.free]\nrequests_per_month = 7';
  const env = { DRAGOMAN_SERVER_PORT: "1002", DRAGOMAN_SERVER_TRUSTED_PROXIES: "10.0.0.1, ::1", OTHER: "x" };

  test("defaults, then the file, then the environment, then flags", () => {
    expect(load(null).config.server.port).toBe(8420);
    expect(load(toml).config.server.port).toBe(1001);
    expect(load(toml, { env }).config.server.port).toBe(1002);
    expect(load(toml, { env, flags: { port: "1003" } }).config.server.port).toBe(1003);
  });

  test("each value keeps its origin", () => {
    const { origins, config } = load(toml, { env, flags: { port: "1003" } });
    expect(origins["server.port"]).toEqual({ value: 1003, origin: "flag --port" });
    expect(origins["server.host"]).toEqual({ value: "file", origin: FILE });
    expect(origins["server.trusted_proxies"]?.origin).toBe("environment DRAGOMAN_SERVER_TRUSTED_PROXIES");
    expect(origins["cache.enabled"]).toEqual({ value: true, origin: "default" });
    expect(config.server.trustedProxies).toEqual(["10.0.0.1", "::1"]);
  });

  test("a plan keeps what the file does not say", () => {
    expect(load(toml).config.plans.free).toEqual({ requestsPerMinute: 60, requestsPerMonth: 7 });
  });

  test("a plan without a limit says so in a word, and one is always there", () => {
    const { config, printed } = load('[plans.team]\nrequests_per_minute = 600\nrequests_per_month = "unlimited"');
    expect(config.plans.team).toEqual({ requestsPerMinute: 600, requestsPerMonth: UNLIMITED_REQUESTS });
    expect(config.plans.unlimited).toEqual({
      requestsPerMinute: UNLIMITED_REQUESTS,
      requestsPerMonth: UNLIMITED_REQUESTS,
    });
    expect(printed).toMatch(/\[plans\.team\]\nrequests_per_minute = 600 .*\nrequests_per_month = "unlimited" /);
  });

  test("a plan can be made in the environment, and a plan of the file is found there by its name in capitals", () => {
    const file = "[plans.Big-One]\nrequests_per_minute = 1\nrequests_per_month = 2";
    const { plans } = load(file, {
      env: {
        DRAGOMAN_PLANS_BIG_ONE_REQUESTS_PER_MONTH: "3",
        DRAGOMAN_PLANS_NEW_REQUESTS_PER_MINUTE: "4",
        DRAGOMAN_PLANS_NEW_REQUESTS_PER_MONTH: "5",
      },
    }).config;
    expect(plans["Big-One"]).toEqual({ requestsPerMinute: 1, requestsPerMonth: 3 });
    expect(plans.new).toEqual({ requestsPerMinute: 4, requestsPerMonth: 5 });
  });

  test("the data folder: the flag, then DRAGOMAN_DATA, then ./dragoman-data; always absolute", () => {
    const readFile = () => null;
    const dataDir = (sources: ConfigSources) => loadConfig({ readFile, ...sources }).config.dataDir;
    expect(dataDir({ env: { DRAGOMAN_DATA: "/env" }, flags: { data: "flag" } })).toBe(resolve("flag"));
    expect(dataDir({ env: { DRAGOMAN_DATA: "/env" } })).toBe("/env");
    expect(dataDir({ env: {} })).toBe(resolve("dragoman-data"));
  });
});

test("a backend is complete, with its own key and its origins", () => {
  const toml = '[model]\nfallbacks = ["big"]\n[backends.big]\nname = "b"\napi_key_env = "BIG_KEY"';
  const env = { BIG_KEY: "s3cret", DRAGOMAN_BACKENDS_BIG_MODE: "tools" };
  const { config, origins, printed } = load(toml, { env });
  expect(config.backends.big).toMatchObject({
    provider: "openai",
    name: "b",
    mode: "tools",
    toolsMax: 32,
  });
  expect(config.backends.big?.apiKey.reveal()).toBe("s3cret");
  expect(origins["backends.big.mode"]).toEqual({ value: "tools", origin: "environment DRAGOMAN_BACKENDS_BIG_MODE" });
  expect(origins["backends.big.queue_max"]?.origin).toBe("default");
  expect(printed + JSON.stringify([origins, config]) + Bun.inspect(config, { depth: 9 })).not.toContain("s3cret");
  expect(load(printed).config.backends.big).toMatchObject({ name: "b", mode: "tools" });
});

test("every setting is in the section of its name, under its own in camel case", () => {
  const toml = '[backends.big]\nname = "x"';
  const { config, origins } = load(toml);
  const camelled = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const paths = Object.keys(origins);
  expect(paths.length).toBeGreaterThan(80);
  for (const path of paths) {
    const place = path.split(".").map((name, at) => (at === path.split(".").length - 1 ? camelled(name) : name));
    expect(config).toHaveProperty(place);
  }
  expect(config.backends.big).toMatchObject({ name: "x", provider: "openai", contextTokens: 4_096 });
});

test("nothing of the settings can be changed afterwards", () => {
  const { config } = load('[network]\nallow = ["a.example"]');
  const isDeeplyFrozen = (value: unknown): boolean =>
    typeof value !== "object" ||
    value === null ||
    (Object.isFrozen(value) && Object.values(value).every(isDeeplyFrozen));
  expect(isDeeplyFrozen(config)).toBe(true);
});

describe("telemetry", () => {
  const toml = '[telemetry]\notlp_endpoint = "http://me:s3cret@otel:4318"\nheaders = ["api-key: s3cret", "x: s3cret"]';

  test("is off unless it is set, and its headers are secrets", () => {
    expect(load(null).config.telemetry.otlpEndpoint).toBe("");
    const { config, origins, printed } = load(toml);
    expect(config.telemetry.headers.map((line) => line.reveal())).toEqual(["api-key: s3cret", "x: s3cret"]);
    expect(origins["telemetry.headers"]?.value).toEqual(["api-key: ***", "x: ***"]);
    expect(JSON.stringify(config.telemetry.headers) + JSON.stringify(origins) + printed).not.toContain("s3cret");
  });

  test("takes headers from the environment", () => {
    const { config } = load(null, { env: { DRAGOMAN_TELEMETRY_HEADERS: "api-key: 1, x: 2" } });
    expect(config.telemetry.headers.map((line) => line.reveal())).toEqual(["api-key: 1", "x: 2"]);
  });

  test.each(["otel:4318", "grpc://otel:4317", "unix:///run/otel"])("has no endpoint %p", (endpoint) => {
    expect(complaint(`[telemetry]\notlp_endpoint = "${endpoint}"`)).toContain("telemetry.otlp_endpoint: found");
  });
});

describe("server.operations_listen", () => {
  test.each(["", "127.0.0.1:9420", "[::1]:0", "localhost:65535"])("takes %p", (address) => {
    expect(load(`[server]\noperations_listen = "${address}"`).config.server.operationsListen).toBe(address);
  });

  test.each(["9420", ":9420", "localhost", "::1:9420", "127.0.0.1:65536", "http://localhost:1"])(
    "refuses %p",
    (address) => {
      expect(complaint(`[server]\noperations_listen = "${address}"`)).toContain("server.operations_listen: found");
    },
  );
});

describe("secrets", () => {
  const secret = "s3cret";
  const toml = `[storage]\npostgres_url = "postgres://me:${secret}@db/x?sslpassword=${secret}"\nvalkey_url = "redis://:${secret}@r"`;

  test("reach the server, and no screen", () => {
    const { config, origins, printed } = load(toml);
    expect(config.storage.postgresUrl.reveal()).toContain(secret);
    expect(config.storage.valkeyUrl.reveal()).toContain(secret);
    expect(Bun.inspect(config, { depth: 9 }) + JSON.stringify(config)).not.toContain(secret);
    expect(JSON.stringify(origins)).not.toContain(secret);
    expect(printed).not.toContain(secret);
    expect(printed).toContain("postgres://me:***@db/x?sslpassword=***");
  });

  test("are not shown when they are wrong", () => {
    expect(complaint(`[storage]\nvalkey_url = "redys://:${secret}@r"`)).toBe(
      `${FILE}: storage.valkey_url: found "redys://:***@r", expected "" or an address that begins with redis:// or rediss:// or valkey:// or valkeys://`,
    );
    expect(complaint(`[storage]\nvalkey_url = "${secret}"`)).not.toContain(secret);
    expect(complaint(`[telemetry]\nheaders = "key: ${secret}"`)).toBe(
      `${FILE}: telemetry.headers: found ["***"], expected a list of headers, as in "api-key: 123"`,
    );
    expect(complaint(`[telemetry]\nheaders = ["key: ${secret}", "${secret}", ["${secret}"]]`)).toBe(
      `${FILE}: telemetry.headers: found ["key: ***","***","***"], expected a list of headers, as in "api-key: 123"`,
    );
  });
});

test("what is printed is a settings file that gives the same settings", () => {
  const { config, printed } = load("[server]\nport = 1\n[plans.x]\nrequests_per_minute = 1\nrequests_per_month = 2");
  // Where they came from is another place now.
  const withoutOrigins = { shown: [] };
  expect({ ...load(printed).config, ...withoutOrigins }).toEqual({ ...config, ...withoutOrigins });
});

test("any valid settings, however they are spread over file and environment, come out as they went in", () => {
  const setting = fc.oneof(
    fc.tuple(fc.constant("server.port"), fc.integer({ min: 0, max: 65_535 })),
    fc.tuple(fc.constant("server.trusted_proxies"), fc.array(fc.ipV4())),
    fc.tuple(fc.constant("cache.enabled"), fc.boolean()),
    fc.tuple(fc.constant("cache.error_bound"), fc.double({ min: 0, max: 1, noNaN: true })),
    fc.tuple(fc.constant("auth.token_lifetime_seconds"), fc.integer({ min: 1, max: 86_400 })),
    fc.tuple(fc.constant("model.name"), fc.stringMatching(/^[ -~]{1,40}$/)),
    fc.tuple(fc.constant("embedder.runtime_dir"), fc.constantFrom("", "/run/x")),
    fc.tuple(fc.stringMatching(/^plans\.(free|pro|scale)\.requests_per_(minute|month)$/), fc.nat()),
  );
  const settings = fc.uniqueArray(fc.tuple(setting, fc.boolean()), { selector: ([[path]]) => path });
  fc.assert(
    fc.property(settings, (chosen) => {
      const env: Record<string, string> = {};
      const lines: string[] = [];
      for (const [[path, value], inFile] of chosen) {
        const [section, key] = [path.slice(0, path.lastIndexOf(".")), path.slice(path.lastIndexOf(".") + 1)];
        if (inFile) lines.push(`${section}.${stringify({ [key]: value })}`);
        else env[`DRAGOMAN_${path.replaceAll(".", "_").toUpperCase()}`] = String(value);
      }
      const { origins } = load(lines.join("\n"), { env });
      for (const [[path, value], inFile] of chosen) {
        expect(origins[path]?.value as unknown).toEqual(value);
        expect(origins[path]?.origin === FILE).toBe(inFile);
      }
    }),
    { numRuns: 200 },
  );
});

test("the key of a model server is read from the variable that the settings name, and shown nowhere", () => {
  const toml = '[model]\napi_key_env = "MY_KEY"';
  const { config, origins, printed } = load(toml, { env: { MY_KEY: "s3cret", OPENAI_API_KEY: "another" } });
  expect(config.modelApiKey.reveal()).toBe("s3cret");
  expect(printed + JSON.stringify([origins, config]) + Bun.inspect(config, { depth: 9 })).not.toContain("s3cret");
  expect(load(toml).config.modelApiKey.isEmpty).toBe(true);
});

test("docs/reference/settings.md is what the table says", async () => {
  const page = Bun.file(new URL("../docs/reference/settings.md", import.meta.url));
  expect(await page.text()).toBe(renderSettingsReference());
});

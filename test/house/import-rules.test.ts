/** Who may import whom, and that the check which says so really looks. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "../..");

interface Rule {
  readonly from: string;
  readonly allowed: readonly string[];
  readonly forbidden: readonly string[];
}

const EVERYWHERE_FORBIDDEN = ["left-pad", "@scope/package", "/etc/passwd"];

const RULES: readonly Rule[] = [
  {
    from: "src/core/probe.ts",
    allowed: [
      "./tenant.ts",
      "ajv-formats/dist/formats.js",
      "canonicalize",
      "chrono-node",
      "lru-cache",
      "re2js",
      "node:async_hooks",
      "node:crypto",
      "node:zlib",
    ],
    forbidden: [
      "../http/server.ts",
      "./../http/server.ts",
      "#http/server.ts",
      "#storage/embedded/index.ts",
      "#config",
      "elysia",
      "ajv",
      "jose",
      "node:fs",
      "node:fs/promises",
      "bun",
      "bun:sqlite",
      "@sinclair/typebox",
    ],
  },
  {
    from: "src/core/answering/probe.ts",
    allowed: ["./part.ts", "../tenant.ts"],
    forbidden: ["../../http/server.ts", "../../config.ts", "node:fs"],
  },
  {
    from: "src/core/semantic-cache/calls/probe.ts",
    allowed: ["./part.ts", "../knowledge.ts", "../words/words.ts", "../../tenant.ts"],
    forbidden: ["../../../http/server.ts", "../../../config.ts", "node:fs"],
  },
  {
    from: "src/storage/embedded/probe.ts",
    allowed: [
      "./database.ts",
      "#core/tenant.ts",
      "node:fs",
      "node:fs/promises",
      "bun:sqlite",
      "./migrations/0001_first.sql",
    ],
    forbidden: [
      "../cluster/index.ts",
      "#http/server.ts",
      "#config",
      "#app",
      "#models/embedded/index.ts",
      "elysia",
      "../../core/tenant.ts",
    ],
  },
  {
    from: "src/models/probe.ts",
    allowed: [
      "./embedded/index.ts",
      "#core/tenant.ts",
      "jsonrepair",
      "onnxruntime-common",
      "@huggingface/tokenizers",
      "chrono-node",
      "@ai-sdk/anthropic",
      "node:worker_threads",
    ],
    forbidden: ["../core/tenant.ts", "#storage/embedded/index.ts", "#config", "bun:sqlite", "elysia"],
  },
  {
    from: "src/models/embedded/probe.ts",
    allowed: [
      "./tool-caller.ts",
      "../packed-addon.ts",
      "#core/text.ts",
      "#data/models/tokenizer.json",
      "../../../dist/native/onnxruntime.json",
    ],
    forbidden: ["../../core/text.ts", "../../../data/models/tokenizer.json", "#http/server.ts", "#app"],
  },
  {
    from: "src/models/embedded/values/probe.ts",
    allowed: [
      "./beam.ts",
      "../networks/wordpiece.ts",
      "../../packed-addon.ts",
      "#core/text.ts",
      "jsonrepair",
      "../../../../dist/native/onnxruntime.json",
    ],
    forbidden: ["../../../core/text.ts", "../../../../data/models/tokenizer.json", "#http/server.ts", "#app"],
  },
  {
    from: "src/http/probe.ts",
    allowed: [
      "./errors.ts",
      "./routes/auth.ts",
      "#core/access/access.ts",
      "elysia",
      "@elysiajs/jwt",
      "jose",
      "@sinclair/typebox",
      "@sinclair/typebox/compiler",
      "node:fs",
    ],
    forbidden: [
      "../app.ts",
      "#app",
      "#config",
      "#storage/embedded/index.ts",
      "#models/embedded/index.ts",
      "bun:sqlite",
      "node:child_process",
      "bun:ffi",
      "re2js",
    ],
  },
  {
    from: "src/http/routes/probe.ts",
    allowed: ["../request/shape.ts", "./auth.ts", "#core/errors.ts", "elysia", "@modelcontextprotocol/server"],
    forbidden: ["../../app.ts", "#storage/embedded/index.ts", "node:child_process", "node:http"],
  },
  {
    from: "src/mcp/probe.ts",
    allowed: [
      "./bridge.ts",
      "#core/errors.ts",
      "@modelcontextprotocol/client",
      "@modelcontextprotocol/client/stdio",
      "@modelcontextprotocol/server/stdio",
    ],
    forbidden: ["../app.ts", "#app", "#config", "#http/server.ts", "node:child_process", "node:http", "elysia"],
  },
  {
    from: "src/admin-page/probe.ts",
    allowed: [
      "./server.ts",
      "./parts/table.tsx",
      "#core/overview/overview.ts",
      "#http/schemas/ledger-page.ts",
      "preact",
      "preact/hooks",
      "@preact/signals",
      "uplot",
      "@codemirror/view",
      "@lezer/common",
    ],
    forbidden: [
      "../http/server.ts",
      "#http/server.ts",
      "#app",
      "#config",
      "#storage/embedded/index.ts",
      "node:fs",
      "bun",
    ],
  },
  {
    from: "src/admin-page/pages/probe.ts",
    allowed: ["./ledger.tsx", "../server.ts", "../parts/table.tsx", "#http/schemas/ledger-page.ts"],
    forbidden: ["../../http/server.ts", "../../core/json.ts", "#http/routes/admin.ts", "elysia", "node:fs"],
  },
  {
    from: "src/http/control/probe.ts",
    allowed: [
      "./peer-user.ts",
      "../errors.ts",
      "../request/body.ts",
      "#core/json.ts",
      "bun:ffi",
      "node:http",
      "node:net",
    ],
    forbidden: ["../../app.ts", "#storage/embedded/index.ts", "node:child_process", "elysia"],
  },
  {
    from: "src/docs-page/probe.ts",
    allowed: ["./element.ts", "#http/docs/curl-command.ts", "#http/docs/json-tokens.ts"],
    forbidden: ["../app.ts", "../http/docs/markup.ts", "#http/server.ts", "#core/json.ts", "node:fs", "bun"],
  },
  {
    from: "src/metrics/probe.ts",
    allowed: ["./definitions.ts", "#core/ports/observer.ts", "node:fs"],
    forbidden: [
      "../app.ts",
      "#http/server.ts",
      "#storage/embedded/index.ts",
      "#config",
      "elysia",
      "node:child_process",
    ],
  },
  {
    from: "src/telemetry/probe.ts",
    allowed: ["./exporter.ts", "#core/ports/tracer.ts", "#metrics/snapshot.ts", "node:async_hooks"],
    forbidden: [
      "../app.ts",
      "#http/server.ts",
      "#metrics/metrics.ts",
      "#models/language/guarded-fetch.ts",
      "#config",
      "node:http",
      "@opentelemetry/api",
    ],
  },
  {
    from: "src/cli/probe.ts",
    allowed: ["./serve.ts", "#app", "#config", "#core/errors.ts", "node:fs", "smol-toml"],
    forbidden: [
      "../app.ts",
      "#storage/embedded/index.ts",
      "#http/server.ts",
      "#models/embedded/index.ts",
      "elysia",
      "bun:sqlite",
    ],
  },
  {
    from: "src/config.ts",
    allowed: ["./config/settings.ts", "#core/access/ledger.ts", "node:fs", "smol-toml"],
    forbidden: ["./app.ts", "#app", "#http/server.ts", "#storage/embedded/index.ts", "elysia"],
  },
  {
    from: "src/config/probe.ts",
    allowed: ["./settings.ts", "#core/access/ledger.ts", "node:fs", "smol-toml"],
    forbidden: ["../app.ts", "#app", "#http/server.ts", "elysia"],
  },
  {
    from: "src/config/sections/probe.ts",
    allowed: ["../setting.ts", "#core/log.ts", "node:net"],
    forbidden: ["../../app.ts", "../../config.ts", "#app", "#http/server.ts", "elysia"],
  },
  {
    from: "src/main.ts",
    allowed: ["#cli/main.ts", "#config"],
    forbidden: ["./cli/main.ts", "#http/server.ts", "#core/errors.ts", "#storage/embedded/index.ts", "elysia"],
  },
];

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}
interface Report {
  readonly summary: { readonly changed: number; readonly unchanged: number };
  readonly diagnostics: readonly Diagnostic[];
}

function lint(cwd: string, ...options: readonly string[]): Report {
  const command = [
    join(ROOT, "node_modules/.bin/biome"),
    "lint",
    "--reporter=json",
    "--max-diagnostics=none",
    ...options,
    ".",
  ];
  const { stdout, stderr } = Bun.spawnSync(command, { cwd });
  try {
    return JSON.parse(stdout.toString()) as Report;
  } catch {
    throw new Error(`biome gave no report: ${stdout}${stderr}`);
  }
}

const SIDE_EFFECT_FORMS: Readonly<Record<string, (specifier: string) => string>> = {
  static: (specifier) => `import "${specifier}";`,
  "type-only": (specifier) => `import type { Thing } from "${specifier}";\nexport const thing: Thing | null = null;`,
  "re-export": (specifier) => `export { thing } from "${specifier}";`,
  dynamic: (specifier) => `export const thing = await import("${specifier}");`,
};

/** One probe of a tree that has nothing but our rules: a file of this name that has this text. */
interface Probe {
  readonly path: string;
  readonly text: string;
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "dragoman-rules-"));
  for (const name of ["biome.json", ".gitignore"]) cpSync(join(ROOT, name), join(folder, name));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The diagnostics of each probe, in order. Probes that need the same path take turns. */
function diagnose(probes: readonly Probe[]): readonly (readonly string[])[] {
  const found: (readonly string[])[] = probes.map(() => []);
  let waiting = probes.map((probe, index) => ({ ...probe, index }));
  while (waiting.length > 0) {
    const turn = new Map<string, (typeof waiting)[number]>();
    for (const probe of waiting) if (!turn.has(probe.path)) turn.set(probe.path, probe);
    rmSync(join(folder, "src"), { recursive: true, force: true });
    for (const { path, text } of turn.values()) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), `${text}\n`);
    }
    const { summary, diagnostics } = lint(folder);
    if (summary.unchanged + summary.changed < turn.size) throw new Error("biome did not read every probe");
    for (const { path, index } of turn.values()) {
      found[index] = diagnostics.filter((one) => one.location.path === path).map((one) => one.category);
    }
    waiting = waiting.filter((probe) => turn.get(probe.path) !== probe);
  }
  return found;
}

/** A path of its own under the same rule, so that biome sees many in one run. */
function pathFor(from: string, ordinal: number): string {
  return from.endsWith("/probe.ts") ? from.replace("probe.ts", `probe-${ordinal}.ts`) : from;
}

const RULE = "lint/style/noRestrictedImports";

test("every layer refuses what it may not import, and only that", () => {
  const cases = RULES.flatMap(({ from, allowed, forbidden }) => [
    ...allowed.map((specifier) => ({ from, specifier, refused: false })),
    ...[...forbidden, ...EVERYWHERE_FORBIDDEN].map((specifier) => ({ from, specifier, refused: true })),
  ]);
  const found = diagnose(
    cases.map(({ from, specifier }, ordinal) => ({ path: pathFor(from, ordinal), text: `import "${specifier}";` })),
  );
  const wrong = cases.filter(({ refused }, index) => found[index]?.includes(RULE) !== refused);
  expect(wrong).toEqual([]);
  expect(cases.filter(({ refused }) => refused).length).toBeGreaterThan(60);
});

test.each(Object.entries(SIDE_EFFECT_FORMS))("a forbidden %s import is refused", (_, write) => {
  const [forbidden, allowed] = diagnose([
    { path: "src/core/probe-1.ts", text: write("#http/server.ts") },
    { path: "src/core/probe-2.ts", text: write("./tenant.ts") },
  ]);
  expect(forbidden).toContain(RULE);
  expect(allowed).not.toContain(RULE);
});

test("app.ts wires everything together, so it may import everything", () => {
  const text = [
    "#http/server.ts",
    "#storage/embedded/index.ts",
    "#models/embedded/index.ts",
    "#config",
    "#core/tenant.ts",
  ]
    .map((specifier) => `import "${specifier}";`)
    .join("\n");
  const [found] = diagnose([{ path: "src/app.ts", text }]);
  expect(found).not.toContain(RULE);
});

test("import cycles, the environment and forgotten promises are refused where they matter", () => {
  const [one, other, core, config, floating] = diagnose([
    { path: "src/core/one.ts", text: 'import { b } from "./other.ts";\nexport const a = () => b();' },
    { path: "src/core/other.ts", text: 'import { a } from "./one.ts";\nexport const b = (): unknown => a();' },
    { path: "src/core/env.ts", text: "export const home = process.env.HOME;" },
    { path: "src/config.ts", text: "export const home = process.env.HOME;" },
    {
      path: "src/core/floating.ts",
      text: "async function save(): Promise<void> {}\nexport function change(): void {\n  save();\n}",
    },
  ]);
  expect(one).toContain("lint/suspicious/noImportCycles");
  expect(other).toContain("lint/suspicious/noImportCycles");
  expect(core).toContain("lint/style/noProcessEnv");
  expect(config).not.toContain("lint/style/noProcessEnv");
  expect(floating).toContain("lint/nursery/noFloatingPromises");
});

test("the check reads every source file of the repository", () => {
  const sources = [...new Bun.Glob("{src,scripts,test}/**/*.ts").scanSync({ cwd: ROOT })];
  expect(sources.length).toBeGreaterThan(60);
  const { summary, diagnostics } = lint(ROOT, "--only=style/noRestrictedImports");
  expect(summary.unchanged + summary.changed).toBeGreaterThanOrEqual(sources.length);
  expect(diagnostics).toEqual([]);
});

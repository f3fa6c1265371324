/** The rules of the house that no linter knows. `biome.json` has the others; `import-rules.test.ts` proves those. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import manifest from "../../package.json" with { type: "json" };

const ROOT = join(import.meta.dir, "../..");

interface SourceFile {
  readonly path: string;
  readonly text: string;
}

function filesOf(pattern: string): readonly SourceFile[] {
  const paths = [...new Bun.Glob(pattern).scanSync({ cwd: ROOT, dot: true })].sort();
  return paths.map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

const SOURCES = filesOf("src/**/*.{ts,tsx}");
const SCRIPTS = filesOf("scripts/**/*.ts");
const TESTS = filesOf("test/**/*.ts");
/** What people write: everything but what is generated, downloaded or binary. */
const WRITTEN = [
  ...SOURCES,
  ...SCRIPTS,
  ...TESTS,
  ...filesOf("src/**/*.{sql,html,css,js,md}"),
  ...filesOf("docs/**/*.md"),
  ...filesOf("data/**/*.{md,toml}"),
  ...filesOf("*.{md,json,toml}"),
  ...filesOf("{.ci,.devcontainer,.github,examples}/**"),
  ...filesOf("clients/**/*.{ts,py,md,json,toml}"),
];
const THIS_FILE = "test/house/house.test.ts";

/** `path:line` of every line that matches. */
function linesWith(pattern: RegExp, files: readonly SourceFile[]): readonly string[] {
  return files
    .filter((file) => file.path !== THIS_FILE)
    .flatMap(({ path, text }) =>
      text.split("\n").flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
    );
}

test("the rules look at real files", () => {
  expect(SOURCES.length).toBeGreaterThan(40);
  expect(TESTS.length).toBeGreaterThan(3);
  expect(linesWith(/describe\(/, [{ path: "probe.ts", text: "\ndescribe(" }])).toEqual(["probe.ts:2"]);
});

describe("source files", () => {
  test("are at most 500 lines long", () => {
    const long = [...SOURCES, ...SCRIPTS, ...TESTS].filter(({ text }) => text.split("\n").length > 501);
    expect(long.map(({ path }) => path)).toEqual([]);
  });

  test("have kebab-case names", () => {
    const odd = [...SOURCES, ...SCRIPTS, ...TESTS].filter(
      ({ path }) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.(test|d))?\.tsx?$/.test(basename(path)),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  test("are not called utils, helpers or common", () => {
    const vague = [...SOURCES, ...SCRIPTS].filter(({ path }) =>
      /^(utils?|helpers?|common|misc)\.ts$/.test(basename(path)),
    );
    expect(vague.map(({ path }) => path)).toEqual([]);
  });

  test("share no name within a layer, but for the door that each room may have", () => {
    // Two adapters of one port have a file for each part of it.
    const layerOf = (path: string) => path.split("/").slice(1, path.startsWith("src/storage/") ? 3 : 2);
    const homes = Map.groupBy(SOURCES, ({ path }) => `${layerOf(path).join("/")}: ${basename(path)}`);
    const shared = [...homes].filter(([name, files]) => files.length > 1 && !name.endsWith(": index.ts"));
    expect(homes.size).toBeGreaterThan(200);
    expect(shared.map(([, files]) => files.map(({ path }) => path))).toEqual([]);
  });

  test("talk no compiler into a type: a guard or a parser shows it", () => {
    expect(linesWith(/\bas unknown as\b/, SOURCES)).toEqual([]);
    expect(linesWith(/\bas unknown as\b/, [{ path: "probe.ts", text: "x as unknown as Y" }])).toHaveLength(1);
  });

  test("know errors by class or code, not by what a class is called", () => {
    const classOf = ({ text }: SourceFile) =>
      [...text.matchAll(/class (\w+) extends \w*Error\b/g)].map(([, name]) => name);
    const names = SOURCES.flatMap((file) => classOf(file).map((name) => ({ name, path: file.path })));
    expect(names.length).toBeGreaterThan(8);
    const quoted = names.flatMap(({ name, path }) => {
      const others = SOURCES.filter((file) => file.path !== path);
      return linesWith(new RegExp(`["']${name}["']`), others);
    });
    expect(quoted).toEqual([]);
  });

  test("end the process in main.ts only", () => {
    expect(linesWith(/process\.exit\(/, SOURCES).filter((line) => !line.startsWith("src/main.ts:"))).toEqual([]);
  });

  test("read the environment in config.ts only", () => {
    const reads = linesWith(/process\.env|Bun\.env|import\.meta\.env/, SOURCES);
    expect(reads.filter((line) => !line.startsWith("src/config.ts:"))).toEqual([]);
  });

  test("tell the time by the clock they are given, in the core", () => {
    const core = SOURCES.filter(({ path }) => path.startsWith("src/core/"));
    expect(linesWith(/Date\.now\(|new Date\(\)|performance\.now\(/, core)).toEqual([]);
  });

  test("bring the admin page nothing of the server but types, and files that bring nothing else along", () => {
    const page = SOURCES.filter(({ path }) => path.startsWith("src/admin-page/"));
    expect(page.length).toBeGreaterThan(30);
    const alone = [
      ...["core/tenant.ts", "core/examination/case-steps.ts", "core/examination/matrix.ts"],
      "core/spoken-language/read-languages.ts",
    ];
    const named = SOURCES.filter(({ path }) => alone.some((file) => path === `src/${file}`));
    expect(named).toHaveLength(alone.length);
    expect(linesWith(/^import (?!type )/, named)).toEqual([]);
    const isOfServer = new RegExp(
      `^import (?!type ).*from "(#(?!(${alone.join("|").replaceAll(".", "\\.")})")|@sinclair/)`,
    );
    expect(linesWith(isOfServer, page)).toEqual([]);
    expect(linesWith(isOfServer, [{ path: "probe.ts", text: 'import { x } from "#core/json.ts";' }])).toHaveLength(1);
  });

  test("have no enums, namespaces, any or suppressed types", () => {
    expect(
      linesWith(/^\s*(export )?(const )?enum |^\s*(export )?namespace |@ts-(ignore|nocheck|expect-error)/, SOURCES),
    ).toEqual([]);
    expect(linesWith(/[:<|,(]\s*any\b(?!thing)\s*[;,)>|=[]/, SOURCES)).toEqual([]);
  });

  test("name their own layer by path and others by #name", () => {
    const outward = SOURCES.flatMap(({ path, text }) => {
      const depth = path.split("/").length - 3;
      const specifiers = [...text.matchAll(/from "((?:\.\.\/)+)[a-z]/g)].map(([, up = ""]) => up.length / 3);
      const leaving = specifiers.filter((up) => up > depth);
      // These lie outside `src`; biome's import rules say who may reach for them.
      const outside = [
        ...text.matchAll(/from "(?:\.\.\/)+(?:dist\/(?:admin-page|docs|licenses|native)\/|package\.json")/g),
      ].length;
      return leaving.length > outside ? [path] : [];
    });
    expect(outward).toEqual([]);
  });
});

describe("what is written down", () => {
  test("has no unfinished notes", () => {
    expect(linesWith(/\b(TODO|FIXME|XXX|HACK)\b/, WRITTEN)).toEqual([]);
  });

  test("names no folder of the machine it was written on", () => {
    expect(linesWith(/(^|[\s"'`(=])\/(work|root|home\/[a-z]+|Users\/[A-Za-z]+|tmp\/farm)\//, WRITTEN)).toEqual([]);
  });
});

describe("tests", () => {
  test("are neither skipped, nor run alone, nor left for later", () => {
    expect(linesWith(/\b(test|it|describe)\.(only|skip|todo|skipIf|failing)\b/, TESTS)).toEqual([]);
  });
});

describe("dependencies", () => {
  test("are named by one exact version each", () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(Object.keys(all).length).toBeGreaterThan(10);
    const loose = Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  });

  test("come from no registry that the lock file would name", () => {
    const lock = readFileSync(join(ROOT, "bun.lock"), "utf8");
    expect(lock).toContain('"elysia"');
    expect(lock).not.toMatch(/https?:\/\//);
  });

  test("run no scripts of their own when installed", () => {
    expect(manifest.trustedDependencies).toEqual([]);
  });
});

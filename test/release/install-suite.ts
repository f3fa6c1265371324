/** Every way to install a release that docs/how-to/install.md has, from its files alone, in an empty folder and without a registry. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { startServer } from "../../scripts/dragoman-process.ts";
import { freshPlace, type Place, ROOT } from "../binary/kit.ts";
import { readPage, stepsIn } from "../docs/blocks.ts";
import { EXECUTABLE_NAME, firstAnswer, type Ran, RELEASE, ran, released, VERSION } from "./kit.ts";

const COMMANDS = stepsIn(readPage("docs/how-to/install.md"), "sh").map(({ command }) => command);

let place: Place;
beforeAll(() => {
  place = freshPlace();
  mkdirSync(place.at("fetched"));
  for (const name of readdirSync(RELEASE)) symlinkSync(join(RELEASE, name), place.at("fetched", name));
  // As it is fetched: no program yet.
  const executable = released(EXECUTABLE_NAME);
  const fetched = place.at("fetched", basename(executable));
  rmSync(fetched);
  copyFileSync(executable, fetched);
  chmodSync(fetched, 0o644);
});
afterAll(() => place[Symbol.dispose]());

const inPlace = (...command: readonly string[]) => ran(command, { cwd: place.path });
const isTheProgram = (program: string) => JSON.parse(inPlace(program, "version", "--json").output).version === VERSION;

/** What the page says to type where the files are; `part` tells which block of it. */
function typed(part: string): Ran {
  const [command = "exit 1", ...more] = COMMANDS.filter((each) => each.includes(part));
  expect(more).toEqual([]);
  // npm's own folder for everybody is the machine's. Named as npx names them for what it starts, or those would count.
  const npm = { npm_config_prefix: place.at("npm"), npm_config_offline: "true", npm_config_audit: "false" };
  const PATH = `${place.at("npm/bin")}:${process.env.PATH}`;
  const result = ran(["bash", "-euc", command], { cwd: place.at("fetched"), environment: { ...npm, PATH } });
  expect(result).toMatchObject({ status: 0 });
  return result;
}

test("what was fetched is verified", () => {
  const { output } = typed("minisign -Vm");
  expect(output).toContain("Trusted comment: SHA256SUMS");
  expect(output).toContain("dragoman-0.2.0-linux-x64-baseline: OK".replace("0.2.0", VERSION));
});

test("one file and chmod: it serves, and answers", async () => {
  expect(typed("chmod +x").output).toContain(`dragoman ${VERSION}`);
  const program = place.at("fetched/dragoman");
  const data = place.at("data");
  const created = inPlace(program, "app", "create", "Shop", "--json", "--data", data).stdout;
  const server = await startServer({ executable: program, dataDir: data });
  try {
    expect(await firstAnswer(server.url, created)).toMatchObject({ resolved: { tool: "set_lamp" } });
  } finally {
    expect(await server.stop()).toBe(0);
  }
});

describe("npm", () => {
  const program = () => place.at("npm/bin/dragoman");
  const modules = () => place.at("npm/lib/node_modules");

  test("installs the launcher and the executable of this system, and runs no scripts", () => {
    expect(typed("npm install").output).toContain(`dragoman ${VERSION}`);
    for (const name of ["dragoman", "@dragoman/linux-x64"]) {
      const manifest = JSON.parse(readFileSync(join(modules(), name, "package.json"), "utf8"));
      expect(manifest).not.toHaveProperty("scripts");
      expect(existsSync(join(modules(), name, "LICENSES.txt"))).toBe(true);
    }
  });

  test("the launcher gives on arguments, the exit status and signals", async () => {
    expect(inPlace(program(), "no such command").status).toBe(2);
    expect(inPlace(program(), "no such command").output).toContain("no such command");
    const server = await startServer({ executable: program(), dataDir: place.at("npm-data") });
    expect(await server.stop()).toBe(0);
    expect(existsSync(place.at("npm-data/control.sock"))).toBe(false);
  });

  test("without the package of this system the launcher says what to do", () => {
    renameSync(join(modules(), "@dragoman/linux-x64"), place.at("elsewhere"));
    const { status, output } = inPlace(program(), "version");
    expect({ status, output }).toMatchObject({ status: 1 });
    expect(output).toContain("@dragoman/linux-x64 is not installed");
    expect(output).toContain("--omit=optional");
  });
});

test("pip: the wheel puts the program beside Python's, and takes it away again", () => {
  expect(typed("pip install").output).toContain(`dragoman ${VERSION}`);
  const pip = place.at("fetched/dragoman-venv/bin/pip");
  expect(inPlace(pip, "uninstall", "--yes", "dragoman").status).toBe(0);
  expect(existsSync(place.at("fetched/dragoman-venv/bin/dragoman"))).toBe(false);
});

test("the clients install from their files, without a registry", () => {
  const [npmFile, wheel] = [released(/^dragoman-client-.*\.tgz$/), released(/^dragoman_client-.*\.whl$/)];
  mkdirSync(place.at("project"));
  writeFileSync(place.at("project/package.json"), '{ "type": "module", "private": true }');
  const cwd = place.at("project");
  expect(ran(["npm", "install", "--offline", "--no-audit", npmFile], { cwd })).toMatchObject({ status: 0 });
  const program = 'console.log(typeof (await import("@dragoman/client")).Dragoman)';
  expect(ran([process.execPath, "-e", program], { cwd })).toMatchObject({ status: 0, stdout: "function\n" });
  // What it stands on is Python's index's.
  const python = place.at("fetched/dragoman-venv/bin/python");
  const install = ["-m", "pip", "install", "--quiet", "--no-index", "--no-deps", wheel];
  expect(inPlace(python, ...install)).toMatchObject({ status: 0 });
  const version = "from importlib.metadata import version; print(version('dragoman-client'))";
  expect(inPlace(python, "-c", version).stdout).toBe(`${VERSION}\n`);
});

test("what the Python client is made of comes along, as it is committed", () => {
  const sources = released(/^dragoman_client-.*\.tar\.gz$/);
  const folder = `dragoman_client-${VERSION}`;
  expect(inPlace("tar", "-xf", sources)).toMatchObject({ status: 0 });
  const committed = ran(["git", "ls-files", "src"], { cwd: join(ROOT, "clients/python") })
    .stdout.trim()
    .split("\n");
  const packed = readdirSync(place.at(folder, "src"), { recursive: true, encoding: "utf8" });
  expect(committed.filter((path) => !packed.includes(path.slice("src/".length)))).toEqual([]);
  for (const name of ["pyproject.toml", "LICENSE", "README.md", ...committed]) {
    const file = readFileSync(place.at(folder, name), "utf8");
    expect(file).toBe(readFileSync(join(ROOT, "clients/python", name), "utf8"));
  }
});

describe("the Debian package", () => {
  const root = () => place.at("debian");
  const dpkg = (...words: readonly string[]) =>
    // What it depends on is the machine's, which the empty root has not.
    inPlace("dpkg", `--root=${root()}`, "--force-script-chrootless", "--force-depends", ...words);

  test("installs the program, the unit and the user", () => {
    mkdirSync(place.at("debian/var/lib/dpkg/info"), { recursive: true });
    mkdirSync(place.at("debian/var/lib/dpkg/updates"));
    mkdirSync(place.at("debian/etc"));
    Bun.spawnSync(["touch", place.at("debian/var/lib/dpkg/status"), place.at("debian/var/lib/dpkg/available")]);
    const { RELEASE_MAINTAINER: maintainer = "" } = process.env;
    expect(inPlace("dpkg-deb", "--field", released(/\.deb$/), "Maintainer").output).toBe(`${maintainer}\n`);
    const { status, output } = dpkg("--install", released(/\.deb$/));
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(isTheProgram(place.at("debian/usr/bin/dragoman"))).toBe(true);
    expect(readFileSync(place.at("debian/usr/share/doc/dragoman/copyright"), "utf8")).toContain("Apache License");
    const unit = readFileSync(place.at("debian/usr/lib/systemd/system/dragoman.service"), "utf8");
    expect(unit).toContain("ExecStart=/usr/bin/dragoman serve\n");
    expect(unit).toContain("User=dragoman\n");
    if (Bun.which("systemd-sysusers") !== null) {
      expect(readFileSync(place.at("debian/etc/passwd"), "utf8")).toContain("dragoman:");
    }
  });

  // In a minimal container there is no systemd to ask.
  test.if(Bun.which("systemd-analyze") !== null)("systemd takes the unit as it stands", () => {
    const unit = readFileSync(place.at("debian/usr/lib/systemd/system/dragoman.service"), "utf8");
    const copy = place.at("dragoman.service");
    writeFileSync(copy, unit.replace("/usr/bin/dragoman", "/bin/true"));
    expect(inPlace("systemd-analyze", "--no-pager", "verify", copy)).toMatchObject({ status: 0, output: "" });
  });

  test("is removed without a trace but the user", () => {
    const { status, output } = dpkg("--remove", "dragoman");
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(existsSync(place.at("debian/usr/bin/dragoman"))).toBe(false);
    expect(existsSync(place.at("debian/usr/lib/systemd/system/dragoman.service"))).toBe(false);
  });
});

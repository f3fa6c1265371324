import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { unitFile } from "../../src/cli/systemd-unit.ts";
import { dragoman, json, newFolder } from "./dragoman.ts";

const folder = newFolder();
afterAll(() => folder.remove());

const MACHINE = unitFile({ program: ["/usr/local/bin/dragoman"], scope: "machine" });
const USER = unitFile({ program: ["/usr/local/bin/dragoman"], scope: "user" });

/** The program that reads units where systemd is installed; it needs no running one. */
function analyzed(unit: string, ...words: readonly string[]) {
  const file = join(folder.path, "dragoman.service");
  writeFileSync(file, unit.replace("/usr/local/bin/dragoman", "/bin/true"));
  const { exitCode, stdout, stderr } = Bun.spawnSync(["systemd-analyze", "--no-pager", ...words, file]);
  return { status: exitCode, said: `${stdout}${stderr}` };
}

describe("the unit", () => {
  test("is printed without rights, systemd or a data folder", async () => {
    const { status, out, err } = await dragoman(["service", "install", "--print"]);
    expect({ status, err }).toEqual({ status: 0, err: "" });
    expect(out).toBe(MACHINE.replace("/usr/local/bin/dragoman", EXECUTABLE));
    expect(await json(["service", "install", "--print"])).toEqual({ unit: out });
  });

  test("starts a checkout that was not built by the Bun that runs it", () => {
    const main = new URL("../../src/main.ts", import.meta.url).pathname;
    const { stdout } = Bun.spawnSync([process.execPath, main, "service", "install", "--print"]);
    expect(`${stdout}`).toBe(MACHINE.replace("/usr/local/bin/dragoman", `${process.execPath} ${main}`));
  });

  test("keeps options of the runtime out, and has the data folder made", () => {
    for (const unit of [MACHINE, USER]) {
      expect(unit).toMatch(/^UnsetEnvironment=(.* )?BUN_OPTIONS (.* )?BUN_BE_BUN/m);
      expect(unit).toMatch(/^StateDirectory=dragoman$/m);
      expect(unit).toMatch(/^Environment=DRAGOMAN_DATA=%S\/dragoman$/m);
    }
  });

  test("of a user asks for nothing that only the machine's systemd can do", () => {
    expect(USER).not.toMatch(/^(User|Group|CapabilityBoundingSet|ProtectSystem|PrivateTmp)=/m);
    expect(USER).toContain("WantedBy=default.target");
  });

  test.each([
    ["/opt/my programs/dragoman", 'ExecStart="/opt/my programs/dragoman" serve'],
    ['/opt/100%$x"y\\z', 'ExecStart="/opt/100%%$$x\\"y\\\\z" serve'],
  ])("starts %s as systemd reads it", (path, line) => {
    expect(unitFile({ program: [path], scope: "machine" }).split("\n")).toContain(line);
  });

  test("takes no path that would be another line of it", () => {
    expect(() => unitFile({ program: ["/opt/x\nExecStartPre=/bin/evil"], scope: "user" })).toThrow(
      "control characters",
    );
  });

  describe.if(Bun.which("systemd-analyze") !== null)("as systemd-analyze sees it", () => {
    test("has no faults", () => {
      expect(analyzed(MACHINE, "verify")).toEqual({ status: 0, said: "" });
      expect(analyzed(USER, "verify")).toEqual({ status: 0, said: "" });
    });

    test("has no faults with what docs/how-to/systemd.md adds for a port below 1024, which counts", () => {
      const page = readFileSync(new URL("../../docs/how-to/systemd.md", import.meta.url), "utf8");
      const [, added = ""] = /```ini\n([\s\S]*?)```/.exec(page) ?? [];
      const [before = "", after = ""] = MACHINE.split("[Install]");
      const changed = `${before}${added}\n[Install]${after}`;
      expect(analyzed(changed, "verify")).toEqual({ status: 0, said: "" });
      const capability = /✗.*CAP_NET_BIND_SERVICE|✗ CapabilityBoundingSet=~CAP_NET_\(BIND_SERVICE/;
      expect(analyzed(MACHINE, "security", "--offline=true").said).not.toMatch(capability);
      expect(analyzed(changed, "security", "--offline=true").said).toMatch(capability);
    });

    test("exposes at most 2.0", () => {
      const { status, said } = analyzed(MACHINE, "security", "--offline=true", "--threshold=20");
      expect(said).toMatch(/Overall exposure level .*: [01]\.\d OK/);
      expect(status).toBe(0);
    });
  });
});

/** With systemd these would change the machine: `test/binary/service.test.ts` runs them behind walls. */
describe.if(!existsSync("/run/systemd/system"))("where systemd does not run the machine", () => {
  test.each(["install", "uninstall", "install --user"])("service %s says so", async (words) => {
    const { status, out, err } = await dragoman(["service", ...words.split(" ")]);
    expect({ status, out }).toEqual({ status: 1, out: "" });
    expect(err).toStartWith("dragoman: systemd does not run this machine");
    expect(err).toContain("--print");
  });
});

/** Who opens the repository in a container has what the gate needs: the lists of both say the same. */
import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "../../src/config/settings.ts";

const ROOT = join(import.meta.dir, "../..");
const GATE = readFileSync(join(ROOT, ".ci/run"), "utf8");
const DOCKERFILE = readFileSync(join(ROOT, ".devcontainer/Dockerfile"), "utf8");
const CONTAINER = JSON.parse(readFileSync(join(ROOT, ".devcontainer/devcontainer.json"), "utf8"));

/** What a checkout needs before any test runs; the gate finds it on the machine, or does without. */
const FOR_A_CHECKOUT = ["ca-certificates", "git", "g++"];

/** The Debian packages that `.ci/run` installs where a command or module is missing. */
function packagesOfTheGate(): readonly string[] {
  const [, needs = ""] = /^for need in (.+); do$/m.exec(GATE) ?? [];
  const ofCommands = needs.split(" ").map((need) => need.split(":")[1] ?? "");
  const ofModules = [...GATE.matchAll(/\|\| missing\+=\(([\w.+-]+)\)/g)].map(([, name = ""]) => name);
  return [...new Set([...ofCommands, ...ofModules])].sort();
}

function packagesOfTheContainer(): readonly string[] {
  const [, list = ""] = /apt-get install ((?:.*\\\n)*.*?)&&/.exec(DOCKERFILE) ?? [];
  return list
    .split(/[\s\\]+/)
    .filter((word) => word !== "" && !word.startsWith("-"))
    .sort();
}

test("the container has every package that the gate needs, and no other but those of a checkout", () => {
  const ofTheGate = packagesOfTheGate();
  expect(ofTheGate).toContain("strace");
  expect(ofTheGate).toContain("python3-venv");
  expect(packagesOfTheContainer()).toEqual([...ofTheGate, ...FOR_A_CHECKOUT].sort());
});

test("it has the Bun of the gate", () => {
  const versionsIn = (text: string) => [...new Set([...text.matchAll(/bun@(\d+\.\d+\.\d+)/g)].map(([, at]) => at))];
  expect(versionsIn(GATE)).toHaveLength(1);
  expect(versionsIn(DOCKERFILE)).toEqual(versionsIn(GATE));
});

test("its description names files and commands that there are, and leaves the tests the rights for their walls", () => {
  expect(existsSync(join(ROOT, ".devcontainer", CONTAINER.build.dockerfile))).toBe(true);
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  expect(scripts).toHaveProperty(CONTAINER.postCreateCommand.replace(/^bun run /, ""));
  expect(CONTAINER.forwardPorts).toEqual([SETTINGS.server.port.default]);
  // unshare and mount, ip, and strace.
  expect(CONTAINER.remoteUser).toBe("root");
  for (const right of ["SYS_ADMIN", "NET_ADMIN", "SYS_PTRACE"]) {
    expect(CONTAINER.runArgs).toContain(`--cap-add=${right}`);
  }
});

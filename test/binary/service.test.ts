/** `service install` and `uninstall` by the executable, as root of a machine whose systemd only writes down what it is told. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { ensureExecutable, freshPlace, type Place, requireTools, walled } from "./kit.ts";

const TOOL = `#!/bin/sh
echo "$(basename "$0") $*" >> "$out/calls"
`;

/** Everything that the commands touch is an empty folder in memory. */
const SESSION = `
mount -t tmpfs none /etc/systemd
mkdir -p /etc/systemd/system /run/systemd
mount -t tmpfs none /run/systemd && mkdir /run/systemd/system
mount -t tmpfs none /opt && touch /opt/dragoman && mount --bind "$executable" /opt/dragoman
run() { # name words
  local name=$1; shift
  local status=0
  "$@" > "$out/$name.out" 2> "$out/$name.err" || status=$?
  echo $status > "$out/$name.status"
}
mount -t tmpfs none /home && touch /home/dragoman && mount --bind "$executable" /home/dragoman
run hidden /home/dragoman service install
run install /opt/dragoman service install --json
cp /etc/systemd/system/dragoman.service "$out/unit"
run again /opt/dragoman service install
run uninstall /opt/dragoman service uninstall
ls /etc/systemd/system > "$out/left"
run nothing /opt/dragoman service uninstall
run printed /opt/dragoman service install --print
`;

describe("service", () => {
  let place: Place;
  const textOf = (name: string) => readFileSync(place.at(name), "utf8");
  const statusOf = (name: string) => Number(textOf(`${name}.status`));

  beforeAll(() => {
    requireTools("unshare", "mount");
    ensureExecutable();
    place = freshPlace();
    for (const name of ["systemctl", "systemd-sysusers"]) {
      writeFileSync(place.at(name), TOOL);
      chmodSync(place.at(name), 0o755);
    }
    const { exitCode, stderr } = Bun.spawnSync([...walled(SESSION, { network: "shared" })], {
      env: { PATH: `${place.path}:/usr/sbin:/usr/bin:/sbin:/bin`, executable: EXECUTABLE, out: place.path },
      stdio: ["ignore", "pipe", "pipe"],
    });
    if (exitCode !== 0) throw new Error(`the session broke off: ${stderr}`);
  }, 60_000);
  afterAll(() => place?.[Symbol.dispose]());

  test("install writes the unit that --print shows, makes the user, and starts it", () => {
    expect(textOf("install.err")).not.toContain("dragoman: ");
    expect(statusOf("install")).toBe(0);
    expect(JSON.parse(textOf("install.out"))).toEqual({
      installed: "/etc/systemd/system/dragoman.service",
      data_dir: "/var/lib/dragoman",
    });
    expect(textOf("unit")).toContain("ExecStart=/opt/dragoman serve\n");
    expect(textOf("unit")).toBe(textOf("printed.out"));
  });

  test("every call of systemd is made in order, and shown", () => {
    const calls = [
      'systemd-sysusers --inline u dragoman - "Dragoman" /var/lib/dragoman',
      "systemctl daemon-reload",
      "systemctl enable --now dragoman.service",
      "systemctl disable --now dragoman.service",
      "systemctl daemon-reload",
    ];
    expect(textOf("calls").trim().split("\n")).toEqual(calls);
    expect(textOf("install.err").trim().split("\n")).toEqual(calls.slice(0, 3));
  });

  test("a unit that is there is not written over", () => {
    expect(statusOf("again")).toBe(1);
    expect(textOf("again.err")).toContain("/etc/systemd/system/dragoman.service is there already");
  });

  test("uninstall removes the unit; where there is none it says so", () => {
    expect(statusOf("uninstall")).toBe(0);
    expect(textOf("left")).toBe("");
    expect(statusOf("nothing")).toBe(1);
    expect(textOf("nothing.err")).toContain("nothing is installed");
  });

  test("an executable that the service could not see is refused", () => {
    expect(statusOf("hidden")).toBe(1);
    expect(textOf("hidden.err")).toContain("cannot see /home/dragoman: copy it to /usr/local/bin");
  });
});

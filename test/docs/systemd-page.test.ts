/**
 * docs/how-to/systemd.md as a terminal: root's folders are empty ones in memory, and two programs stand in for systemd, which
 * does not run in a test. The one that starts the service starts what the unit names, with the unit's variables.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { EXECUTABLE } from "../../scripts/dragoman-process.ts";
import { ensureExecutable, freshPlace, requireTools, walled } from "../binary/kit.ts";
import { blocksIn, readPage, type Step, stepsIn } from "./blocks.ts";
import { masked } from "./session.ts";

const PAGE = readPage("docs/how-to/systemd.md");
const CONSOLE = stepsIn(PAGE, "console");
const [PRINTED] = stepsIn(PAGE, "sh");
const END = "\u001e";

/** `sudo COMMAND` and `sudo -u dragoman COMMAND`; that user is the one of the walls here. */
const SUDO = `#!/bin/sh
[ "$1" = -u ] && { [ "$2" = dragoman ] || exit 1; shift 2; }
exec "$@"
`;
/** Starts what a unit starts, and waits until it listens. */
const SYSTEMCTL = `#!/bin/sh
[ "$1" = enable ] || exit 0
unit=/etc/systemd/system/$3
export $(sed -n 's/^Environment=//p' "$unit" | sed 's|%S|/var/lib|g')
mkdir -m 700 /var/lib/dragoman
cd /var/lib/dragoman
setsid $(sed -n 's/^ExecStart=//p' "$unit") > "$out/journal" 2>&1 < /dev/null &
echo $! > "$out/pid"
until curl -sf "http://127.0.0.1:8420/readyz" > /dev/null; do kill -0 $!; sleep 0.1; done
`;

function script(steps: readonly Step[]): string {
  return `
    ip link set lo up
    for folder in /etc/systemd /run/systemd /usr/local/bin /var/lib; do mount -t tmpfs none $folder; done
    mkdir -p /etc/systemd/system /run/systemd/system
    export PATH="$out/tools:/usr/local/bin:$PATH"
    trap 'kill $(cat "$out/pid") 2> /dev/null' EXIT
    cd "$out"
    ${steps.map(({ command }) => `{\n${command}\n} 2>&1\nprintf '${END}'`).join("\n")}
    cp /etc/systemd/system/dragoman.service "$out/unit"
  `;
}

describe("docs/how-to/systemd.md", () => {
  let outputs: readonly string[];
  let unit: string;

  beforeAll(() => {
    requireTools("unshare", "mount", "ip", "setsid", "curl");
    ensureExecutable();
    using place = freshPlace();
    mkdirSync(place.at("tools"));
    for (const [name, text] of Object.entries({
      sudo: SUDO,
      systemctl: SYSTEMCTL,
      "systemd-sysusers": "#!/bin/sh\n",
    })) {
      writeFileSync(place.at("tools", name), text);
      chmodSync(place.at("tools", name), 0o755);
    }
    writeFileSync(place.at("dragoman"), readFileSync(EXECUTABLE));
    chmodSync(place.at("dragoman"), 0o755);
    const steps = [...CONSOLE, ...(PRINTED ? [PRINTED] : [])];
    const { exitCode, stdout, stderr } = Bun.spawnSync([...walled(script(steps), { network: "own" })], {
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: place.path, out: place.path },
    });
    if (exitCode !== 0) throw new Error(`the session broke off: ${stdout}${stderr}`);
    outputs = stdout.toString().split(END);
    unit = readFileSync(place.at("unit"), "utf8");
  }, 60_000);

  test("every command works, and every output is as shown", () => {
    expect(CONSOLE.length).toBe(4);
    const shown = CONSOLE.flatMap((step, index) => (step.shown ? [[step.shown.text, outputs[index] ?? ""]] : []));
    expect(shown.length).toBe(1);
    for (const [text = "", output = ""] of shown) expect(masked(output)).toStartWith(masked(text));
  });

  test("the service is reached by the commands beside it", () => {
    expect(outputs[2]).toMatch(/^app id +app_\w+\nname +Shop\n/);
    expect(outputs[3]).toMatch(/^ok +embedder +/m);
  });

  test("the unit that is shown is the one that is installed", () => {
    expect(outputs[CONSOLE.length]).toBe(unit);
    expect(blocksIn(PAGE).filter(({ kind }) => kind === "sh")).toHaveLength(1);
  });
});

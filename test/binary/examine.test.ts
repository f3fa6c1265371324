/** The executable tests a set alone: an unprivileged user in an empty folder, no network, no server. */
import { expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { ensureExecutable, ownFolder, publicPlace, ROOT, requireTools, UNPRIVILEGED, walled } from "./kit.ts";

test("the executable tests a set, writes its report and answers at the prompt, alone in an empty folder", () => {
  ensureExecutable();
  requireTools("unshare", "bash");
  using place = publicPlace();
  const work = ownFolder(place, "work");
  cpSync(`${ROOT}/examples/ci`, place.at("ci"), { recursive: true });
  const session = `
    cd "$work"
    app=$("$place/dragoman" app create alone --json | sed 's/.*"app_id":"\\([^"]*\\)".*/\\1/')
    "$place/dragoman" import "$place/ci/toolset.json" --app "$app" > /dev/null
    "$place/dragoman" test home-v1 "$place/ci/cases.jsonl" --app "$app" --json --min-accuracy 75% \\
      --html report.html --junit report.xml > test.json
    printf 'lock the doors\\n' | "$place/dragoman" ask home-v1 --app "$app" --json --explain > ask.json
  `;
  const script = `exec ${UNPRIVILEGED} bash -euc '${session.replaceAll("'", "'\\''")}'`;
  const { exitCode, stderr } = Bun.spawnSync([...walled(script, { network: "own" })], {
    env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", HOME: work, place: place.path, work },
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect({ exitCode, said: exitCode === 0 ? "" : stderr.toString() }).toEqual({ exitCode: 0, said: "" });
  expect(readdirSync(work).sort()).toEqual(["ask.json", "dragoman-data", "report.html", "report.xml", "test.json"]);
  const read = (name: string) => readFileSync(`${work}/${name}`, "utf8");
  expect(JSON.parse(read("test.json"))).toMatchObject({ ok: true, reports: [{ cases: 12, kind: "toolset" }] });
  expect(JSON.parse(read("ask.json"))).toMatchObject({ calls: [{ tool: "lock_doors" }], cache: { answered: false } });
  expect(read("report.html")).toContain("<svg");
  expect(read("report.xml")).toContain('tests="12"');
}, 60_000);

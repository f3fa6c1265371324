/**
 * The power is cut in the middle of writing: of what the disk was not waited for, some is there and some is not, by the sector. Whatever was
 * acknowledged is there afterwards, and the server starts.
 */
import { beforeAll, describe, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { EXECUTABLE, type RunningServer, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { randomFrom } from "../../scripts/eval/statistics.ts";
import { ensureExecutable, freshPlace, type Place, requireTools, settings } from "./kit.ts";
import { errorsIn, faultsByTheDoctor } from "./mixed-load/after-crash.ts";
import { MIXED_LOAD_SETTINGS, MixedLoad } from "./mixed-load/mixed-load.ts";
import { writeAfterPowerCut } from "./power-cut/disk.ts";
import { fileCallsIn, SHOWN_BYTES_MAX, TRACED } from "./power-cut/trace.ts";

/** `POWER_CUTS=200 bun test test/binary/power-cut.test.ts` for a longer look, `POWER_CUT_SEED` for another one. */
const CUTS = Number(process.env.POWER_CUTS ?? 6);
const SEED = Number(process.env.POWER_CUT_SEED ?? 1);
const CUT_MS_MAX = 30_000;
const ACKNOWLEDGED_MIN = 5;
const ACKNOWLEDGED_MORE_MAX = 25;
const WITH_ALL = 50;
const SAYS_SO_EVERY = 10;

beforeAll(ensureExecutable, 120_000);

test(
  `${CUTS} times: nothing that was acknowledged is lost, or paid for twice, and the folder opens`,
  async () => {
    requireTools("strace");
    using place = freshPlace();
    const data = place.at("data");
    settings(place, MIXED_LOAD_SETTINGS, data);
    const random = randomFrom(SEED);
    const first = await startServer({ dataDir: data });
    await waitUntilReady(first);
    const load = await MixedLoad.begin(data, first, SEED);
    expect(await first.stop()).toBe(0);
    let lostSectors = 0;

    for (let cut = 1; cut <= CUTS; cut += 1) {
      const before = place.at("before");
      copyFolder(data, before);
      const trace = place.at(`trace-${cut}`);
      const server = await startServer({ dataDir: data, executable: tracedExecutable(place, trace) });
      await waitUntilReady(server);
      expect(await load.faults(server, cut % WITH_ALL === 0)).toEqual([]);
      const count = ACKNOWLEDGED_MIN + Math.floor(random() * ACKNOWLEDGED_MORE_MAX);
      const traced = await load.workUntil(server, count, () => traceOf(server, trace));
      expect(errorsIn(server.output())).toEqual([]);
      const calls = fileCallsIn(traced, data);
      const after = place.at("after");
      lostSectors += writeAfterPowerCut({ folder: data, before, calls, random }, after);
      for (const old of [data, before, trace]) rmSync(old, { recursive: true });
      renameSync(after, data);
      if (process.env.POWER_CUTS !== undefined && cut % SAYS_SO_EVERY === 0) {
        console.log(
          `${cut} cuts, ${load.acknowledged} answers, ${load.unanswered} unanswered, ${lostSectors} sectors lost`,
        );
      }
    }

    const server = await startServer({ dataDir: data });
    await waitUntilReady(server);
    expect(await load.faults(server, true)).toEqual([]);
    expect(await faultsByTheDoctor(data)).toEqual([]);
    // It was a disk that loses something.
    expect(lostSectors).toBeGreaterThan(0);
    expect(await server.stop()).toBe(0);
  },
  CUTS * CUT_MS_MAX,
);

describe("the disk that is cut off", () => {
  /** What lies there after each of so many cuts, once a program has been killed at its end. In it `put` makes or overwrites a file. */
  async function afterCuts(program: string, cuts: number): Promise<readonly Readonly<Record<string, string>>[]> {
    requireTools("strace");
    using place = freshPlace();
    const data = place.at("data");
    mkdirSync(data);
    writeFileSync(join(data, "old"), "o".repeat(1_024));
    copyFolder(data, place.at("before"));
    const trace = place.at("trace");
    const put = `const put = (name, text, at = 0) => {
      const file = fs.openSync(name, fs.constants.O_CREAT | fs.constants.O_WRONLY);
      fs.writeSync(file, Buffer.from(text), 0, text.length, at);
      return file;
    };`;
    const script = `const fs = require("node:fs"), here = process.cwd(); ${put} ${program}; console.log("done"); setTimeout(() => {}, 60_000);`;
    const command = [tracedExecutable(place, trace, process.execPath), "-e", script];
    const child = Bun.spawn(command, { cwd: data, stdio: ["ignore", "pipe", "inherit"] });
    await child.stdout.getReader().read();
    const calls = fileCallsIn(await traceOf({ pid: child.pid, kill: () => child.kill("SIGKILL") }, trace), data);
    const random = randomFrom(SEED);
    return Array.from({ length: cuts }, (_, index) => {
      const target = place.at(`after-${index}`);
      writeAfterPowerCut({ folder: data, before: place.at("before"), calls, random }, target);
      return Object.fromEntries(readdirSync(target).map((name) => [name, readFileSync(join(target, name), "latin1")]));
    });
  }

  const distinct = (seen: readonly (string | undefined)[]) => [...new Set(seen)].sort();

  test("has what was waited for, by its name, and of the rest some", async () => {
    const seen = await afterCuts(
      "fs.fsyncSync(put('new', 'first')); put('new', 'second', 5); put('other', 'third')",
      60,
    );
    expect(distinct(seen.map((files) => files.new))).toEqual(["first", "firstsecond"]);
    expect(distinct(seen.map((files) => files.other))).toEqual(["", "third", undefined]);
    expect(distinct(seen.map((files) => files.old))).toEqual(["o".repeat(1_024)]);
  });

  test("tears a write at its sectors", async () => {
    const seen = await afterCuts("put('old', 'n'.repeat(1024))", 200);
    const [o, n] = ["o".repeat(512), "n".repeat(512)];
    expect(distinct(seen.map((files) => files.old))).toEqual([n + n, n + o, o + n, o + o]);
  });

  test("has a name without what was written under it, and not the other way round", async () => {
    const seen = await afterCuts("put('draft', 'whole'); fs.renameSync(here + '/draft', here + '/old')", 100);
    expect(distinct(seen.map(({ old, draft }) => `${old === "o".repeat(1_024) ? "old" : old}, ${draft}`))).toEqual([
      ", undefined",
      "old, ",
      "old, undefined",
      "old, whole",
      "whole, undefined",
    ]);
  });
});

/** Without what is no file: sockets. */
function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
}

/** A program that is the executable, watched. The watcher is its child, so that it has the number of the process that is started. */
function tracedExecutable(place: Place, trace: string, executable = EXECUTABLE): string {
  const path = place.at("traced");
  const watch = `strace -D -f -y -xx --seccomp-bpf -s ${SHOWN_BYTES_MAX} -e trace=${TRACED} -o '${trace}'`;
  writeFileSync(path, `#!/bin/sh\nexec ${watch} '${executable}' "$@"\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Kills the server, and waits until the watcher has written all that it saw. */
async function traceOf(server: Pick<RunningServer, "pid"> & { kill(): unknown }, trace: string): Promise<string> {
  await server.kill();
  for (;;) {
    const text = existsSync(trace) ? readFileSync(trace, "latin1") : "";
    if (new RegExp(`^${server.pid} +\\+\\+\\+ killed by SIGKILL`, "m").test(text)) return text;
    await Bun.sleep(20);
  }
}

/** `kill -9` in the middle of everything that a server does: whatever was acknowledged is so afterwards, and is paid for once. */
import { beforeAll, expect, test } from "bun:test";
import { EXECUTABLE, freePort, startServer, waitUntilReady } from "../../scripts/dragoman-process.ts";
import { randomFrom } from "../../scripts/eval/statistics.ts";
import { ensureExecutable, freshPlace, settings } from "./kit.ts";
import { errorsIn, faultsByTheDoctor } from "./mixed-load/after-crash.ts";
import { MIXED_LOAD_SETTINGS, MixedLoad } from "./mixed-load/mixed-load.ts";

/** `KILLS=1000 bun test test/binary/crash.test.ts` for a longer look, `KILL_SEED` for another one. It says how far it is. */
const KILLS = Number(process.env.KILLS ?? 16);
const SEED = Number(process.env.KILL_SEED ?? 1);
const KILL_MS_MAX = 60_000;
const ACKNOWLEDGED_MIN = 5;
const ACKNOWLEDGED_MAX = 30;
/** Now and then the server is killed before it serves, and while it ends in order. */
const WHILE_IT_STARTS = 5;
const WHILE_IT_ENDS = 7;
const START_MS_MAX = 500;
const END_MS_MAX = 100;
/** So often it may finish its model first, somebody makes a backup, and everything is looked at. */
const WITH_ITS_MODEL = 8;
const WITH_A_BACKUP = 12;
const WITH_ALL = 50;

beforeAll(ensureExecutable, 120_000);

test(
  `${KILLS} times: nothing that was acknowledged is lost, or paid for twice`,
  async () => {
    using place = freshPlace();
    const data = place.at("data");
    settings(place, MIXED_LOAD_SETTINGS, data);
    const random = randomFrom(SEED);
    const first = await startServer({ dataDir: data });
    await waitUntilReady(first);
    const load = await MixedLoad.begin(data, first, SEED);
    await first.kill();
    let backups = 0;

    for (let kill = 1; kill <= KILLS; kill += 1) {
      if (kill % WHILE_IT_STARTS === 0) await killWhileItStarts(data, random() * START_MS_MAX);
      const server = await startServer({ dataDir: data });
      if (kill % WITH_ITS_MODEL === 0) await waitUntilReady(server);
      expect(await load.faults(server, kill % WITH_ALL === 0)).toEqual([]);
      const backup = kill % WITH_A_BACKUP === 0 ? load.backup(place) : Promise.resolve(null);
      const count = ACKNOWLEDGED_MIN + Math.floor(random() * (ACKNOWLEDGED_MAX - ACKNOWLEDGED_MIN));
      await load.workUntil(server, count, async () => {
        if (kill % WHILE_IT_ENDS === 0) {
          void server.stop();
          await Bun.sleep(random() * END_MS_MAX);
        }
        await server.kill();
      });
      const missing = await backup;
      if (missing !== null) backups += 1;
      expect(missing ?? []).toEqual([]);
      expect(errorsIn(server.output())).toEqual([]);
      if (process.env.KILLS !== undefined && kill % WITH_A_BACKUP === 0) {
        console.log(`${kill} kills, ${load.acknowledged} answers, ${load.unanswered} unanswered, ${backups} backups`);
      }
    }

    const server = await startServer({ dataDir: data });
    await waitUntilReady(server);
    expect(await load.faults(server, true)).toEqual([]);
    expect(await faultsByTheDoctor(data)).toEqual([]);
    expect(await server.stop()).toBe(0);
    expect(load.unanswered).toBeGreaterThan(0);
  },
  60_000 + KILLS * KILL_MS_MAX,
);

async function killWhileItStarts(dataDir: string, afterMs: number): Promise<void> {
  const serve = [EXECUTABLE, "serve", "--data", dataDir, "--port", String(await freePort())];
  const child = Bun.spawn(serve, { stdio: ["ignore", "ignore", "ignore"] });
  await Bun.sleep(afterMs);
  child.kill("SIGKILL");
  await child.exited;
}

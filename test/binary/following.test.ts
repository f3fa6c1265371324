/** Backups by the executable while it is written to and flooded: of one moment each, and of every moment. */
import { afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import {
  EXECUTABLE,
  type RunningServer,
  runDragoman,
  startServer,
  waitUntilReady,
} from "../../scripts/dragoman-process.ts";
import { sendAllAtOnce } from "./crowd.ts";
import {
  type Account,
  createApp,
  ensureExecutable,
  freshPlace,
  LARGE_PLAN,
  lampToolset,
  type Place,
  requireTools,
  settings,
  signedIn,
} from "./kit.ts";

/** Between a follower's look and its clock, on a machine with busy neighbours. */
const SLACK_MS = 3_000;
const PLAN_REQUESTS = 1_000_000_000;
const WRITERS = 3;
const FLOOD = 100;

let place: Place;
let data: string;
let account: Account;
let server: RunningServer | null;
let follower: Awaited<ReturnType<typeof follow>> | null;

beforeAll(ensureExecutable, 120_000);
beforeEach(async () => {
  place = freshPlace();
  data = place.at("data");
  server = null;
  follower = null;
  settings(place, LARGE_PLAN, data);
  account = await createApp(data);
});
afterEach(async () => {
  follower?.kill();
  await server?.kill();
  place[Symbol.dispose]();
});

interface Change {
  readonly signature: string;
  readonly sentAt: number;
  /** Null where nobody knows whether it was done. */
  acknowledgedAt: number | null;
}

/** Registers sets, and floods the server with what it refuses, until told to stop; goes on through restarts. */
class Attack {
  readonly changes: Change[] = [];
  refused = 0;
  #isOver = false;
  #work: Promise<unknown> = Promise.resolve();

  /** @param url of the server as it is now. */
  begin(url: () => string): void {
    const writer = async (id: number) => {
      const send = await signedIn(url(), account);
      for (let number = 0; !this.#isOver; number += 1) {
        const change: Change = { signature: `set-${id}-${number}`, sentAt: Date.now(), acknowledgedAt: null };
        this.changes.push(change);
        try {
          const { status } = await send("POST", "/v1/toolsets", lampToolset(change.signature), url());
          if (status === 201) change.acknowledgedAt = Date.now();
        } catch {
          // The server was killed: whether it was done, nobody knows.
          await Bun.sleep(20);
        }
      }
    };
    const flood = async () => {
      const request = { method: "POST", path: "/v1/toolsets", headers: { authorization: "Bearer none" }, body: "{" };
      while (!this.#isOver) {
        const replies = await sendAllAtOnce(
          url(),
          Array.from({ length: FLOOD }, () => request),
        ).catch(() => []);
        this.refused += replies.filter(({ status }) => status === 401).length;
        await Bun.sleep(50);
      }
    };
    this.#work = Promise.all([...Array.from({ length: WRITERS }, (_, id) => writer(id)), flood()]);
  }

  async acknowledged(more: number): Promise<void> {
    const enough = this.#count() + more;
    while (this.#count() < enough) await Bun.sleep(5);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#work;
  }

  /** What has to be in a copy in which everything is that was acknowledged before the one instant, and nothing that was sent after the other. */
  expectIn(found: Contents, { all, none }: { readonly all: number; readonly none: number }): void {
    const needed = this.changes.filter(({ acknowledgedAt }) => acknowledgedAt !== null && acknowledgedAt < all);
    const possible = this.changes.filter(({ sentAt }) => sentAt <= none);
    const there = new Set(found.signatures);
    expect(needed.filter(({ signature }) => !there.has(signature))).toEqual([]);
    const allowed = new Set(possible.map(({ signature }) => signature));
    expect(found.signatures.filter((signature) => !allowed.has(signature))).toEqual([]);
    // Each costs one, which is taken before it is acknowledged.
    expect(found.spent).toBeGreaterThanOrEqual(needed.length);
    expect(found.spent).toBeLessThanOrEqual(possible.length);
  }

  #count(): number {
    return this.changes.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length;
  }
}

interface Contents {
  readonly signatures: readonly string[];
  readonly spent: number;
}

async function contentsOf(folder: string): Promise<Contents> {
  const at = ["--app", account.appId, "--data", folder];
  const exported = await runDragoman(["export", "-", ...at]);
  const sets: readonly { readonly signature: string }[] = JSON.parse(exported.stdout);
  const shown = await runDragoman(["app", "show", account.appId, "--json", "--data", folder]);
  return {
    signatures: sets.map(({ signature }) => signature),
    spent: PLAN_REQUESTS - JSON.parse(shown.stdout).requests_remaining,
  };
}

/** `dragoman backup --follow`, when it has said that it follows. */
async function follow(folder: string, ...options: readonly string[]) {
  const child = Bun.spawn([EXECUTABLE, "backup", "--follow", folder, "--data", data, "--json", ...options], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const collected = (async () => {
    for await (const piece of child.stderr) said += new TextDecoder().decode(piece);
  })();
  const isSaid = async () => {
    for (let waited = 0; !said.includes("every change follows"); waited += 20) {
      if (waited > 60_000 || child.exitCode !== null) throw new Error(`it does not follow: ${said}`);
      await Bun.sleep(20);
    }
  };
  return {
    isSaid,
    said: () => said,
    kill: () => child.kill("SIGKILL"),
    stop: async (): Promise<{ readonly status: number; readonly until: number }> => {
      child.kill("SIGTERM");
      const [status, out] = await Promise.all([child.exited, child.stdout.text(), collected]);
      return { status, until: Date.parse(JSON.parse(out).until) };
    },
  };
}

/** Waits until the server says that everything of that moment is in its backup. */
async function followedUntil(moment: number): Promise<void> {
  for (;;) {
    const text = await (await fetch(`${server?.url}/metrics`)).text();
    const isFollowed = /^dragoman_backup_followed 1$/m.test(text);
    const behindSeconds = Number(/^dragoman_backup_behind_seconds (\S+)$/m.exec(text)?.[1]);
    if (isFollowed && Date.now() - 1_000 * behindSeconds > moment) return;
    await Bun.sleep(50);
  }
}

async function keyFiles(): Promise<{ readonly secret: string; readonly open: string }> {
  const identity = await generateX25519Identity();
  await Bun.write(place.at("secret.key"), `${identity}\n`);
  await Bun.write(place.at("public.key"), `${await identityToRecipient(identity)}\n`);
  return { secret: place.at("secret.key"), open: place.at("public.key") };
}

test("every moment can be gone back to, through killed servers and followers, and only with the key", async () => {
  const { secret, open } = await keyFiles();
  const folder = place.at("followed");
  server = await startServer({ dataDir: data });
  await waitUntilReady(server);
  follower = await follow(folder, "--encrypt-to", open);
  await follower.isSaid();
  const begun = Date.now();
  const attack = new Attack();
  attack.begin(() => server?.url ?? "");
  await attack.acknowledged(60);
  follower.kill();
  await attack.acknowledged(40);
  follower = await follow(folder, "--encrypt-to", open);
  await follower.isSaid();
  const { port } = new URL(server.url);
  await server.kill();
  server = await startServer({ dataDir: data, port: Number(port) });
  await attack.acknowledged(60);
  // Of the server that was started again, and while it is under attack.
  await followedUntil(Date.now());
  const doctor = await runDragoman(["doctor", "--json", "--data", data]);
  await attack.end();
  await followedUntil(Date.now());
  const { status, until } = await follower.stop();
  const ended = Date.now();
  expect(status).toBe(0);
  expect(attack.refused).toBeGreaterThan(FLOOD);
  expect(JSON.parse(doctor.stdout).checks).toContainEqual(
    expect.objectContaining({ check: "backup", ok: true, found: `${folder} follows the data folder` }),
  );

  const without = await runDragoman(["restore", folder, "--latest", "--data", place.at("none")]);
  expect(without.stderr).toContain("is encrypted: name the file of the secret key with --key");
  const moments = [0.2, 0.5, 0.8].map((share) => Math.floor(begun + share * (ended - begun)));
  for (const [index, moment] of moments.entries()) {
    const restored = place.at(`restored-${index}`);
    const at = ["--at", new Date(moment).toISOString(), "--key", secret, "--json"];
    const { status: done, stdout, stderr } = await runDragoman(["restore", folder, ...at, "--data", restored]);
    expect({ done, stderr: done === 0 ? "" : stderr }).toEqual({ done: 0, stderr: "" });
    const reached = Date.parse(JSON.parse(stdout).moment);
    expect(reached).toBeLessThanOrEqual(moment);
    attack.expectIn(await contentsOf(restored), { all: reached, none: moment + SLACK_MS });
  }
  const latest = ["--latest", "--key", secret, "--verify", "--json", "--data", place.at("latest")];
  const last = await runDragoman(["restore", folder, ...latest]);
  expect(JSON.parse(last.stdout).verified).toMatchObject({ ok: true });
  // Nothing came after the attack: all of it is there.
  expect(until).toBeGreaterThan(Math.max(...attack.changes.map(({ acknowledgedAt }) => acknowledgedAt ?? 0)));
  attack.expectIn(await contentsOf(place.at("latest")), { all: until, none: ended });
}, 180_000);

test("a backup that is taken under attack answers as the original did at its moment", async () => {
  const { secret, open } = await keyFiles();
  server = await startServer({ dataDir: data });
  await waitUntilReady(server);
  const send = await signedIn(server.url, account);
  await send("POST", "/v1/toolsets", lampToolset("lamps-v1"));
  const question = { toolsets: ["lamps-v1"], query: "dim the lamp in the kitchen to 30 percent" };
  const answer = await send("POST", "/v1/resolve", question);
  expect(answer.status).toBe(200);
  const attack = new Attack();
  attack.begin(() => server?.url ?? "");
  await attack.acknowledged(40);
  const before = Date.now();
  const backup = await runDragoman(["backup", place.at("sealed"), "--encrypt-to", open, "--data", data]);
  const after = Date.now();
  await attack.acknowledged(20);
  await attack.end();
  expect(backup).toMatchObject({ status: 0 });
  expect(attack.refused).toBeGreaterThan(0);
  await server.kill();

  const restored = place.at("restored");
  const { status } = await runDragoman(["restore", place.at("sealed"), "--key", secret, "--data", restored]);
  expect(status).toBe(0);
  const { signatures, spent } = await contentsOf(restored);
  // The set, the question and its answer came before the attack.
  const others = signatures.filter((signature) => signature !== "lamps-v1");
  expect(signatures).toContain("lamps-v1");
  attack.expectIn({ signatures: others, spent: spent - 2 }, { all: before, none: after });
  server = await startServer({ dataDir: restored });
  await waitUntilReady(server);
  const again = await (await signedIn(server.url, account))("POST", "/v1/resolve", question);
  expect(again.body.resolved).toEqual(answer.body.resolved);
  expect(again.body.metadata.source).toBe("exact_cache");
}, 120_000);

test("the tools of age open what this writes, and this opens what they write", async () => {
  requireTools("age", "age-keygen");
  const script = `
    age-keygen -o "${place.at("key")}" 2> /dev/null
    age-keygen -y "${place.at("key")}" > "${place.at("pub")}"
    "${EXECUTABLE}" backup "${place.at("sealed")}" --encrypt-to "${place.at("pub")}" --data "${data}" > /dev/null
    age --decrypt --identity "${place.at("key")}" "${place.at("sealed")}" > "${place.at("plain")}"
    "${EXECUTABLE}" restore "${place.at("plain")}" --data "${place.at("one")}" > /dev/null
    age --encrypt --recipients-file "${place.at("pub")}" "${place.at("plain")}" > "${place.at("theirs")}"
    "${EXECUTABLE}" restore "${place.at("theirs")}" --key "${place.at("key")}" --data "${place.at("two")}" > /dev/null
  `;
  const child = Bun.spawn(["bash", "-euc", script], { stdio: ["ignore", "ignore", "pipe"] });
  expect({ stderr: await child.stderr.text(), status: await child.exited }).toMatchObject({ status: 0 });
  for (const folder of ["one", "two"]) {
    const shown = await runDragoman(["app", "show", account.appId, "--json", "--data", place.at(folder)]);
    expect(JSON.parse(shown.stdout)).toMatchObject({ app_id: account.appId });
  }
}, 60_000);

/**
 * What many clients get of exact hits, everything on: the base is a server on the same runtime that reads as many bytes of JSON and
 * answers with them, asked by the same client in turns. Time for each request is one second over requests per second, so that more
 * is worse as in every other row. And what others cost: a thousand apps, each with its own set, against one.
 */
import type { Measure, Sides } from "../measure.ts";
import { writtenBytesOf } from "../process-usage.ts";
import type { Stage } from "../stage.ts";
import { type Answered, CONNECTIONS, hasWrk, type Load, wrk } from "../wrk.ts";
import { lamp } from "./samples.ts";

const TURN_SECONDS = 1;
/** Until the compiler has settled. */
const WARM_UP_TURNS = 4;
const APPS = 1_000;
/** Sets are made, and asked for the first time, so many at once. */
const MADE_AT_ONCE = 8;
const QUESTION = JSON.stringify({ query: "switch the lamp on", toolsets: [lamp.signature] });

interface Loads {
  readonly ours: Load;
  readonly base: Load;
  readonly pid: number;
}

/** Requests of `count` apps, each of which was answered from memory once. */
async function loads(stage: Stage, count: number): Promise<Loads> {
  const { url, pid, authorizations } = await stage.crowd(APPS, `asked by ${count}`);
  const some = authorizations.slice(0, count);
  let answer = "";
  for (let from = 0; from < some.length; from += MADE_AT_ONCE) {
    const answers = await Promise.all(some.slice(from, from + MADE_AT_ONCE).map((one) => answeredFromMemory(url, one)));
    answer = answers.at(-1) ?? answer;
  }
  const bare = await stage.bare();
  return {
    ours: { url: `${url}/v1/resolve`, body: QUESTION, authorizations: some },
    // As many bytes as our answer has go both ways.
    base: { url: bare.url, body: answer, authorizations: [""] },
    pid,
  };
}

async function answeredFromMemory(url: string, authorization: string): Promise<string> {
  const headers = { authorization, "content-type": "application/json" };
  const post = (path: string, body: string) => fetch(url + path, { method: "POST", headers, body });
  await (await post("/v1/toolsets", JSON.stringify(lamp))).arrayBuffer();
  await (await post("/v1/resolve", QUESTION)).arrayBuffer();
  const answer = await (await post("/v1/resolve", QUESTION)).text();
  if (!answer.includes('"source":"exact_cache"')) throw new Error(`not answered from memory: ${answer}`);
  return answer;
}

async function warm(...all: readonly Load[]): Promise<void> {
  for (let turn = 0; turn < WARM_UP_TURNS; turn += 1) for (const load of all) await wrk(load, TURN_SECONDS);
}

const openAgainstBare = (figure: (answered: Answered) => number) => async (stage: Stage) => {
  const { ours, base } = await loads(stage, 1);
  await warm(ours, base);
  const take = async (load: Load) => figure(await wrk(load, TURN_SECONDS));
  return { ours: () => take(ours), base: () => take(base) };
};

async function openCrowd(stage: Stage): Promise<Sides> {
  const [{ ours: crowd }, { ours: one }] = [await loads(stage, APPS), await loads(stage, 1)];
  await warm(crowd, one);
  const take = async (load: Load) => microsecondsOf(await wrk(load, TURN_SECONDS));
  return { ours: () => take(crowd), base: () => take(one) };
}

async function openWritten(stage: Stage): Promise<Sides> {
  const { ours, pid } = await loads(stage, 1);
  await warm(ours);
  const kilobytes = async () => {
    const before = writtenBytesOf(pid);
    const { perSecond } = await wrk(ours, TURN_SECONDS);
    return (writtenBytesOf(pid) - before) / (perSecond * TURN_SECONDS) / 1_000;
  };
  const answer = await (
    await fetch(ours.url, {
      method: "POST",
      headers: { authorization: ours.authorizations[0] ?? "", "content-type": "application/json" },
      body: ours.body,
    })
  ).arrayBuffer();
  return { ours: kilobytes, base: () => answer.byteLength / 1_000 };
}

function microsecondsOf({ perSecond }: Answered): number {
  return 1_000_000 / perSecond;
}

const leftOut = () => (hasWrk() ? null : "`wrk` is not installed");
const common = { comparedOn: "machine", inGate: false, rounds: 9, leftOut } as const;
const echo = { ...common, base: "Bun.serve echo" };

export const WIRE: readonly Measure[] = [
  { ...echo, name: `hits, ${CONNECTIONS} connections: time`, unit: "µs", open: openAgainstBare(microsecondsOf) },
  {
    ...echo,
    name: `hits, ${CONNECTIONS} connections: p99`,
    unit: "ms",
    open: openAgainstBare(({ p99Ms }) => p99Ms),
  },
  {
    ...common,
    name: `hits, ${CONNECTIONS} connections: bytes written`,
    base: "its answer",
    unit: "kB",
    open: openWritten,
  },
  { ...common, name: `hits of ${APPS} apps: time`, base: "of one app", unit: "µs", open: openCrowd },
];

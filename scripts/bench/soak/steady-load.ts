/**
 * The app that is watched, a process of its own: `bun steady-load.ts URL TOKEN RATE SECONDS`. It sends RATE requests a second
 * at their times, whether or not those before were answered, and writes a line of JSON each second: what was answered since.
 */
import { lampToolset } from "../../../test/binary/kit.ts";
import type { Answered } from "./verdict.ts";

const [url = "", token = "", rate = "100", seconds = "60"] = process.argv.slice(2);
const PATIENCE_MS = 30_000;
const SIGNATURE = "steady-v1";

/** Of each hundred requests, evenly spread: the rest asks what was asked before. */
const MODEL_CALLS = 5;
const CLASSIFICATIONS = 3;
const KNOWN_QUESTIONS = 20;

interface Ask {
  readonly kind: string;
  readonly path: string;
  readonly body: unknown;
  readonly cacheControl: string;
}

const CLASSES = [
  { label: "refund", description: "The customer wants money back" },
  { label: "greeting", description: "The customer says hello" },
  { label: "delivery", description: "The customer asks where a parcel is" },
];

function askOf(index: number): Ask {
  const of100 = (index * 37) % 100;
  if (of100 < MODEL_CALLS) {
    const query = `set the lamp in room ${index} to ${index % 100} percent`;
    return { kind: "model", path: "/v1/resolve", body: { query, toolsets: [SIGNATURE] }, cacheControl: "no-store" };
  }
  if (of100 < MODEL_CALLS + CLASSIFICATIONS) {
    const body = { data: `where is parcel ${index}, it never came`, classes: CLASSES };
    return { kind: "classify", path: "/v1/classify", body, cacheControl: "no-store" };
  }
  const query = `switch on the lamp in room ${index % KNOWN_QUESTIONS}`;
  return { kind: "known", path: "/v1/resolve", body: { query, toolsets: [SIGNATURE] }, cacheControl: "max-age=3600" };
}

async function post(path: string, body: unknown, cacheControl: string): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json", "Cache-Control": cacheControl },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

/** Null when it is answered as it should be. */
async function failureOf({ path, body, cacheControl }: Ask): Promise<string | null> {
  try {
    const response = await post(path, body, cacheControl);
    const text = await response.text();
    return response.status === 200 ? null : `${response.status} ${text.slice(0, 200)}`;
  } catch (failure) {
    return String(failure);
  }
}

const answered: Answered[] = [];
function tell(): void {
  if (answered.length > 0) process.stdout.write(`${JSON.stringify(answered.splice(0))}\n`);
}

const made = await post("/v1/toolsets", lampToolset(SIGNATURE), "no-store");
if (made.status !== 201) throw new Error(`POST /v1/toolsets: ${made.status} ${await made.text()}`);
for (let index = 0; index < 100; index += 1) await failureOf(askOf(index));

const telling = setInterval(tell, 1_000);
const startedAt = performance.now();
process.stdout.write("[]\n");
const underWay: Promise<void>[] = [];
for (let index = 0; index < Number(rate) * Number(seconds); index += 1) {
  const dueMs = (index * 1_000) / Number(rate);
  const waitMs = startedAt + dueMs - performance.now();
  if (waitMs > 0) await Bun.sleep(waitMs);
  const ask = askOf(index);
  underWay[index % 10_000] = failureOf(ask).then((failure) => {
    const tookMs = performance.now() - startedAt - dueMs;
    answered.push({ dueSeconds: dueMs / 1_000, tookMs, kind: ask.kind, failure });
  });
}
await Promise.all(underWay);
clearInterval(telling);
tell();

/**
 * Whether memory goes on rising with questions that are unlike all others: `bun scripts/bench/soak/unlike.ts [SECONDS]` asks new ones, known
 * ones in other words, and of classes, as fast as they are answered, and tells each 15 seconds how many there were and what heaps and stacks have.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lampToolset } from "../../../test/binary/kit.ts";
import { startServer, waitUntilReady } from "../../dragoman-process.ts";
import { newAccessToken, writeSettings } from "../../eval/api-client.ts";
import { type Ask, askOf, LAMPS } from "./hour/asks.ts";
import { hourLookAt } from "./hour/looks.ts";

const SECONDS = Number(process.argv[2] ?? "390");
const CLIENTS = 4;
const TELL_SECONDS = 15;
const UNLIKE: readonly Ask["kind"][] = ["new", "other words", "classes"];
const BOUNDS = ["[limits]", "feedback_requests_per_app_max = 2_000", "[cache]", "entries_per_app_max = 300"];

const dataDir = mkdtempSync(join(tmpdir(), "dragoman-unlike-"));
writeSettings(dataDir, BOUNDS);
const server = await startServer({ dataDir, timeoutMs: 60_000 });
try {
  await waitUntilReady(server);
  const token = await newAccessToken(server.url, dataDir);
  const post = async (path: string, body: unknown, cacheControl: string) => {
    const headers = {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
      "Cache-Control": cacheControl,
    };
    const response = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${text.slice(0, 200)}`);
  };
  await post("/v1/toolsets", lampToolset(LAMPS), "no-store");
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1_000;
  let [answered, index] = [0, 0];
  const tell = () => {
    const { anonymousMib } = hourLookAt(server.pid, dataDir, { atSeconds: seconds(), life: 0 });
    console.log(`${seconds().toFixed(0).padStart(5)} s: ${answered} answered, ${anonymousMib.toFixed(0)} MiB`);
  };
  const telling = setInterval(tell, 1_000 * TELL_SECONDS);
  const client = async () => {
    while (seconds() < SECONDS) {
      const ask = askOf(index);
      index += 1;
      if (!UNLIKE.includes(ask.kind)) continue;
      await post(ask.path, ask.body, ask.cacheControl);
      answered += 1;
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  clearInterval(telling);
  tell();
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

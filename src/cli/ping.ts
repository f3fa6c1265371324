import { controlSocketPath, loadConfig } from "#config";
import { isJsonObject } from "#core/json.ts";
import { Failure, misused, type Run } from "./command.ts";
import { serverBehind } from "./running-servers.ts";
import { serverAddressIn, unreachable } from "./server-address.ts";

/** Whoever watches a server asks again soon; one that takes longer to say that it is ready is none that could answer now. */
const ANSWER_MS_MAX = 5_000;

/**
 * Whether a server could answer a question now, as its `/readyz` says: `ping` for the one on the data folder, `ping --server URL` for
 * one at an address. Exit status 1 where it could not: it is what watches over a container that has no shell and no other program.
 */
export const ping: Run = async ({ options, json }, terminal) => {
  const { server, data } = options;
  if (server !== undefined && data !== undefined) {
    throw misused("--server is in place of a data folder, and goes without --data", { see: "ping" });
  }
  const base = server === undefined ? await serverOn(data) : serverAddressIn(server, "ping");
  const url = new URL(`${base.pathname.replace(/\/$/, "")}/readyz`, base);
  await checkReady(url);
  terminal.out(json ? `${JSON.stringify({ ready: true, address: url.origin })}\n` : `${url.origin} is ready\n`);
  return 0;
};

/** Where the server on the folder says how it is. */
async function serverOn(data: string | undefined): Promise<URL> {
  const { config } = loadConfig({ flags: { data } });
  const running = await serverBehind(controlSocketPath(config.dataDir));
  if (running !== null) return new URL(running.operationsAddress);
  throw new Failure(`no server answers on the data folder ${config.dataDir}: it does not run, or is still starting`);
}

/** Throws a Failure with what the server waits for. */
async function checkReady(url: URL): Promise<void> {
  const signal = AbortSignal.timeout(ANSWER_MS_MAX);
  const { status, answer } = await asked(url, signal).catch((cause: unknown) => {
    if (!signal.aborted) return unreachable(url.host)(cause);
    throw new Failure(`the server at ${url.host} has not answered within ${ANSWER_MS_MAX / 1_000} s`, cause);
  });
  if (status === 200 && isJsonObject(answer) && answer.status === "ready") return;
  const said = isJsonObject(answer) && typeof answer.message === "string" ? answer.message : `HTTP ${status}`;
  throw new Failure(`the server at ${url.host} says ${said}`);
}

/** `answer`: null where it is no JSON, as of something that is no Dragoman. */
async function asked(url: URL, signal: AbortSignal): Promise<{ readonly status: number; readonly answer: unknown }> {
  const response = await fetch(url, { signal, redirect: "manual" });
  const answer: unknown = await response.json().catch((failure: unknown) => {
    if (signal.aborted) throw failure;
    return null;
  });
  return { status: response.status, answer };
}

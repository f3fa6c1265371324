/** The driver, as it is used here: nothing waits in a queue of its own, and nothing is sent twice. */
import { messageOf } from "#core/errors.ts";
import type { ValkeyAddress } from "./address.ts";
import { type ServerFacts, serverFactsIn } from "./server-facts.ts";

export const CONNECT_MS_MAX = 2_000;

export function clientOf({ url, tls }: ValkeyAddress): Bun.RedisClient {
  return new Bun.RedisClient(url, {
    autoReconnect: false,
    enableOfflineQueue: false,
    connectionTimeout: CONNECT_MS_MAX,
    ...(tls && { tls }),
  });
}

/** Connects, and asks the server who it is. */
export async function greeted(client: Bun.RedisClient): Promise<ServerFacts> {
  try {
    await inTime(client.connect(), CONNECT_MS_MAX);
  } catch (failure) {
    // The driver says no more than that, whatever it is.
    const why = "nobody is there, or the password or the certificate is not right";
    throw new Error(`there is no connection (${messageOf(failure)}): ${why}`, { cause: failure });
  }
  return serverFactsIn(String(await inTime(client.send("INFO", []), CONNECT_MS_MAX)));
}

/** What an answer resolves with, unless it takes longer than that. */
export async function inTime<Result>(answer: Promise<Result>, msMax: number): Promise<Result> {
  const late = Promise.withResolvers<never>();
  // What has arrived while this thread was busy is read first: that is not late.
  const timer = setTimeout(() => setImmediate(() => late.reject(new Error(`no answer in ${msMax} ms`))), msMax);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
    // It may yet come, or fail, and nobody listens.
    answer.catch(() => {});
  }
}

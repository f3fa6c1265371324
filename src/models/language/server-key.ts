import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import type { ModelServer } from "./model-server.ts";

/** Counts up when other questions are asked to find out what a server can do. */
const QUESTIONS = 1;

/**
 * Tells the server, and the model that it is asked for, from others: what was found out about one says nothing about another.
 * A digest, since a base URL may hold a secret. A file counts by its size and its time, so that a newer one is another model.
 */
export function serverKey(server: ModelServer): string {
  const { provider, baseUrl, name, executable, path, contextTokens } = server;
  const asked =
    provider === "llama-server"
      ? [executable, server.arguments, path, stampOf(path)]
      : provider === "gguf"
        ? [path, stampOf(path), contextTokens]
        : [baseUrl, name];
  return createHash("sha256")
    .update(JSON.stringify([QUESTIONS, provider, ...asked]))
    .digest("hex");
}

function stampOf(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? "" : `${found.size} ${found.mtimeMs}`;
}

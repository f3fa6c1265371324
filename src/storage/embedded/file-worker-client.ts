import type { Deadlines } from "#core/doctor/stored-data.ts";

/** `copy`: an empty file, which becomes the copy and keeps its mode. */
export type FileRequest = { readonly database: string } & (
  | { readonly work: "copy"; readonly copy: string }
  | { readonly work: "leftovers"; readonly before: Deadlines }
  | { readonly work: "integrity" | "ledger" | "chain" | "content" | "counts" | "engine" | "rewrite" }
);

export type FileAnswer = { readonly result: unknown } | { readonly failure: string; readonly code: string };

/** SQLite could not do the work; `code` is its own. The message is SQLite's. */
export class FileWorkError extends Error {
  readonly code: string;

  constructor(message: string, code: string) {
    super(message);
    this.name = "FileWorkError";
    this.code = code;
  }
}

/** As the models' worker: in the executable it is a bundle of its own, under `bun run` a file beside this one. */
const WORKER = new URL(
  import.meta.url.includes("/$bunfs/") ? "storage/embedded/file-worker.js" : "file-worker.ts",
  import.meta.url,
);

/** Has a worker do it, and ends that. Throws a FileWorkError, and the signal's reason when it is aborted. */
export async function workOnFile<Result>(request: FileRequest, signal?: AbortSignal): Promise<Result> {
  signal?.throwIfAborted();
  const worker = new Worker(WORKER);
  const { promise, resolve, reject } = Promise.withResolvers<FileAnswer>();
  const onAbort = () => reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  worker.onmessage = ({ data }: MessageEvent<FileAnswer>) => resolve(data);
  worker.onerror = ({ message }) => reject(new FileWorkError(message, ""));
  worker.postMessage(request);
  try {
    const answer = await promise;
    if ("failure" in answer) throw new FileWorkError(answer.failure, answer.code);
    return answer.result as Result;
  } finally {
    signal?.removeEventListener("abort", onAbort);
    worker.terminate();
  }
}

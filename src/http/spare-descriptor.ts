/** What a server does that may open no file any more, and so takes no connection either. */
import { closeSync, openSync } from "node:fs";
import type { Log } from "#core/log.ts";

/** Something that can always be opened while a descriptor is left. */
const PROBE = "/dev/null";
const LOOK_MS = 100;
/**
 * Bun asks again at once for each connection that it cannot take: three quarters of a core, for nothing. Where there is nothing
 * else to do, the event loop lives a tenth of its time; whoever is connected waits for up to `REST_MS`.
 */
const TURN_MS = 5;
const REST_MS = 45;
/** Descriptors come and go by the second under attack. */
const SAID_AGAIN_MS = 60_000;

/**
 * Looks ten times a second whether a descriptor is left, and rests while none is. Returns what ends that.
 * @param begun how many requests began so far: while there are some the loop does not rest.
 */
export function watchDescriptors({ log, begun }: { readonly log: Log; readonly begun: () => number }): () => void {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  let known = begun();
  const look = () => {
    const isLeft = isDescriptorLeft();
    if (!isLeft && performance.now() - saidAtMs >= SAID_AGAIN_MS) {
      saidAtMs = performance.now();
      const advice = "raise the limit of open files (`ulimit -n`, LimitNOFILE), or bound connections in the proxy";
      log(`no file descriptor is left: new connections wait until one is. To have more, ${advice}`, { level: "warn" });
    }
    if (!isLeft && begun() === known) Bun.sleepSync(REST_MS);
    known = begun();
    timer = setTimeout(look, isLeft ? LOOK_MS : TURN_MS);
    // Watching must not keep a process alive that has nothing else to do.
    timer.unref();
  };
  let timer = setTimeout(look, LOOK_MS);
  timer.unref();
  return () => clearTimeout(timer);
}

function isDescriptorLeft(): boolean {
  try {
    closeSync(openSync(PROBE, "r"));
    return true;
  } catch (failure) {
    const { code } = failure as { readonly code?: string };
    // What else may be wrong with it says nothing about connections.
    return code !== "EMFILE" && code !== "ENFILE";
  }
}

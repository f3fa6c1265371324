import { messageOf } from "#core/errors.ts";

/** `linux/prctl.h`: what is started from now on has no more rights than this process, whoever owns the file. */
const PR_SET_NO_NEW_PRIVS = 38;

/**
 * Gives up for good what a server never needs: that a program which it starts, a model server or whatever a fault in a library
 * should start, gains rights from the file (`sudo`, anything set-user-ID). Returns why not, where it cannot be given up.
 */
export async function dropRights(): Promise<string | null> {
  if (process.platform !== "linux") return `${process.platform} has no way to`;
  try {
    const { dlopen } = await import("bun:ffi");
    const { symbols } = dlopen("libc.so.6", { prctl: { args: ["i32", "u64", "u64", "u64", "u64"], returns: "i32" } });
    return symbols.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) === 0 ? null : "the system refuses to";
  } catch (failure) {
    return messageOf(failure);
  }
}

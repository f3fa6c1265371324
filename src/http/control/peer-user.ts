/**
 * Tells which user is at the other end of a Unix socket: the kernel keeps that from the moment of `connect`, and no mode of a file
 * can make it say otherwise. Bun has no call for it, so the C library is asked.
 */

/** The numeric user behind a socket's descriptor. Throws when the kernel does not say. */
export type PeerUserOf = (descriptor: number) => number;

/** Linux, `sys/socket.h`: the option, its level, and the `pid`, `uid` and `gid` of a `struct ucred`. */
const SOL_SOCKET = 1;
const SO_PEERCRED = 17;
const UCRED_WORDS = 3;
const UCRED_UID = 1;
const WORD_BYTES = 4;

/** Throws an Error of one line where the system cannot be asked: another one, or a process that may not compile code. */
export async function openPeerUsers(): Promise<PeerUserOf> {
  if (process.platform === "linux") return onLinux();
  if (process.platform === "darwin") return onMac();
  throw new Error(`there is no way to ask on ${process.platform}`);
}

async function onLinux(): Promise<PeerUserOf> {
  const { dlopen, ptr } = await import("bun:ffi");
  // musl takes every name that begins with `libc.` for its own.
  const { symbols } = dlopen("libc.so.6", {
    getsockopt: { args: ["i32", "i32", "i32", "ptr", "ptr"], returns: "i32" },
  });
  return (descriptor) => {
    const credentials = new Uint32Array(UCRED_WORDS);
    const length = new Uint32Array([UCRED_WORDS * WORD_BYTES]);
    const failed = symbols.getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, ptr(credentials), ptr(length)) !== 0;
    return told(failed || length[0] !== UCRED_WORDS * WORD_BYTES ? undefined : credentials[UCRED_UID]);
  };
}

async function onMac(): Promise<PeerUserOf> {
  const { dlopen, ptr } = await import("bun:ffi");
  const { symbols } = dlopen("libSystem.B.dylib", {
    getpeereid: { args: ["i32", "ptr", "ptr"], returns: "i32" },
  });
  return (descriptor) => {
    const user = new Uint32Array(1);
    const failed = symbols.getpeereid(descriptor, ptr(user), ptr(new Uint32Array(1))) !== 0;
    return told(failed ? undefined : user[0]);
  };
}

function told(user: number | undefined): number {
  if (user === undefined) throw new Error("the system does not know who is connected");
  return user;
}

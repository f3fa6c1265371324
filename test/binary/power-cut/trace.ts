/** What a program did to files, read from what strace wrote of it. */
import { resolve } from "node:path";

/** Of one system call that has come back without an error. */
interface Call {
  /** Places in the order of everything that was seen: when it was begun, and when it had come back; infinite where that was not seen. */
  readonly begun: number;
  readonly over: number;
}

export type FileCall =
  | (Call & { readonly what: "open"; readonly path: string; readonly makes: boolean; readonly empties: boolean })
  | (Call & {
      readonly what: "write";
      readonly path: string;
      readonly at: number;
      readonly length: number;
      readonly bytes: Buffer | null;
    })
  | (Call & { readonly what: "resize"; readonly path: string; readonly length: number })
  | (Call & { readonly what: "rename"; readonly from: string; readonly to: string })
  | (Call & { readonly what: "remove"; readonly path: string })
  | (Call & { readonly what: "make folder"; readonly path: string })
  | (Call & { readonly what: "sync"; readonly path: string; readonly dataAlone: boolean });

/** The calls that change files, and those that say where the next write goes. With musl files are opened by `open`, which ARM has not. */
export const TRACED = [
  "?open,openat,lseek,write,pwrite64,writev,pwritev,ftruncate,fallocate,copy_file_range,sendfile",
  "rename,renameat,renameat2,unlink,unlinkat,rmdir,mkdir,mkdirat,link,linkat,symlink,symlinkat",
  "fsync,fdatasync,sync_file_range,msync",
].join(",");

/** Bytes of a write that strace shows; of a longer one the bytes are looked up in the file. */
export const SHOWN_BYTES_MAX = 70_000;

/** Names what the reader has no meaning for, rather than leaving it out. */
const UNREAD = /^(?:writev|pwritev|copy_file_range|sendfile|link|linkat|symlink|symlinkat|sync_file_range)$/;

/**
 * @param trace of `strace -f -y -xx -s SHOWN_BYTES_MAX -e trace=TRACED`, in which paths are absolute or beside a folder's descriptor. Throws for
 * a call on a file in `folder` that it cannot read.
 */
export function fileCallsIn(trace: string, folder: string): readonly FileCall[] {
  const unfinished = new Map<string, { readonly begun: number; readonly text: string }>();
  const positions = new Map<string, number>();
  const calls: FileCall[] = [];
  for (const [place, line] of trace.split("\n").entries()) {
    const [, thread = "", said = ""] = /^(\d+) +(.*)$/.exec(line) ?? [];
    if (said.endsWith("<unfinished ...>")) {
      unfinished.set(thread, { begun: place, text: said.slice(0, -"<unfinished ...>".length).trimEnd() });
      continue;
    }
    const [resumed] = /^<\.\.\. \w+ resumed>/.exec(said) ?? [];
    const before = resumed === undefined ? undefined : unfinished.get(thread);
    unfinished.delete(thread);
    if (resumed !== undefined && before === undefined) continue;
    const whole = before === undefined ? said : before.text + said.slice(resumed?.length ?? 0);
    note(whole, before?.begun ?? place, place);
  }
  // What was under way when it was killed may have been done.
  for (const { begun, text } of unfinished.values()) {
    if (/^(?:rename|unlink|mkdir)/.test(text)) note(`${text}) = 0`, begun, Number.POSITIVE_INFINITY);
  }
  return calls;

  function note(whole: string, begun: number, over: number): void {
    const [, name = "", args = "", result = ""] = /^(\w+)\((.*)\)\s+= (-?\d+)/s.exec(whole) ?? [];
    if (name === "" || result.startsWith("-")) return;
    const call = readCall(name, args, Number(result), folder, positions);
    if (call) calls.push({ ...call, begun, over } as FileCall);
  }
}

type Read = FileCall extends infer Each ? (Each extends Call ? Omit<Each, keyof Call> : never) : never;

function readCall(
  name: string,
  args: string,
  result: number,
  folder: string,
  positions: Map<string, number>,
): Read | undefined {
  const isOurs = (path: string) => path.startsWith(`${folder}/`) || path === folder;
  const [, descriptor = "", open = ""] = /^(\d+)<([^>]*)>/.exec(args) ?? [];
  const opened = textOf(open);
  const texts = [...args.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:\\x[0-9a-f]{2})*)"/g)];
  const [first = "", second = ""] = texts.map(([, base = "", path = ""]) => resolve(textOf(base), textOf(path)));
  const written = texts[0]?.[2];
  switch (name) {
    case "open":
    case "openat": {
      const flags = args.slice(args.lastIndexOf('"'));
      positions.set(`${result}`, flags.includes("O_APPEND") ? Number.NaN : 0);
      if (!isOurs(first) || !/O_CREAT|O_TRUNC/.test(flags)) return undefined;
      return { what: "open", path: first, makes: flags.includes("O_CREAT"), empties: flags.includes("O_TRUNC") };
    }
    case "lseek":
      positions.set(descriptor, result);
      return undefined;
    case "write": {
      const at = positions.get(descriptor) ?? Number.NaN;
      positions.set(descriptor, at + result);
      if (!isOurs(opened)) return undefined;
      if (Number.isNaN(at))
        throw new Error(`where a write to ${opened} went is not known: it was opened to append, or elsewhere`);
      return { what: "write", path: opened, at, length: result, bytes: shown(written, result) };
    }
    case "pwrite64": {
      const at = Number(/, (\d+)$/.exec(args)?.[1]);
      return isOurs(opened)
        ? { what: "write", path: opened, at, length: result, bytes: shown(written, result) }
        : undefined;
    }
    case "ftruncate":
      return isOurs(opened) ? { what: "resize", path: opened, length: Number(/, (\d+)$/.exec(args)?.[1]) } : undefined;
    case "fsync":
    case "fdatasync":
      return isOurs(opened) ? { what: "sync", path: opened, dataAlone: name === "fdatasync" } : undefined;
    case "rename":
    case "renameat":
    case "renameat2":
      return isOurs(first) ? { what: "rename", from: first, to: second } : undefined;
    case "unlink":
    case "unlinkat":
    case "rmdir":
      return isOurs(first) ? { what: "remove", path: first } : undefined;
    case "mkdir":
    case "mkdirat":
      return isOurs(first) ? { what: "make folder", path: first } : undefined;
    default:
      if (UNREAD.test(name) && [opened, first, second].some(isOurs))
        throw new Error(`${name} on a file of the data folder is not read: ${args.slice(0, 200)}`);
      return undefined;
  }
}

function shown(written: string | undefined, length: number): Buffer | null {
  const bytes = bytesOf(written ?? "");
  return bytes.length === length ? bytes : null;
}

/** With `-xx` strace writes every byte of a text as `\x..`, of the path behind a descriptor, too. */
function textOf(written: string): string {
  return written.startsWith("\\x") ? bytesOf(written).toString() : written;
}

function bytesOf(hex: string): Buffer {
  return Buffer.from(hex.replaceAll("\\x", ""), "hex");
}

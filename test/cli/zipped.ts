import { crc32, deflateRawSync } from "node:zlib";

/** What an entry of a zip archive may say wrongly. */
export interface Zipped {
  readonly content: string | Uint8Array;
  /** How large it says that it is, unpacked. */
  readonly says?: number;
  readonly method?: number;
  readonly flags?: number;
  readonly sum?: number;
}

/** A zip archive with these files, by their paths. */
export function zipped(files: Readonly<Record<string, string | Zipped>>): Uint8Array {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, given] of Object.entries(files)) {
    const { content, says, method = 8, flags = 0x800, sum } = typeof given === "string" ? { content: given } : given;
    const bytes = Buffer.from(content as string);
    const packed = method === 8 ? deflateRawSync(bytes) : bytes;
    const name = Buffer.from(path);
    // From the flags on, both heads say the same.
    const common = Buffer.alloc(24);
    common.writeUInt16LE(flags, 0);
    common.writeUInt16LE(method, 2);
    common.writeUInt32LE(sum ?? crc32(bytes), 8);
    common.writeUInt32LE(packed.length, 12);
    common.writeUInt32LE(says ?? bytes.length, 16);
    common.writeUInt16LE(name.length, 20);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02\x14\x00\x14\x00", "latin1"), common, place, name);
    locals.push(Buffer.from("PK\x03\x04\x14\x00", "latin1"), common, name, packed);
    at += 30 + name.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, listed, end]);
}

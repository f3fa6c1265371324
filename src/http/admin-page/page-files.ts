import { readFileSync } from "node:fs";
import pageFile from "../../../dist/admin-page/page.zst" with { type: "file" };

/** The admin page, as `scripts/admin-page.ts` made it when the executable was built. */
export interface PackedPage {
  /** The one HTML file. */
  readonly shell: string;
  /** By name, which has a hash of the content in it. */
  readonly assets: Readonly<Record<string, { readonly type: string; readonly text: string }>>;
}

/** How answers can be compressed, the best first. */
const ENCODERS = {
  zstd: (bytes: Buffer) => Bun.zstdCompressSync(bytes, { level: 19 }),
  gzip: (bytes: Buffer) => Bun.gzipSync(new Uint8Array(bytes), { level: 9 }),
} as const;
type Encoding = keyof typeof ENCODERS | "identity";

export interface EncodedAsset {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

interface OpenedPage {
  readonly shell: Uint8Array;
  readonly assets: PackedPage["assets"];
}

let page: OpenedPage | undefined;
/** By encoding and name: a few hundred kilobytes once everything was asked for in each. */
const encoded = new Map<string, Uint8Array>();

/** Read when first asked for: starting has to be quick, and nobody may ever ask. */
export function openPage(): OpenedPage {
  if (page) return page;
  const { shell, assets } = JSON.parse(Bun.zstdDecompressSync(readFileSync(pageFile)).toString()) as PackedPage;
  page = { shell: Buffer.from(shell), assets };
  return page;
}

/** The file as the client may have it, to be kept for ever; null where there is none of that name. */
export function encodedAsset(name: string, acceptEncoding: string | null): EncodedAsset | null {
  const { assets } = openPage();
  const asset = Object.hasOwn(assets, name) ? assets[name] : undefined;
  if (!asset) return null;
  const encoding = encodingOf(acceptEncoding);
  const key = `${encoding} ${name}`;
  const bytes = encoded.get(key) ?? encode(asset.text, encoding);
  encoded.set(key, bytes);
  const headers = {
    "Content-Type": asset.type,
    "Cache-Control": "public, max-age=31536000, immutable",
    Vary: "Accept-Encoding",
    ...(encoding === "identity" ? {} : { "Content-Encoding": encoding }),
  };
  return { headers, bytes };
}

function encode(text: string, encoding: Encoding): Uint8Array {
  const bytes = Buffer.from(text);
  return encoding === "identity" ? bytes : ENCODERS[encoding](bytes);
}

/** The best that the client names without refusing it (`;q=0`). */
function encodingOf(acceptEncoding: string | null): Encoding {
  const accepted = (acceptEncoding ?? "").split(",").flatMap((item) => {
    const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return (["zstd", "gzip"] as const).find((name) => accepted.includes(name)) ?? "identity";
}

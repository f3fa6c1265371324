import { readFileSync } from "node:fs";
import pageFile from "../../../dist/admin-page/page.zst" with { type: "file" };
import { acceptedEncoding, type Encoding, encodingHeaders } from "../request/accepted-encoding.ts";

/** In every form in which it goes out, as base64: compressing it well takes longer than whoever opens the page shall wait. */
export type PackedAsset = Readonly<Record<Encoding, string>> & { readonly type: string };

/** The admin page, as `scripts/admin-page.ts` made it when the executable was built. */
export interface PackedPage {
  /** The one HTML file. */
  readonly shell: string;
  /** By name, which has a hash of the content in it. */
  readonly assets: Readonly<Record<string, PackedAsset>>;
}

export interface EncodedAsset {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

interface OpenedPage {
  readonly shell: Uint8Array;
  readonly assets: PackedPage["assets"];
}

let page: OpenedPage | undefined;
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
  const encoding = acceptedEncoding(acceptEncoding);
  const headers = {
    "Content-Type": asset.type,
    "Cache-Control": "public, max-age=31536000, immutable",
    ...encodingHeaders(encoding),
  };
  return { headers, bytes: Buffer.from(asset[encoding], "base64") };
}

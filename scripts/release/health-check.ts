/**
 * The health check of the container image. The format of the Open Container Initiative has none; Docker reads one from the same place
 * all the same (https://github.com/moby/docker-image-spec), and whoever knows nothing of it passes over it, as that format wants. buildah
 * leaves it out, so it is put into the finished image.
 */
import { createHash } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NANOSECONDS = 1e9;

/** The executable asks the server itself: there is no shell, and no other program. */
export const HEALTH_CHECK = {
  Test: ["CMD", "/usr/bin/dragoman", "ping"],
  Interval: 30 * NANOSECONDS,
  Timeout: 10 * NANOSECONDS,
  // So long a model may take to load from a cold disk: until then a failure counts for nothing.
  StartPeriod: 60 * NANOSECONDS,
  Retries: 3,
} as const;

interface Descriptor {
  digest: string;
  size: number;
}

/** Of an image layout (https://github.com/opencontainers/image-spec/blob/main/image-layout.md) with one image. */
export function addHealthCheck(layout: string): void {
  const indexPath = join(layout, "index.json");
  const index = readJson<{ readonly manifests: readonly [Descriptor] }>(indexPath);
  const [image] = index.manifests;
  const manifest = readJson<{ readonly config: Descriptor }>(blobPath(layout, image));
  const described = readJson<{ readonly config: Record<string, unknown> }>(blobPath(layout, manifest.config));
  described.config.Healthcheck = HEALTH_CHECK;
  exchange(layout, manifest.config, described);
  exchange(layout, image, manifest);
  writeFileSync(indexPath, JSON.stringify(index));
}

/** Puts `content` in the place of what the descriptor has named so far. */
function exchange(layout: string, descriptor: Descriptor, content: object): void {
  rmSync(blobPath(layout, descriptor));
  const bytes = Buffer.from(JSON.stringify(content));
  descriptor.digest = `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
  descriptor.size = bytes.length;
  writeFileSync(blobPath(layout, descriptor), bytes);
}

function blobPath(layout: string, { digest }: Pick<Descriptor, "digest">): string {
  return join(layout, "blobs", digest.replace(":", "/"));
}

function readJson<Content>(path: string): Content {
  return JSON.parse(readFileSync(path, "utf8")) as Content;
}

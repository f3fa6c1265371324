/** What is committed, built where nothing else lies about. */
import { mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Notice } from "#cli/notices.ts";
import type { Target } from "../target.ts";
import { installForeignTools } from "./foreign-tools.ts";
import { run } from "./process.ts";

/** The same path each time, so that one build cannot tell itself from another by it. */
const FOLDER = "dist/release/clone";

export interface Clone {
  /** Path of its checkout. */
  readonly folder: string;
  /** Seconds since 1970 of the commit. */
  readonly committedAt: number;
  /** Path of the executable. */
  build(target: Target): string;
  /** Of what is in the executable that was built last; Dragoman itself first. */
  notices(): readonly Notice[];
  remove(): void;
}

/** Clones the repository at `root`, in the place of any clone before. Throws an Error where a program that is needed fails. */
export function cloneAnew(root: string): Clone {
  const folder = join(root, FOLDER);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  remove();
  run(["git", "clone", "--quiet", "--local", root, folder], root);
  mkdirSync(join(root, "dist/release-tools"), { recursive: true });
  mkdirSync(join(folder, "dist"));
  // Compilers are no part of what is built, and large: they stay from one release to the next.
  symlinkSync(join(root, "dist/release-tools"), join(folder, "dist/release-tools"));
  installForeignTools(folder);
  const { stdout } = Bun.spawnSync(["git", "log", "-1", "--format=%ct"], { cwd: folder });
  return {
    folder,
    committedAt: Number(stdout),
    build: (target) => {
      for (const script of ["setup", "build"]) {
        run([process.execPath, `scripts/${script}.ts`, "--target", target.name], folder);
      }
      return join(folder, "dist", target.platform === "win32" ? "dragoman.exe" : "dragoman");
    },
    notices: () => {
      const packed = readFileSync(join(folder, "dist/licenses/notices.zst"));
      return JSON.parse(Buffer.from(Bun.zstdDecompressSync(packed)).toString()) as readonly Notice[];
    },
    remove,
  };
}

/**
 * The wheels for PyPI: each holds the executable of one system and nothing of Python, so that `pip install dragoman` puts `dragoman` on
 * the PATH (PEP 427, "The .data directory"; tags of PEP 600 and PEP 656).
 */
import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Zippable, zipSync } from "fflate";
import type { Released } from "./released.ts";

/** Of what Bun and the ONNX runtime need: glibc 2.27, musl 1.2, macOS 13. */
const TAGS: Readonly<Record<string, string>> = {
  "linux-x64-baseline": "manylinux_2_27_x86_64",
  "linux-arm64": "manylinux_2_27_aarch64",
  "linux-x64-musl": "musllinux_1_2_x86_64",
  "linux-arm64-musl": "musllinux_1_2_aarch64",
  "darwin-arm64": "macosx_13_0_arm64",
  "darwin-x64": "macosx_13_0_x86_64",
  "windows-x64": "win_amd64",
};
const UNIX = 3;
const EXECUTABLE_MODE = 0o100755;
const FILE_MODE = 0o100644;
const MODE_SHIFT = 16;
/** Networks and libraries are compressed already; more effort gives no smaller a file. */
const LEVEL = 6;

/** Writes the wheel into `out`, and returns its name. */
export function makeWheel({ target, version, file, committedAt, terms }: Released, out: string): string {
  const tag = `py3-none-${TAGS[target.name]}`;
  const about = `dragoman-${version}.dist-info`;
  const executable = target.platform === "win32" ? "dragoman.exe" : "dragoman";
  const files: readonly (readonly [string, Uint8Array])[] = [
    [`dragoman-${version}.data/scripts/${executable}`, readFileSync(file)],
    [`${about}/licenses/LICENSES.txt`, Buffer.from(terms)],
    [`${about}/METADATA`, Buffer.from(metadata(version))],
    [`${about}/WHEEL`, Buffer.from(`Wheel-Version: 1.0\nGenerator: dragoman\nRoot-Is-Purelib: false\nTag: ${tag}\n`)],
  ];
  const record = `${about}/RECORD`;
  const lines = files.map(([path, bytes]) => `${path},sha256=${hash("sha256", bytes, "base64url")},${bytes.length}`);
  const all = [...files, [record, Buffer.from(`${lines.join("\n")}\n${record},,\n`)] as const];
  const entries: Zippable = Object.fromEntries(
    all.map(([path, bytes]) => {
      const mode = path.includes("/scripts/") ? EXECUTABLE_MODE : FILE_MODE;
      // Written by hand: a shift of a mode gives a negative number.
      const attrs = mode * 2 ** MODE_SHIFT;
      return [path, [bytes, { os: UNIX, attrs, mtime: asUtc(committedAt), level: LEVEL }]] as const;
    }),
  );
  const name = `dragoman-${version}-${tag}.whl`;
  writeFileSync(join(out, name), zipSync(entries));
  return name;
}

/** A zip archive holds local time; ours holds UTC wherever it is made. */
function asUtc(seconds: number): Date {
  const at = new Date(seconds * 1000);
  return new Date(
    at.getUTCFullYear(),
    at.getUTCMonth(),
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
}

function metadata(version: string): string {
  return `Metadata-Version: 2.4
Name: dragoman
Version: ${version}
Summary: An interpreter between people and programs: sentences in, tool calls and labels out.
License-Expression: Apache-2.0
License-File: LICENSES.txt
Requires-Python: >=3.8
Description-Content-Type: text/markdown

The executable of Dragoman, which needs no Python to run: \`dragoman demo\` shows what it does. The client for programs is
\`dragoman-client\`.
`;
}

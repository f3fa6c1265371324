/** The Debian package: the executable, the unit for systemd with its user, and the terms. It starts nothing by itself. */
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SERVICE_USER, unitFile } from "#cli/systemd-unit.ts";
import { run } from "./process.ts";
import type { Released } from "./released.ts";

const ARCHITECTURES: Readonly<Record<string, string>> = { "linux-x64-baseline": "amd64", "linux-arm64": "arm64" };
const EXECUTABLE_MODE = 0o755;
const PROGRAM = "/usr/bin/dragoman";
/** Made by systemd, and by nobody where there is none: then whoever starts the server is its user. */
const USER = `u ${SERVICE_USER} - "Dragoman" /var/lib/dragoman\n`;

const SCRIPTS = join(import.meta.dir, "../../packaging/debian");

/** Whether there is a Debian package for it. */
export function isDebian({ target }: Released): boolean {
  return target.name in ARCHITECTURES;
}

/** A name and a mail address, as Debian's policy wants them (https://www.debian.org/doc/debian-policy/ch-controlfields.html#maintainer). */
const MAINTAINER = /^[^<>\p{Cc}]*[^<>\p{Cc}\s] <[^<>@\s\p{Cc}]+@[^<>@\s\p{Cc}]+>$/u;

/** Who answers for a package. Throws an Error for what is no name with an address: Debian has no package without. */
export function checkedMaintainer(told: string): string {
  if (MAINTAINER.test(told)) return told;
  throw new Error(
    `--maintainer is a name with a mail address, as in "Your Name <you@example.org>", and "${told}" is none`,
  );
}

/**
 * Writes the package into `out`, and returns its name. Needs dpkg-deb; throws an Error where it fails.
 * @param maintainer as `checkedMaintainer` gives it.
 */
export function makeDebianPackage(
  { target, version, file, committedAt, terms }: Released,
  maintainer: string,
  out: string,
): string {
  const architecture = ARCHITECTURES[target.name];
  const name = `dragoman_${version}_${architecture}.deb`;
  const root = join(out, `${name}.root`);
  rmSync(root, { recursive: true, force: true });
  place(join(root, "usr/lib/systemd/system/dragoman.service"), unitFile({ program: [PROGRAM], scope: "machine" }));
  place(join(root, "usr/lib/sysusers.d/dragoman.conf"), USER);
  place(join(root, "usr/share/doc/dragoman/copyright"), terms);
  place(join(root, "DEBIAN/control"), control({ version, architecture, maintainer }));
  for (const name of ["postinst", "prerm", "postrm"]) {
    place(join(root, "DEBIAN", name), readFileSync(join(SCRIPTS, name), "utf8"), EXECUTABLE_MODE);
  }
  mkdirSync(join(root, "usr/bin"), { recursive: true });
  copyFileSync(file, join(root, PROGRAM));
  chmodSync(join(root, PROGRAM), EXECUTABLE_MODE);
  // Every dpkg reads gzip; xz takes four times as long, for weights that no compression makes smaller.
  const build = ["dpkg-deb", "--root-owner-group", "-Zgzip", "--build", root, name];
  run(build, out, { SOURCE_DATE_EPOCH: String(committedAt) });
  rmSync(root, { recursive: true });
  return name;
}

function place(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  writeFileSync(path, content);
  chmodSync(path, mode);
}

/** The C library is the oldest that the ONNX runtime runs with; whatever else it needs is inside. */
function control({
  version,
  architecture,
  maintainer,
}: {
  readonly version: string;
  readonly architecture: string | undefined;
  readonly maintainer: string;
}): string {
  return `Package: dragoman
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Depends: libc6 (>= 2.27), libstdc++6
Section: net
Priority: optional
Description: interpreter between people and programs
 Takes sentences and gives tool calls and labels, with a model that is inside. It needs no network and no other program.
`;
}

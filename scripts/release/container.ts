/**
 * The container image, as an OCI layout in one tar file (https://github.com/opencontainers/image-spec): `podman load`, `skopeo copy` and
 * `docker load` take it. Built without a daemon by buildah, from `packaging/container/Containerfile`.
 */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { addHealthCheck } from "./health-check.ts";
import { run } from "./process.ts";
import type { Released } from "./released.ts";

const ARCHITECTURES: Readonly<Record<string, string>> = { "linux-x64-baseline": "amd64", "linux-arm64": "arm64" };
const CONTAINERFILE = join(import.meta.dir, "../../packaging/container/Containerfile");
/** Of the Debian that this runs on. */
const LIBRARIES = ["libc6", "libgcc-s1", "libstdc++6"];
/** Tables for other character sets, and hints to Debian's own checks. */
const NOT_NEEDED = ["*/gconv", "*/gconv/*", "./usr/share/lintian", "./usr/share/lintian/*"];
const EXECUTABLE_MODE = 0o755;
const DATA_MODE = 0o700;
const TEMPORARY_MODE = 0o1777;
/** As in distroless images; no user of a machine has it. */
const USER = "dragoman:x:65532:65532:Dragoman:/data:/nonexistent\n";
const GROUP = "dragoman:x:65532:\n";

/** Whether there is an image for it. */
export function hasImage({ target }: Released): boolean {
  return target.name in ARCHITECTURES;
}

/** Writes the image into `out`, and returns its name. Needs buildah, apt-get and dpkg-deb; throws an Error where one fails. */
export function makeImage(released: Released, out: string): string {
  const { target, version, committedAt } = released;
  const architecture = ARCHITECTURES[target.name] ?? "";
  const name = `dragoman-${version}-${architecture}.oci.tar`;
  const work = join(out, `${name}.work`);
  rmSync(work, { recursive: true, force: true });
  makeRoot(released, architecture, work);
  copyFileSync(CONTAINERFILE, join(work, "Containerfile"));
  const buildah = ["buildah", "--root", "images", "--runroot", "run", "--storage-driver", "vfs"];
  const image = `dragoman:${version}`;
  const labels = [`title=Dragoman`, `version=${version}`, "licenses=Apache-2.0"];
  run(
    [
      ...buildah,
      "build",
      "--quiet",
      ...["--isolation", "chroot", "--format", "oci", "--platform", `linux/${architecture}`],
      ...["--timestamp", String(committedAt), "--tag", image],
      ...labels.flatMap((label) => ["--label", `org.opencontainers.image.${label}`]),
      ".",
    ],
    work,
  );
  run([...buildah, "push", "--quiet", image, `oci:layout:${version}`], work);
  addHealthCheck(join(work, "layout"));
  // The digest of the image is the same for the same files; with these so is the archive.
  const same = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${committedAt}`];
  run(["tar", "--create", "--file", join("..", name), ...same, "--directory", "layout", "."], work);
  rmSync(work, { recursive: true });
  return name;
}

/** All that will be in the image. */
function makeRoot({ file, terms }: Released, architecture: string, work: string): void {
  const root = join(work, "root");
  for (const folder of ["etc", "usr/bin", "usr/lib", "usr/lib64", "usr/share/doc/dragoman"]) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const name of ["lib", "lib64"]) symlinkSync(`usr/${name}`, join(root, name));
  for (const name of downloadLibraries(architecture, join(work, "debian"))) {
    const unwanted = NOT_NEEDED.map((pattern) => `--exclude=${pattern}`).join(" ");
    run(["sh", "-c", `dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink ${unwanted}`, "sh", name], root);
  }
  copyFileSync(file, join(root, "usr/bin/dragoman"));
  chmodSync(join(root, "usr/bin/dragoman"), EXECUTABLE_MODE);
  writeFileSync(join(root, "usr/share/doc/dragoman/copyright"), terms);
  writeFileSync(join(root, "etc/passwd"), USER);
  writeFileSync(join(root, "etc/group"), GROUP);
  for (const [folder, mode] of [
    [join(root, "tmp"), TEMPORARY_MODE],
    [join(work, "owned/data"), DATA_MODE],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, mode);
  }
}

/** Paths of Debian's packages, verified by apt against Debian's key. The lists are its own, so that the machine's stay as they are. */
function downloadLibraries(architecture: string, folder: string): readonly string[] {
  for (const name of ["lists/partial", "cache/archives/partial", "packages"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const settings = {
    "APT::Architecture": architecture,
    "APT::Architectures::": architecture,
    "APT::Sandbox::User": "root",
    "Dir::State::Lists": join(folder, "lists"),
    "Dir::State::Status": "/dev/null",
    "Dir::Cache": join(folder, "cache"),
  };
  const apt = ["apt-get", "-qq", ...Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`])];
  const packages = join(folder, "packages");
  run([...apt, "update"], packages);
  run([...apt, "download", ...LIBRARIES], packages);
  return readdirSync(packages).map((name) => join(packages, name));
}

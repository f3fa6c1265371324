/** The blocks of our pages that no test runs or reads, and why. `pages.test.ts` fails for any other that is neither. */

/** A block by its page and the beginning of its first line. */
export function nameOf(page: string, text: string): string {
  return `${page}: ${text.trim().split("\n")[0]?.slice(0, 50).trim()}`;
}

/** What could be run, and is not. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  "README.md: npx --yes bun@1.4.5 run test     # the whole gate:":
    "it is the gate that runs this test; .ci/run runs it, with npx",
  "CONTRIBUTING.md: bun run build && bun scripts/docs/screenshots.ts":
    "it writes the pictures of the documentation anew; whether they are there is looked at in test/docs/pictures.test.ts",
  "docs/how-to/follow.md: dragoman backup --follow /backups/live --data /var":
    "it follows until it is stopped; test/binary/following.test.ts runs it",
  "docs/how-to/follow.md: dragoman restore /backups/live --at 2026-11-27T21:":
    "it needs the folder of the block before; test/binary/following.test.ts runs it",
  "docs/how-to/install.md: $ sudo apt install ./dragoman_0.2.0_amd64.deb":
    "it installs for the whole machine; test/release/install-suite.ts installs it into an empty root",
  "docs/how-to/install.md: $ podman load --input dragoman-0.2.0-amd64.oci.tar":
    "podman is not at hand; test/release/container-suite.ts runs the image as it would",
  'docs/how-to/install.md: git clone --quiet --depth 1 "$REPOSITORY" dragoman':
    "no repository is at hand; test/bench/first-call.test.ts clones and builds this one",
  "docs/how-to/release.md: bun run release --key ~/dragoman-release.key --mai":
    "it takes half an hour; .ci/run makes a release for one system by scripts/release/check.ts",
  "docs/how-to/release.md: qemu-aarch64 -L /usr/aarch64-linux-gnu dist/releas":
    "it needs the release for ARM, and an emulator",
  "docs/how-to/upgrade.md: $ systemctl stop dragoman":
    "it exchanges the executable of the tests; test/binary/update.test.ts runs it on one of its own",
  "docs/how-to/watch.md: scrape_configs:":
    "for a Prometheus, which is not at hand; its addresses and files are looked at",
};

/** What nobody runs: pictures. */
export const DRAWINGS: readonly string[] = [
  'README.md: "Book a table for four at Chez Anna on 24 December',
  "docs/explanation/embedded-model.md: \"Book a table for four at Luigi's tomorrow evening",
  'docs/explanation/languages.md: "kannst du das Licht im Wohnzimmer ausmachen"',
  "docs/explanation/money.md: a call arrives                     memory",
  "docs/explanation/security.md: end user            app                     Dragom",
  'docs/explanation/semantic-cache.md: "please book a table for 6 in Bonn"            key',
  "docs/how-to/air-gapped.md: a machine with a network                        th",
  "docs/how-to/bundles.md: where it is made                               whe",
  "docs/how-to/reverse-proxy.md: client ──https──►  nginx or Caddy :443  ──http──►",
  'docs/how-to/tool-descriptions.md: name            wake_guest      → "wake guest"',
  "docs/tutorial.md: terminal 1                             terminal 2",
];

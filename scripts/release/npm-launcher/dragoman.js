#!/usr/bin/env node
// Starts the executable that came with the package of this system: npm installs the one of `optionalDependencies` that fits.

const { spawn } = require("node:child_process");
const { constants } = require("node:os");
const { optionalDependencies, version } = require("../package.json");

/** Node.js was linked with musl where it does not say which glibc it runs with. */
const isMusl = process.platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined;
const system = process.platform === "win32" ? "windows" : process.platform;
const name = `@dragoman/${system}-${process.arch}${isMusl ? "-musl" : ""}`;

let executable;
try {
  executable = require.resolve(`${name}/${process.platform === "win32" ? "dragoman.exe" : "dragoman"}`);
} catch {
  const packed = name.replace("@dragoman/", "dragoman-");
  console.error(
    name in optionalDependencies
      ? `dragoman: ${name} is not installed, which has the executable for this system: install again on it, without --omit=optional; from the files of a release, install ${packed}-${version}.tgz too`
      : `dragoman: there is no ${name}: Dragoman is not built for this system, but for ${Object.keys(optionalDependencies).join(", ")}`,
  );
  process.exit(1);
}

const child = spawn(executable, process.argv.slice(2), { stdio: "inherit" });
child.on("error", ({ message }) => {
  console.error(`dragoman: ${executable} does not start: ${message}`);
  process.exit(1);
});
// A terminal sends these to both; who sends them to this process alone means the program.
for (const signal of ["SIGHUP", "SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (status, signal) => process.exit(status ?? 128 + (constants.signals[signal] ?? 0)));

/** Runs a program to its end, with what it says to be seen. Throws an Error that names it where it fails. */
export function run(command: readonly string[], cwd: string, environment: Readonly<Record<string, string>> = {}): void {
  const { exitCode } = Bun.spawnSync([...command], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "inherit", "inherit"],
  });
  if (exitCode !== 0) throw new Error(`${command.join(" ")} failed with status ${exitCode}: see above`);
}

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { Failure, type Run } from "./command.ts";
import { SERVICE_USER, type UnitOptions, unitFile } from "./systemd-unit.ts";
import type { Terminal } from "./terminal.ts";

type Scope = UnitOptions["scope"];

const UNIT = "dragoman.service";
/** There only while systemd runs the machine: the check that `sd_booted` makes. */
const BOOTED = "/run/systemd/system";
/** What the machine's unit hides from the server, or clears. */
const HIDDEN_FOLDERS = ["/home", "/root", "/run/user", "/tmp", "/var/tmp"];

/** `service install [--user] [--print]` and `service uninstall [--user]`. */
export const service: Run = async ({ command, switches, json }, terminal) => {
  const scope: Scope = switches.has("user") ? "user" : "machine";
  const tell = (done: object, text: string) => terminal.out(json ? `${JSON.stringify(done)}\n` : text);
  if (switches.has("print")) {
    const unit = unitFile({ program: thisProgram(), scope });
    tell({ unit }, unit);
    return 0;
  }
  requireSystemd(scope);
  const path = unitPath(scope);
  if (command.name === "service uninstall") {
    uninstall(path, scope, terminal);
    tell({ removed: path }, `${path} is removed. The data folder is left as it is.\n`);
    return 0;
  }
  install(path, scope, terminal);
  const data = scope === "machine" ? "/var/lib/dragoman" : null;
  tell({ installed: path, data_dir: data }, installed(path, scope));
  return 0;
};

function install(path: string, scope: Scope, terminal: Terminal): void {
  const program = thisProgram();
  if (scope === "machine") refuseHiddenProgram(program);
  if (existsSync(path)) {
    throw new Failure(
      `${path} is there already: "dragoman service uninstall" removes it; changes belong into "systemctl edit dragoman"`,
    );
  }
  // `service uninstall` leaves the user: files of its may be anywhere.
  if (scope === "machine")
    call(terminal, "systemd-sysusers", "--inline", `u ${SERVICE_USER} - "Dragoman" /var/lib/dragoman`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, unitFile({ program, scope }), { mode: 0o644, flag: "wx" });
  systemctl(terminal, scope, "daemon-reload");
  systemctl(terminal, scope, "enable", "--now", UNIT);
}

function uninstall(path: string, scope: Scope, terminal: Terminal): void {
  if (!existsSync(path)) throw new Failure(`there is no ${path}: nothing is installed`);
  systemctl(terminal, scope, "disable", "--now", UNIT);
  rmSync(path);
  systemctl(terminal, scope, "daemon-reload");
}

function installed(path: string, scope: Scope): string {
  const [user, sudo] = scope === "user" ? [" --user", ""] : ["", `sudo -u ${SERVICE_USER} `];
  const data = scope === "user" ? "" : " --data /var/lib/dragoman";
  return `${path} is installed, and the server runs.
  what it does       systemctl${user} status dragoman
  what it says       journalctl${user} -u dragoman      (the admin token, once)
  the first app      ${sudo}dragoman app create NAME${data}
`;
}

/** The executable; or, where it is run from its source, Bun with the program's first file. */
function thisProgram(): readonly string[] {
  const isExecutable = Bun.main.startsWith("/$bunfs/");
  return isExecutable ? [process.execPath] : [process.execPath, Bun.main];
}

function refuseHiddenProgram(program: readonly string[]): void {
  const hidden = program.find((word) => HIDDEN_FOLDERS.some((folder) => word.startsWith(`${folder}/`)));
  if (hidden === undefined) return;
  throw new Failure(
    `a service of the machine cannot see ${hidden}: copy it to /usr/local/bin and install it from there, or use --user`,
  );
}

function requireSystemd(scope: Scope): void {
  if (process.platform !== "linux" || !existsSync(BOOTED)) {
    throw new Failure(
      'systemd does not run this machine: start "dragoman serve" by what does; "--print" shows the unit all the same',
    );
  }
  if (scope === "machine" && process.getuid?.() !== 0) {
    throw new Failure("a service of the machine is root's to install: use sudo, or --user for one of your own");
  }
}

function unitPath(scope: Scope): string {
  return scope === "machine" ? join("/etc/systemd/system", UNIT) : join(homedir(), ".config/systemd/user", UNIT);
}

function systemctl(terminal: Terminal, scope: Scope, ...words: readonly string[]): void {
  call(terminal, "systemctl", ...(scope === "user" ? ["--user"] : []), ...words);
}

/** Runs a program of the system, and says so. Throws a Failure with its words. */
function call(terminal: Terminal, ...command: readonly string[]): void {
  terminal.err(`${command.join(" ")}\n`);
  const [program = ""] = command;
  if (Bun.which(program) === null) throw new Failure(`${program} is not installed`);
  const { exitCode, stderr } = Bun.spawnSync([...command], { stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  if (exitCode !== 0) throw new Failure(`"${command.join(" ")}" failed: ${stderr.toString().trim()}`);
}

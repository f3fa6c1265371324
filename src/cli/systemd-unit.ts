/** The unit under which systemd runs the server, with nothing that it does not need. */

export interface UnitOptions {
  /** The words that start the program, before `serve`; the first an absolute path. */
  readonly program: readonly string[];
  /** `user` for a service of one user, whose systemd cannot do everything that the machine's can. */
  readonly scope: "machine" | "user";
}

export const SERVICE_USER = "dragoman";

const RESTART = `Restart=on-failure
RestartSec=2
# The server lets requests finish for [server] drain_seconds_max (25) and then closes its files.
TimeoutStopSec=40`;

/** Options of the executable's runtime: whoever can set them can run other code in its place. */
const ENVIRONMENT = `Environment=DRAGOMAN_DATA=%S/dragoman
UnsetEnvironment=BUN_OPTIONS BUN_BE_BUN BUN_INSPECT NODE_OPTIONS LD_PRELOAD LD_LIBRARY_PATH`;

/** What every systemd can take from a process, also that of a user. */
const HARDENING = `NoNewPrivileges=yes
LockPersonality=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
RestrictNamespaces=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallFilter=~@privileged @resources
SystemCallErrorNumber=EPERM
UMask=0077
# Not MemoryDenyWriteExecute: the runtime compiles code while it runs; forbidden to, it only interprets, and is slow.`;

/** What only the machine's own systemd can do. */
const MACHINE_HARDENING = `CapabilityBoundingSet=
AmbientCapabilities=
ProtectSystem=strict
ProtectHome=yes
PrivateMounts=yes
PrivateTmp=yes
PrivateDevices=yes
PrivateUsers=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
KeyringMode=private
RemoveIPC=yes
DevicePolicy=closed
# Where nobody but this machine calls the server and its model is the embedded one, these two close the network:
#IPAddressDeny=any
#IPAddressAllow=localhost`;

/** The text of the unit file. Throws when the program's path cannot stand in one. */
export function unitFile({ program, scope }: UnitOptions): string {
  const isMachine = scope === "machine";
  const identity = `User=${SERVICE_USER}
Group=${SERVICE_USER}
# Keys of model servers, as NAME=value; the file should be root's, mode 0600.
EnvironmentFile=-/etc/dragoman/environment
`;
  return `[Unit]
Description=Dragoman: sentences in, tool calls and labels out
Documentation=http://127.0.0.1:8420/docs
After=network-online.target
Wants=network-online.target

[Service]
Type=exec
ExecStart=${program.map(quoted).join(" ")} serve
${isMachine ? identity : ""}StateDirectory=dragoman
StateDirectoryMode=0700
WorkingDirectory=%S/dragoman
${ENVIRONMENT}
LimitNOFILE=65536
${RESTART}

${HARDENING}
${isMachine ? `${MACHINE_HARDENING}\n` : ""}
[Install]
WantedBy=${isMachine ? "multi-user.target" : "default.target"}
`;
}

/** A word of a command line, as systemd reads it. */
function quoted(word: string): string {
  if (/^[A-Za-z0-9_./+-]+$/.test(word)) return word;
  if (/\p{Cc}/u.test(word)) throw new Error("a path with control characters cannot stand in a unit");
  return `"${word.replace(/["\\]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;
}

import { accessSync, chmodSync, constants, existsSync, readdirSync, readFileSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FolderState } from "#app";
import { runtimeVariables } from "#config";
import type { Check } from "#core/doctor/doctor.ts";

/** Less than this is soon filled by a busy server: its log of changes alone may take 64 MB. */
const FREE_BYTES_MIN = 512 * 1024 * 1024;
const FREE_INODES_MIN = 1_000;
/** Every open connection takes one. */
const DESCRIPTORS_MIN = 1_024;
/** Clocks of a network differ by less. */
const CLOCK_ERROR_MS_MAX = 5 * 60_000;
/** No program of this kind was made before. */
const EARLIEST = Date.UTC(2026, 0, 1);
const FOR_OTHERS = 0o077;
/** What nobody but the owner may open. */
const PRIVATE_FILES = [
  "dragoman.sqlite",
  "dragoman.sqlite-wal",
  "dragoman.sqlite-shm",
  "dragoman.marker",
  "control.sock",
];

/**
 * What is around the stored data: the folder, the disk, the clock and the system's limits. Needs no server.
 * @param look at the database in the folder; null where it is somewhere else
 */
export function surroundingChecks(dataDir: string, look: (() => FolderState) | null): readonly Check[] {
  return [
    folderCheck(dataDir, look !== null),
    ...(look ? [markerCheck(dataDir, look)] : []),
    permissionsCheck(dataDir),
    diskCheck(dataDir),
    clockCheck(dataDir),
    descriptorsCheck(dataDir),
    environmentCheck(dataDir),
  ];
}

function folderCheck(dataDir: string, hasDatabase: boolean): Check {
  return {
    name: "folder",
    examine: async () => {
      const problem = problemOf(dataDir, hasDatabase);
      return {
        problems: problem === null ? [] : [problem],
        well: dataDir,
        means: "nothing that is stored can be examined, and a server that starts here begins with nothing",
        advice: 'name the folder with --data as the user that runs the server, or make it with "dragoman serve"',
      };
    },
  };
}

/** Why there is no data that this user may look at; null when there is. */
function problemOf(dataDir: string, hasDatabase: boolean): string | null {
  if (statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() !== true) return `there is no folder ${dataDir}`;
  if (!mayOpen(dataDir)) return `this user may not open ${dataDir}`;
  return !hasDatabase || existsSync(join(dataDir, "dragoman.sqlite")) ? null : `there is no database in ${dataDir}`;
}

/** Where nothing is wrong. */
const MARKED = {
  new: "there was no database, as far as the folder knows",
  unmarked: "the folder has no marker yet: the next start makes one",
  damaged: "nothing can be told of a database that cannot be read: the check of the storage says why",
  whole: "the database is the one that the folder had, and no older",
} as const;

function markerCheck(dataDir: string, look: () => FolderState): Check {
  return {
    name: "marker",
    examine: async () => {
      // The check of the folder says that nobody may look.
      const state: FolderState = existsSync(dataDir) && !mayOpen(dataDir) ? { kind: "new" } : look();
      return {
        problems: state.kind === "lost" ? [state.found] : [],
        well: state.kind === "lost" ? "" : MARKED[state.kind],
        means: "what is missing is lost unless it is put back; a server does not start on the rest",
        advice:
          "keep a copy of the folder, then put the files back, or restore the last backup into a new folder; " +
          '"dragoman serve --accept-loss" gives up what is missing',
      };
    },
  };
}

function mayOpen(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function permissionsCheck(dataDir: string): Check {
  const open = () => {
    const inside = mayOpen(dataDir) ? PRIVATE_FILES.map((name) => join(dataDir, name)) : [];
    const paths = [dataDir, ...inside];
    return paths.filter((path) => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & FOR_OTHERS) !== 0);
  };
  return {
    name: "permissions",
    examine: async () => {
      const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid;
      const me = process.getuid?.();
      const isOther = owner !== undefined && me !== undefined && me !== 0 && owner !== me;
      return {
        problems: [
          ...open().map((path) => `others than the owner may open ${path}`),
          ...(isOther ? [`${dataDir} belongs to user ${owner}, and this is user ${me}`] : []),
        ],
        well: owner === undefined ? "there is nothing to be opened" : "nobody but the owner may open them",
        means: isOther
          ? "this user can neither examine the folder nor command its server"
          : "other users of this machine may read keys and data",
        advice: isOther
          ? "run this as the user that runs the server, or name another folder with --data"
          : '"dragoman doctor --fix" takes the right away from others; run it as the user that runs the server',
      };
    },
    repair: async () => {
      const changed = open();
      for (const path of changed) chmodSync(path, path === dataDir ? 0o700 : 0o600);
      return `only the owner may open ${changed.join(", ")}`;
    },
  };
}

function diskCheck(dataDir: string): Check {
  return {
    name: "disk",
    examine: async () => {
      const { bavail, bsize, files, ffree } = statfsSync(nearestFolder(dataDir));
      const free = bavail * bsize;
      const megabytes = Math.floor(free / 1e6);
      // Some file systems count no inodes.
      const countsInodes = files > 0;
      return {
        problems: [
          ...(free < FREE_BYTES_MIN ? [`${megabytes} MB are left`] : []),
          ...(countsInodes && ffree < FREE_INODES_MIN ? [`${ffree} inodes are left`] : []),
        ],
        well: `${megabytes} MB${countsInodes ? ` and ${ffree} inodes` : ""} are free`,
        means: "with a full disk nothing can be written: requests are answered 503 until there is room",
        advice: "make room, or move the data folder to a larger disk",
      };
    },
  };
}

function clockCheck(dataDir: string): Check {
  return {
    name: "clock",
    examine: async () => {
      const now = Date.now();
      const names = mayOpen(dataDir) ? readdirSync(dataDir) : [];
      const newest = Math.max(
        0,
        ...names.map((name) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0),
      );
      const shown = new Date(now).toISOString();
      return {
        problems: [
          ...(now < EARLIEST ? [`it is said to be ${shown}`] : []),
          ...(newest - now > CLOCK_ERROR_MS_MAX
            ? [`it is said to be ${shown}, and the folder was written at ${new Date(newest).toISOString()}`]
            : []),
        ],
        well: shown,
        means: "tokens are refused or live too long, and a month's requests are charged to another month",
        advice: "set the clock, by NTP where there is a network",
      };
    },
  };
}

function descriptorsCheck(dataDir: string): Check {
  return {
    name: "descriptors",
    examine: async () => {
      const server = serverOf(dataDir);
      const limit = descriptorLimit(server ?? "self");
      const whose = server === null ? "a process started here" : `the server (process ${server})`;
      return {
        problems: limit !== null && limit < DESCRIPTORS_MIN ? [`${whose} may have ${limit} open`] : [],
        well: limit === null ? "this system does not tell" : `${whose} may have ${limit} open`,
        means: "more connections than that are refused",
        advice: "raise the limit: LimitNOFILE= of a systemd unit, or ulimit -n before the start",
      };
    },
  };
}

function environmentCheck(dataDir: string): Check {
  return {
    name: "environment",
    examine: async () => {
      const server = serverOf(dataDir);
      const ofServer = server === null ? [] : runtimeVariables(environmentOf(server));
      const found = [
        ...runtimeVariables().map((name) => `${name} is set here`),
        ...ofServer.map((name) => `${name} is set for the server (process ${server})`),
      ];
      return {
        problems: found,
        well: "none of them is set",
        means: "they load other code into the program, or make it another program altogether",
        advice: "remove them from the environment, or from the unit that starts the server",
      };
    },
  };
}

/** The process that holds the folder, as far as it is known here: /proc is Linux's. */
function serverOf(dataDir: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(join(dataDir, "lock.json"), "utf8"));
    return typeof pid === "number" && existsSync(`/proc/${pid}`) ? pid : null;
  } catch {
    return null;
  }
}

function descriptorLimit(process: number | "self"): number | null {
  const limits = textOf(`/proc/${process}/limits`);
  const soft = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1];
  if (soft === undefined) return null;
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

function environmentOf(process: number): Readonly<Record<string, string>> {
  const pairs = textOf(`/proc/${process}/environ`).split("\0");
  return Object.fromEntries(pairs.map((pair) => [pair.split("=", 1)[0] ?? "", pair.slice(pair.indexOf("=") + 1)]));
}

/** Nothing where it cannot be read: another user's process, or another system. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** The folder itself, or the first above it that is there. */
function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(join(path, ".."));
}

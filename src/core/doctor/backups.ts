/** What can be seen of the backups of a cluster's database, and of who follows a data folder, and what that means. */
import type { Clock } from "../ports/clock.ts";
import type { LogFollowing } from "../ports/log-following.ts";
import type { Instant } from "../tenant.ts";
import type { Check } from "./doctor.ts";

/** Instants by the clock of the database. */
export interface BackupSigns {
  readonly now: Instant;
  /** The newest that somebody made, and told; null where nobody did. */
  readonly noted: { readonly at: Instant; readonly what: string } | null;
  /** Of its log of changes, as `archive_mode` has it; null where it is not archived. */
  readonly archived: { readonly lastAt: Instant | null; readonly failedAt: Instant | null } | null;
  /** Servers that take its changes as they are made: replicas, and whoever makes a base backup just now. */
  readonly replicas: number;
}

/** A backup that is older does not count as one: a week of changes would be lost. */
const AGE_MS_MAX = 7 * 86_400_000;
const MINUTE_MS = 60_000;
const UNITS = [
  ["day", 1_440],
  ["hour", 60],
  ["minute", 1],
] as const;

/** In words; no warning where all is well. */
export function judged({ now, noted, archived, replicas }: BackupSigns): {
  readonly found: string;
  readonly warnings: readonly string[];
} {
  const since = (at: Instant) => `${ageOf(now - at)} ago`;
  const warnings = [
    ...(noted === null ? ["no backup was noted"] : []),
    ...(noted && now - noted.at > AGE_MS_MAX ? [`the last backup that was noted is ${ageOf(now - noted.at)} old`] : []),
    ...(isFailing(archived) ? [`the log is not archived any more: it failed ${since(archived?.failedAt ?? now)}`] : []),
  ];
  const found = [
    noted === null ? "no backup was noted" : `${noted.what}, ${since(noted.at)}`,
    archived === null
      ? "its log is not archived"
      : `its log was archived ${archived.lastAt === null ? "never yet" : since(archived.lastAt)}`,
    replicas === 1 ? "1 replica is connected" : `${replicas} replicas are connected`,
  ];
  return { found: found.join("; "), warnings };
}

function isFailing(archived: BackupSigns["archived"]): boolean {
  if (!archived || archived.failedAt === null) return false;
  return archived.lastAt === null || archived.failedAt > archived.lastAt;
}

/** In the largest unit of which there is a whole one: "2 days". */
function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const [unit, length] = UNITS.find(([, each]) => minutes >= each) ?? ["minute", 1];
  const count = Math.floor(minutes / length);
  return count === 1 ? `1 ${unit}` : `${count} ${unit}s`;
}

/** Warns: that nobody told of a backup does not say that there is none. */
export function backupsCheck(signs: () => Promise<BackupSigns>): Check {
  return {
    name: "backup",
    examine: async () => {
      const { found, warnings } = judged(await signs());
      return {
        problems: [],
        warnings,
        well: found,
        means: "with the disk of the database everything would be lost, or all that came after the last backup",
        advice: 'make one with pg_dump or pg_basebackup, and tell it with "dragoman backup FILE"',
      };
    },
  };
}

/** A follower writes every second or so: so long after that it does not, or writes where there is no room. */
const BEHIND_MS_MAX = 60_000;

/** Of a data folder that was followed since the server has started: whether it is still. Of one that was not, nothing is said. */
export function followerCheck(following: LogFollowing, clock: Pick<Clock, "now">): Check {
  return {
    name: "backup",
    isDue: () => following.last() !== null,
    examine: async () => {
      const { folder, until } = following.last() ?? { folder: "", until: null };
      const behindMs = until === null ? Number.POSITIVE_INFINITY : clock.now() - until;
      const state = until === null ? "nothing can be restored from it yet" : `it is ${ageOf(behindMs)} behind`;
      return {
        problems: [],
        warnings: behindMs > BEHIND_MS_MAX ? [`${folder} does not follow the data folder: ${state}`] : [],
        well: `${folder} follows the data folder`,
        means: "with this disk everything would be lost that came since",
        advice: 'look at what "dragoman backup --follow" wrote when it ended, make room, and start it again',
      };
    },
  };
}

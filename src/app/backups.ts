/** What commands do with backups. They need neither settings nor a lock. */
import { takeBackup } from "#storage/embedded/backup.ts";
import { restoreBackup } from "#storage/embedded/backup-restore.ts";
import { DATABASE_FILE } from "#storage/embedded/database.ts";
import { identitiesIn, recipientsIn } from "#storage/embedded/encryption.ts";
import { identityOf } from "#storage/embedded/folder-marker.ts";
import { isFollowedFolder } from "#storage/embedded/following/followed-folder.ts";
import { Follower } from "#storage/embedded/following/follower.ts";
import { restoreMoment } from "#storage/embedded/following/restore-moment.ts";

export const backups = {
  take: takeBackup,
  restore: restoreBackup,
  follow: Follower.open,
  restoreMoment,
  isFollowed: isFollowedFolder,
  identityOf: (dataDir: string) => identityOf(dataDir, DATABASE_FILE),
  recipientsIn,
  identitiesIn,
} as const;

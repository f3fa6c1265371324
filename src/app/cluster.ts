/** What commands do with the database of a cluster, as the owner of its tables. */
import { letBeNode, migrateCluster } from "#storage/cluster/migrations.ts";
import { moveToCluster, moveToFolder } from "./moving.ts";

export const cluster = { migrate: migrateCluster, letBeNode, moveIn: moveToCluster, moveOut: moveToFolder } as const;

import { expect, test } from "bun:test";
import { Metrics } from "#metrics/metrics.ts";
import { GroupCommit } from "#storage/embedded/commits/group-commit.ts";
import { openDatabase } from "#storage/embedded/database.ts";
import { freshFolder, rejection } from "../storage/kit.ts";
import { samplesOf } from "./samples.ts";

test("a commit that the disk refuses is counted as that, and as nothing else", async () => {
  using folder = freshFolder();
  const metrics = new Metrics("1.2.3");
  const database = openDatabase(folder.path, () => {});
  const commits = new GroupCommit(database, metrics);
  const counted = () => {
    const readings = {
      isReady: () => true,
      cacheIndex: () => ({ entries: 0, partitions: 0, bytes: 0 }),
      keptAnswerBytes: () => 0,
      cacheErrorOn: () => ({ error: null, interval: null }),
      droppedLogLines: () => 0,
      databasePath: `${folder.path}/nowhere`,
      dataDir: folder.path,
      followedUntil: () => null,
      nodes: () => null,
    };
    const samples = samplesOf(metrics.page(readings));
    const names = ["operations_total", "commit_duration_seconds_count", "commit_failures_total"];
    return names.map((name) => samples.get(`dragoman_store_${name}`));
  };
  const keep = (size: number) =>
    commits.write(() => {
      database.run("INSERT OR REPLACE INTO secrets (name, value) VALUES ('x', ?)", ["x".repeat(size)]);
    });

  await Promise.all([keep(1), keep(2), keep(3)]);
  expect(counted()).toEqual([3, 1, 0]);
  database.run("PRAGMA max_page_count = 1");
  expect(await rejection(keep(1_000_000))).toMatchObject({ code: "service_unavailable" });
  expect(counted()).toEqual([3, 1, 1]);
  commits.close();
});

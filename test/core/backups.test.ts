import { describe, expect, test } from "bun:test";
import { type BackupSigns, backupsCheck, judged } from "#core/doctor/backups.ts";
import { Doctor } from "#core/doctor/doctor.ts";
import { findingsText } from "../../src/cli/present-findings.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 10, 27, 12);
const ago = (days: number) => NOW - days * DAY_MS;
const signs = (change: Partial<BackupSigns>): BackupSigns => ({
  now: NOW,
  noted: { at: ago(1), what: "pg_dump (monday.dump, 5 bytes)" },
  archived: null,
  replicas: 0,
  ...change,
});

describe("of the backups of a cluster", () => {
  test.each([
    ["a fresh one", signs({}), []],
    ["one of a week", signs({ noted: { at: ago(7), what: "pg_dump" } }), []],
    [
      "one that is older",
      signs({ noted: { at: ago(9), what: "pg_dump" } }),
      ["the last backup that was noted is 9 days old"],
    ],
    ["none", signs({ noted: null }), ["no backup was noted"]],
    [
      "an archived log without one",
      signs({ noted: null, archived: { lastAt: ago(0), failedAt: null } }),
      ["no backup was noted"],
    ],
    ["archiving that failed once and went on", signs({ archived: { lastAt: ago(1), failedAt: ago(2) } }), []],
    [
      "archiving that fails",
      signs({ archived: { lastAt: ago(3), failedAt: ago(2) } }),
      ["the log is not archived any more: it failed 2 days ago"],
    ],
    [
      "archiving that never went",
      signs({ archived: { lastAt: null, failedAt: ago(0.5) } }),
      ["the log is not archived any more: it failed 12 hours ago"],
    ],
  ])("%s: what is warned of", (_, seen, warnings) => {
    expect(judged(seen).warnings).toEqual(warnings);
  });

  test("it is said what is seen, and how old it is", () => {
    const archived = { lastAt: NOW - 90_000, failedAt: null };
    expect(judged(signs({ archived, replicas: 2 })).found).toBe(
      "pg_dump (monday.dump, 5 bytes), 1 day ago; its log was archived 1 minute ago; 2 replicas are connected",
    );
  });

  test("the doctor warns of what is missing, and calls nothing wrong", async () => {
    const [finding] = await new Doctor([backupsCheck(async () => signs({ noted: null }))]).examine();
    expect(finding).toMatchObject({ check: "backup", ok: true, found: "no backup was noted" });
    expect(findingsText({ checks: [{ ...finding }] })).toStartWith("warn   backup        no backup was noted\n");
    const [well] = await new Doctor([backupsCheck(async () => signs({}))]).examine();
    expect(well).toMatchObject({ ok: true, means: null, advice: null });
  });
});

/** What an hour's soak says: slopes against bounds, and what did not go as it should. Pure functions of what was seen. */
import type { HourLook, Soaked } from "./figures.ts";
import { medianOf, theilSenSlope } from "./slopes.ts";

export type HourFigure = Exclude<keyof HourLook, "atSeconds" | "life">;

/**
 * By so much a figure may rise in an hour, by its slope. The database keeps a charge for each ask, and much else up to its bounds: by so
 * many bytes for each.
 */
const RISE_PER_HOUR_MAX: Readonly<Record<Exclude<HourFigure, "databaseMib" | "folderMib">, number>> = {
  residentMib: 64,
  anonymousMib: 64,
  descriptors: 8,
  threads: 4,
  files: 4,
  logMib: 16,
  queryLogMib: 16,
};
export const DATABASE_BYTES_PER_ASK_MAX = 100;
/** A shorter life is shown and not judged: what it learns and keeps at its start would be taken for a leak. */
export const JUDGED_SECONDS_MIN = 480;
const SECONDS_PER_HOUR = 3_600;
const MIB = 2 ** 20;

export const FIGURE_NAMES: Readonly<Record<HourFigure, string>> = {
  residentMib: "resident memory, MiB",
  anonymousMib: "of it heaps and stacks, MiB",
  descriptors: "open descriptors",
  threads: "threads",
  files: "files in the data folder",
  logMib: "write-ahead logs, MiB",
  databaseMib: "database, MiB",
  queryLogMib: "log of questions, MiB",
  folderMib: "data folder, MiB",
};
export const HOUR_FIGURES = Object.keys(FIGURE_NAMES) as readonly HourFigure[];

export interface LifeTrend {
  readonly life: number;
  readonly seconds: number;
  readonly figure: HourFigure;
  readonly median: number;
  readonly most: number;
  /** Of the last two thirds of the life, by Theil and Sen. */
  readonly risePerHour: number;
  readonly risePerHourMax: number;
  /** Null for a life that is too short to be judged. */
  readonly isFlat: boolean | null;
}

export function trendsOf({ looks, rate }: Pick<Soaked, "looks" | "rate">): readonly LifeTrend[] {
  const lives = [...new Set(looks.map(({ life }) => life))];
  return lives.flatMap((life) => {
    const own = looks.filter((look) => look.life === life);
    return HOUR_FIGURES.map((figure) => trendOf(own, figure, rate));
  });
}

/** Of the looks of one life, of which there is at least one. */
function trendOf(looks: readonly HourLook[], figure: HourFigure, rate: number): LifeTrend {
  const seconds = (looks.at(-1)?.atSeconds ?? 0) - (looks[0]?.atSeconds ?? 0);
  const judged = looks.slice(Math.floor(looks.length / 3));
  const slope = theilSenSlope(judged.map((look) => ({ atSeconds: look.atSeconds, value: look[figure] })));
  const risePerHour = slope * SECONDS_PER_HOUR;
  const grown = (DATABASE_BYTES_PER_ASK_MAX * rate * SECONDS_PER_HOUR) / MIB;
  const risePerHourMax = figure === "databaseMib" || figure === "folderMib" ? grown : RISE_PER_HOUR_MAX[figure];
  return {
    life: looks[0]?.life ?? 0,
    seconds,
    figure,
    median: medianOf(judged.map((look) => look[figure])),
    most: Math.max(...looks.map((look) => look[figure])),
    risePerHour,
    risePerHourMax,
    isFlat: seconds < JUDGED_SECONDS_MIN ? null : risePerHour <= risePerHourMax,
  };
}

/** What does not hold, in words; empty where all does. */
export function hourComplaintsOf(soaked: Soaked): readonly string[] {
  const { whole, money, monthsProven, turns, troubles } = soaked;
  const trends = trendsOf(soaked);
  return [
    ...(whole === null ? ["it did not come to its end"] : []),
    ...(whole !== null && whole.failed > 0
      ? [`${whole.failed} asks failed that met no planned end: ${whole.failures.join("; ")}`]
      : []),
    ...(money !== null && (money.charged < money.least || money.charged > money.most)
      ? [`${money.charged} requests are charged, and ${money.least} to ${money.most} were answered`]
      : []),
    ...(monthsProven === 0 && turns.some(({ entries }) => entries > 0)
      ? ["entries became months, and no file proves one"]
      : []),
    ...troubles,
    ...(trends.some(({ isFlat }) => isFlat !== null) ? [] : ["no life was long enough to be judged"]),
    ...trends
      .filter(({ isFlat }) => isFlat === false)
      .map(
        ({ life, figure, risePerHour, risePerHourMax }) =>
          `life ${life + 1}: ${FIGURE_NAMES[figure]} rises by ${risePerHour.toFixed(1)} an hour, over ${risePerHourMax.toFixed(1)}`,
      ),
  ];
}

/** As Markdown, as it stands in docs/measurements/reliability.md. */
export function hourReportOf(soaked: Soaked): string {
  const { whole, money, topRate, rate, minutes, endings, turns, monthsProven, done, loadAverages, parts } = soaked;
  const ms = (value: number | null) => (value === null ? "–" : value.toFixed(1));
  const complaints = hourComplaintsOf(soaked);
  const leftOut = parts.reduce((sum, part) => sum + part.leftOut, 0);
  return [
    "",
    `top rate ${topRate.toFixed(0)}/s, ${rate.toFixed(0)}/s for ${minutes} minutes; load of the machine ${loadAverages.map((value) => value.toFixed(1)).join(" before, ")} after`,
    "",
    "| asks | answered | p50, ms | p99, ms | worst, ms |",
    "| --- | --: | --: | --: | --: |",
    ...Object.entries(whole?.times ?? {}).map(
      ([kind, { count, p50Ms, p99Ms, worstMs }]) =>
        `| ${kind} | ${count} | ${ms(p50Ms)} | ${ms(p99Ms)} | ${ms(worstMs)} |`,
    ),
    "",
    `failed: ${whole?.failed}; met a planned end: ${whole?.planned}, of which ${whole?.repeated} were repeated under their keys; left out: ${leftOut}`,
    `charged: ${money?.charged}, of ${money?.least} to ${money?.most}`,
    `the owner: ${Object.entries(done)
      .map(([what, count]) => `${what} ${count}`)
      .join(", ")}`,
    `months: ${turns.length} went by, ${turns.reduce((sum, { entries }) => sum + entries, 0)} entries were put into them, and files prove ${monthsProven}`,
    ...endings.map(
      ({ atSeconds, how, awaySeconds }) =>
        `${how} at ${atSeconds.toFixed(0)} s, ready again after ${awaySeconds.toFixed(2)} s`,
    ),
    "",
    "| life | | median | most | rise an hour | allowed | |",
    "| --: | --- | --: | --: | --: | --: | --- |",
    ...trendsOf(soaked).map(({ life, seconds, figure, median, most, risePerHour, risePerHourMax, isFlat }) => {
      const verdict = isFlat === null ? "not judged" : isFlat ? "flat" : "**rises**";
      const figures = [median, most, risePerHour, risePerHourMax].map((value) => value.toFixed(1)).join(" | ");
      return `| ${life + 1} (${(seconds / 60).toFixed(1)} min) | ${FIGURE_NAMES[figure]} | ${figures} | ${verdict} |`;
    }),
    "",
    ...(complaints.length === 0 ? ["holds"] : ["DOES NOT HOLD", ...complaints]),
    "",
  ].join("\n");
}

/** A test as JUnit XML: a suite for each model, a test case for each sentence. */

import type { Miss } from "#core/examination/test-report.ts";
import { missRows, percent } from "./report-text.ts";
import type { Told } from "./told-test.ts";

export function junitOf({ tested, places, gates }: Told): string {
  const suites = tested.map(({ report, outcomes }) => {
    const name = [report.signatures.join(","), ...(report.backend === null ? [] : [report.backend])].join(" by ");
    const seconds = outcomes.reduce((sum, { latencyMs }) => sum + latencyMs, 0) / 1_000;
    const cases = outcomes.map((outcome, position) => {
      const { sentence, latencyMs, judgement } = outcome;
      const title = `${places[position] ?? `case ${position + 1}`}: ${sentence}`;
      const head = `    <testcase classname=${quoted(name)} name=${quoted(title)} time="${(latencyMs / 1_000).toFixed(3)}"`;
      if (judgement.verdict === "right") return `${head}/>`;
      return `${head}>\n${problemOf({ ...outcome, position })}\n    </testcase>`;
    });
    const { failed, right } = report.verdicts;
    const failures = report.cases - right - failed;
    const counts = `tests="${report.cases}" failures="${failures}" errors="${failed}" time="${seconds.toFixed(3)}"`;
    const own = gates.filter(({ backend }) => backend === report.backend);
    const properties = [
      ["accuracy", percent(report.accuracy.share)],
      ["wrong executions", percent(report.wrong.share)],
      ...own.map(({ gate, says, ok }) => [gate, `${ok ? "met" : "missed"}: ${says}`]),
    ].map(([key = "", value = ""]) => `      <property name=${quoted(key)} value=${quoted(value)}/>`);
    return [
      `  <testsuite name=${quoted(name)} ${counts}>`,
      `    <properties>\n${properties.join("\n")}\n    </properties>`,
      ...cases,
      "  </testsuite>",
    ].join("\n");
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

function problemOf(miss: Miss): string {
  const rows = missRows(miss);
  const element = miss.failure ? "error" : "failure";
  const message = rows.map(([name, value]) => `${name}: ${value}`);
  return `      <${element} type=${quoted(miss.judgement.verdict)} message=${quoted(message[0] ?? "")}>${escaped(message.join("\n"))}</${element}>`;
}

function quoted(text: string): string {
  return `"${escaped(text)
    .replaceAll('"', "&quot;")
    .replace(/[\n\t]/g, " ")}"`;
}

/** XML 1.0 has no way at all to write most control characters, and halves of characters are none. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\u0020-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

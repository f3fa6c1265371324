/** Mistakes that are put into the cluster's storage on purpose, to see that the simulation finds them, and in how many steps. */

import type { Sought } from "../seeking.ts";

/** A text of the product, and what stands there instead. It has to be there once. */
interface Change {
  readonly find: string;
  readonly replace: string;
}

export interface PlantedBug extends Change, Sought {
  /** A module under `src/`, or a function of the schema. */
  readonly where: { readonly module: string } | { readonly routine: string };
  /** It is of nodes that share a Valkey. */
  readonly valkey?: true;
  /** A second guard of the same, without which the mistake would do nothing. */
  readonly also?: Change;
}

const STORAGE = "storage/cluster";

/** What checks say: of amounts; of an answer that is older than what was acknowledged; of calls of a minute; of corrections. */
const MONEY =
  /was charged, and|was acknowledged, and|was entered, |are left, and one more was had|entries of .* were made/;
const STALE =
  /had been acknowledged|was answered by|is revoked was let in|is suspended was answered|is active was refused|a good key was refused/;
const MINUTE = /of a minute was given twice|of a minute were let in/;
const CORRECTED = /was given after correction/;
const ACKNOWLEDGED = anyOf(MONEY, STALE, CORRECTED);
/** What a turn has done is its charges, and the counts of its minutes. */
const TURN = anyOf(MONEY, MINUTE);
const HELD = /are held, and nobody|are left, and cannot be had/;
const KEPT = /kept answers, and|was answered .*, then/;
const WORK = anyOf(KEPT, /the right to the same work/);
const COUNTED = /calls were compared/;
const ASKED = /is asked the same by two nodes/;
const SLIPS = /slipped \d+ times/;
const MONTHS = /there or in months|the month .* is not what/;
const LINK = /has let \d+ in|has let in when/;
const LOGGED = /are logged, and none is to be/;
/** The database itself holds a node that asks for another app than it has named. */
const FENCE = /row-level security|is there, and was not found/;

function anyOf(...all: readonly RegExp[]): RegExp {
  return new RegExp(all.map(({ source }) => source).join("|"));
}

export const PLANTED: readonly PlantedBug[] = [
  {
    name: "repeated-turn",
    breaks: "a turn whose answer was lost is done again when it is sent again",
    reports: MONEY,
    where: { routine: "turn" },
    find: "IF last.turn = number THEN RETURN last.result; END IF;\n  IF last.turn <> number - 1 AND",
    replace: "IF last.turn NOT IN (number, number - 1) AND",
  },
  {
    name: "recalled-and-kept",
    breaks: "what is taken back of a lease stays in it as well",
    reports: MONEY,
    where: { routine: "recall" },
    find: "UPDATE leases SET remaining = held WHERE app = of_app AND bucket = of_bucket AND remaining > held;",
    replace: "",
  },
  {
    name: "dead-lease-twice",
    breaks: "the lease of a dead node is given back each time that somebody needs it",
    reports: MONEY,
    where: { routine: "recall" },
    find: "DELETE FROM leases USING nodes\n    WHERE app",
    replace: "UPDATE leases SET held = held FROM nodes\n    WHERE app",
  },
  {
    name: "lost-at-leaving",
    breaks: "a node that stops gives its leases back to nobody",
    reports: MONEY,
    where: { routine: "leave" },
    find: "SET unleased = unleased + remaining FROM returned",
    replace: "SET unleased = unleased FROM returned",
  },
  {
    name: "plain-stale-answer",
    breaks: "an answer from memory is charged, and given, whatever has changed since",
    reports: STALE,
    where: { routine: "plain_turn" },
    find: "AND (versions[i] IS NULL OR versions[i] = coalesce((SELECT version FROM app_versions WHERE app = apps[i]), 0))",
    replace: "",
  },
  {
    name: "many-apps-stale-answer",
    breaks: "the same in the turn of several apps",
    reports: STALE,
    where: { routine: "many_apps_turn" },
    find: "AND (account.version IS NULL OR account.version = coalesce((SELECT version FROM app_versions AS known WHERE known.app = account.app), 0))",
    replace: "",
  },
  {
    name: "one-app-stale-answer",
    breaks: "the same in the turn of one app",
    reports: STALE,
    where: { routine: "one_app_turn" },
    find: "AND of_version = coalesce((SELECT version FROM app_versions WHERE app = of_app), 0)",
    replace: "",
  },
  {
    name: "plain-full-minute",
    breaks: "an answer from memory does not look whether its minute is full",
    reports: MINUTE,
    where: { routine: "plain_turn" },
    find: "AND own.count + calls[i] <= calls_max[i]",
    replace: "",
  },
  {
    name: "many-apps-full-minute",
    breaks: "the same in the turn of several apps",
    reports: MINUTE,
    where: { routine: "many_apps_turn" },
    find: "AND own.count + counting.calls <= counting.calls_max",
    replace: "",
  },
  {
    name: "one-app-full-minute",
    breaks: "the same in the turn of one app",
    reports: MINUTE,
    where: { routine: "one_app_turn" },
    find: "AND own.count + charges <= calls_max",
    replace: "",
  },
  {
    name: "weighed-stale-answer",
    breaks: "a turn that is weighed does not compare versions",
    reports: STALE,
    where: { routine: "turn" },
    find: "WHERE account.version <> coalesce(known.version, 0);",
    replace: "WHERE false;",
  },
  {
    name: "counted-twice",
    breaks: "a batch of what graduation counts is counted again when it is sent again",
    reports: COUNTED,
    where: { routine: "count_graduation_once" },
    find: "written_at = excluded.written_at WHERE known.batch < excluded.batch;",
    replace: "written_at = excluded.written_at;",
  },
  {
    name: "slips-for-ever",
    breaks: "a tool that has slipped keeps the sum by which it did",
    reports: SLIPS,
    where: { routine: "verify_graduation" },
    find: "known.sum := 0;\n    known.slips",
    replace: "known.slips",
  },
  {
    name: "uncounted-correction",
    breaks: "what a model was asked before a correction is remembered after it",
    reports: CORRECTED,
    where: { routine: "drop_answers" },
    find: "UPDATE answer_totals SET corrections = corrections + 1 WHERE app = of_app;",
    replace: "PERFORM 1;",
  },
  {
    name: "kept-apart",
    breaks: "an answer under an idempotency key is charged, and not kept with its charge",
    reports: KEPT,
    where: { module: `${STORAGE}/money/ledger.ts` },
    find: "keeps: answer,",
    replace: "keeps: null,",
  },
  {
    name: "key-for-two",
    breaks: "two nodes do the work of one idempotency key at once",
    reports: WORK,
    where: { module: `${STORAGE}/keyed-work.ts` },
    find: "WHERE known.ends_at < clock_timestamp() OR known.holder = excluded.holder",
    replace: "",
  },
  {
    name: "early-look",
    breaks: "who comes while a look at versions is under way waits for none",
    reports: STALE,
    where: { module: `${STORAGE}/app-versions.ts` },
    find: "this.#next ??= renewal();",
    replace: "if (this.#isLooking) return Promise.resolve();\n    this.#next ??= renewal();",
  },
  {
    name: "guessed-commit",
    breaks: "a commit whose answer was lost is taken to be done",
    reports: ACKNOWLEDGED,
    where: { module: `${STORAGE}/postgres.ts` },
    find: "if (!(await this.#isCommitted(transactionId))) throw failure;",
    replace: "",
  },
  {
    name: "told-once",
    breaks: "a connection is told the first app that it works for, and no other",
    reports: FENCE,
    where: { module: `${STORAGE}/postgres.ts` },
    find: "if (this.#told.get(client) === app) return;",
    replace: "if (this.#told.has(client)) return;",
  },
  {
    name: "never-undone",
    breaks: "what a lost turn has charged for answers that were not given is not taken back",
    reports: MONEY,
    where: { module: `${STORAGE}/money/turns.ts` },
    find: "void this.#undoWhenKnown(turn, this.#node, this.#number);",
    replace: "",
  },
  {
    name: "number-used-again",
    breaks: "behind a turn of which nobody knows the next one has its number",
    reports: TURN,
    where: { module: `${STORAGE}/money/turns.ts` },
    find: "void this.#undoWhenKnown(turn, this.#node, this.#number);\n          this.#beginAnew();",
    replace: "",
  },
  {
    name: "given-back-to-nobody",
    breaks: "a plain turn does not release what a failed request had reserved",
    reports: HELD,
    where: { module: `${STORAGE}/money/plain-turn.ts` },
    find: 'return wants === "settle" || wants === "giveBack" ? -(split?.fromMonth ?? 0) : 0;',
    replace: 'return wants === "settle" ? -(split?.fromMonth ?? 0) : 0;',
  },
  {
    name: "compacted-twice",
    breaks:
      "entries are put into months that another node has made meanwhile, and what they add up to is not looked at",
    reports: MONTHS,
    where: { routine: "compact_ledger" },
    find: "IF seal_before <> coalesce((SELECT seal FROM ledger_months WHERE app = of_app ORDER BY month DESC LIMIT 1), '') THEN",
    replace: "IF false THEN",
    also: {
      find: "IF rows_count <> entries_taken OR counted - counted_before <> entries_taken\n    OR rows_amount <> amount_taken OR amounts - amount_before <> amount_taken THEN",
      replace: "IF false THEN",
    },
  },
  {
    name: "lease-by-own-clock",
    breaks: "how long a node has the right to a piece of work goes by its own clock",
    reports: WORK,
    where: { module: `${STORAGE}/keyed-work.ts` },
    find: "SELECT $1, $2, $3, clock_timestamp() + make_interval",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is put into one of the module
    replace: "SELECT $1, $2, $3, to_timestamp(${Date.now()} / 1000.0) + make_interval",
  },
  {
    name: "link-for-two",
    breaks: "a link to the admin page is good for whoever uses it next, too",
    reports: LINK,
    where: { module: `${STORAGE}/admin-sessions.ts` },
    find: "WITH used AS (DELETE FROM admin_links WHERE hash = $1 RETURNING ends_at)",
    replace: "WITH used AS (SELECT ends_at FROM admin_links WHERE hash = $1)",
  },
  {
    name: "links-stay",
    breaks: "links are good when everybody was signed out",
    reports: LINK,
    where: { module: `${STORAGE}/admin-sessions.ts` },
    find: 'await this.#postgres.rows("DELETE FROM admin_links");',
    replace: "",
  },
  {
    name: "logged-when-off",
    breaks: "questions are logged by a node that has not heard that they are to be no more",
    reports: LOGGED,
    where: { routine: "log_questions" },
    find: "PERFORM FROM query_log_settings WHERE app = of_app FOR SHARE;\n  IF NOT FOUND THEN RETURN; END IF;",
    replace: "",
  },
];

/** Of nodes that share a Valkey. */
export const PLANTED_IN_VALKEY: readonly PlantedBug[] = [
  {
    name: "window-of-any-server",
    breaks: "a server that knows what another one knew some time ago gives its numbers again",
    where: { module: `${STORAGE}/valkey/minute-numbers.ts` },
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is one of the module
    find: "window:${server}:${minute}",
    replace: "window:${minute}",
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is one of the module
    ...{ reports: MINUTE, valkey: true },
  },
  {
    name: "block-for-any-dispenser",
    breaks: "a window that is new takes a block that was brought for the one before it",
    where: { module: `${STORAGE}/valkey/scripts/take-numbers.lua` },
    find: "if dispenser == block_of and block_last > last then",
    replace: "if block_last > last then",
    ...{ reports: MINUTE, valkey: true },
  },
  {
    name: "block-goes-on",
    breaks: "a block begins where the one before ended, whatever Postgres has given in between",
    where: { module: `${STORAGE}/valkey/scripts/take-numbers.lua` },
    find: "if block_above > last then given = block_above end",
    replace: "",
    ...{ reports: MINUTE, valkey: true },
  },
  {
    name: "block-grows-over-others",
    breaks: "a block is made longer, whoever has been given what is behind it",
    where: { routine: "next_block" },
    find: "AND known.block_last = known.count THEN",
    replace: "THEN",
    ...{ reports: MINUTE, valkey: true },
  },
  {
    name: "answer-of-no-version",
    breaks: "an answer lies under its app and question, and under no version",
    where: { module: `${STORAGE}/valkey/hot-answers.ts` },
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is one of the module
    find: "answer:${app}:${version}:",
    replace: "answer:${app}:",
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is one of the module
    ...{ reports: CORRECTED, valkey: true },
  },
  {
    name: "answer-of-a-later-version",
    breaks: "an answer lies under the version that is known after it was read",
    where: { module: `${STORAGE}/answers.ts` },
    find: "if (hot && !isRefused) this.#hot?.keep(hot,",
    replace: "const later = this.#hotNameOf(app, partition, key);\n    if (later && !isRefused) this.#hot?.keep(later,",
    ...{ reports: CORRECTED, valkey: true },
  },
  {
    name: "question-for-two",
    breaks: "a model is asked what another node asks it",
    where: { module: `${STORAGE}/valkey/scripts/take-lease.lua` },
    find: "if holder and holder ~= 'ended' then return 'held' end",
    replace: "",
    ...{ reports: ASKED, valkey: true },
  },
  {
    name: "lease-of-another",
    breaks: "a node whose lease was forgotten ends that of the one which asks after it",
    where: { module: `${STORAGE}/valkey/scripts/end-lease.lua` },
    find: "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], 'ended', 'PX', ARGV[2]) end",
    replace: "redis.call('SET', KEYS[1], 'ended', 'PX', ARGV[2])",
    ...{ reports: ASKED, valkey: true },
  },
  {
    name: "lease-not-renewed",
    breaks: "a model that takes longer than a lease is asked again by another node",
    where: { module: `${STORAGE}/valkey/questions.ts` },
    find: "setInterval(() => void renew(), RENEW_EVERY_MS)",
    replace: "setInterval(() => renew, RENEW_EVERY_MS)",
    ...{ reports: ASKED, valkey: true },
  },
];

/** Of which none may count as found: see the test. Each breaks something of the same kind as one of the others. */
export const MALFORMED: readonly PlantedBug[] = [
  {
    name: "no-sql-in-a-module",
    breaks: "two nodes do the work of one idempotency key at once",
    reports: WORK,
    where: { module: `${STORAGE}/keyed-work.ts` },
    find: "WHERE known.ends_at < clock_timestamp() OR",
    replace: "WHERE OR",
  },
  {
    name: "no-sql-in-a-routine",
    breaks: "an answer from memory is charged, and given, whatever has changed since",
    reports: STALE,
    where: { routine: "plain_turn" },
    find: "versions[i] IS NULL OR",
    replace: "IS NULL OR",
  },
  {
    name: "nowhere",
    breaks: "an answer under an idempotency key is charged, and not kept with its charge",
    reports: KEPT,
    where: { module: `${STORAGE}/money/ledger.ts` },
    find: "this stands nowhere",
    replace: "",
  },
  {
    name: "nothing-begins",
    breaks: "a node that stops gives its leases back to nobody",
    reports: MONEY,
    where: { module: `${STORAGE}/apps.ts` },
    find: "create({ id, name, plan, status, epoch, createdAt }: App): Promise<void> {",
    replace:
      'create({ id, name, plan, status, epoch, createdAt }: App): Promise<void> {\n    throw new Error("otter");',
  },
];

/** The text with the mistake in it. Throws where a place is not there once. */
export function planted({ name, find, replace, also }: PlantedBug, text: string): string {
  const changes = [{ find, replace }, ...(also ? [also] : [])];
  return changes.reduce((before, change) => {
    const parts = before.split(change.find);
    if (parts.length !== 2) throw new Error(`a place of ${name} is there ${parts.length - 1} times`);
    return parts.join(change.replace);
  }, text);
}

/** What a migration may do while nodes of the version before go on: docs/decisions/0075-a-migration-only-adds.md. */

/** Statements that take something away from those nodes, or keep their requests waiting. */
const RULES: readonly { readonly statement: RegExp; readonly why: string }[] = [
  { statement: /^DROP (TABLE|COLUMN|FUNCTION|PROCEDURE|VIEW|SEQUENCE|TYPE|SCHEMA|INDEX)\b/i, why: "takes away" },
  { statement: /^TRUNCATE\b/i, why: "takes rows away" },
  { statement: /^REVOKE\b/i, why: "takes a right away" },
  { statement: /^ALTER \w+ .*\bRENAME\b/is, why: "takes a name away" },
  { statement: /^ALTER TABLE .*\bDROP\b/is, why: "takes away" },
  { statement: /^ALTER TABLE .*\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/is, why: "writes the table anew under a lock" },
  { statement: /^ALTER TABLE .*\bSET NOT NULL\b/is, why: "refuses rows that nodes before write" },
  {
    statement: /^ALTER TABLE .*\bADD COLUMN (?=[^,;]*\bNOT NULL\b)(?![^,;]*\bDEFAULT\b)/is,
    why: "refuses rows that nodes before write: give it a default",
  },
  {
    statement: /^ALTER TABLE .*\bADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b(?!.*\bNOT VALID\b)/is,
    why: "reads the table under a lock: add it NOT VALID",
  },
  { statement: /^(UPDATE|DELETE)\b/i, why: "may write every row under locks: let the nodes do it little by little" },
  { statement: /^LOCK\b/i, why: "keeps requests waiting" },
];

const INDEX = /^CREATE (UNIQUE )?INDEX .*?\bON (ONLY )?(\w+)/is;
const TABLE = /^(?:CREATE|ALTER) TABLE (?:IF (?:NOT )?EXISTS )?(\w+)/i;
const TRIGGER = /^CREATE (?:OR REPLACE )?(?:CONSTRAINT )?TRIGGER .*?\bON (\w+)/is;

/** What is against the rules, in words; empty for a migration that only adds. What is done to its own new tables is free. */
export function faultsIn(migration: string): readonly string[] {
  const statements = statementsIn(migration);
  const own = new Set(statements.flatMap((text) => (/^CREATE TABLE/i.test(text) ? (TABLE.exec(text)?.[1] ?? []) : [])));
  const held = new Set<string>();
  return statements.flatMap((text) => {
    const table = TABLE.exec(text)?.[1] ?? INDEX.exec(text)?.[3] ?? TRIGGER.exec(text)?.[1] ?? "";
    if (own.has(table)) return [];
    if (table !== "") held.add(table);
    if (held.size > 1) return [`${text.split("\n", 1)[0]}: holds more than one table, and so may a request: divide it`];
    const isLocking = INDEX.test(text) ? ["keeps whoever writes waiting while all of a table is read"] : [];
    const broken = RULES.filter(({ statement }) => statement.test(text)).map(({ why }) => why);
    return [...broken, ...isLocking].map((why) => `${text.split("\n", 1)[0]}: ${why}`);
  });
}

/** Without comments; and what functions do, which is theirs. */
function statementsIn(migration: string): readonly string[] {
  return migration
    .replace(/--.*$/gm, "")
    .replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

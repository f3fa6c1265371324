import type { SQLQueryBindings, Statement } from "bun:sqlite";

/**
 * A statement that SQLite reads when it is first run: of some 200 a start runs few, and reading all of them would take a tenth of the time
 * until its first answer. What is wrong with the words of one is thrown then.
 */
export function lateStatement<Row, Parameters extends SQLQueryBindings[]>(
  prepare: () => Statement<Row, Parameters>,
): Statement<Row, Parameters> {
  const late: Pick<Statement<Row, Parameters>, "all" | "get" | "iterate" | "run"> = {
    all: (...parameters) => ready().all(...parameters),
    get: (...parameters) => ready().get(...parameters),
    iterate: (...parameters) => ready().iterate(...parameters),
    run: (...parameters) => ready().run(...parameters),
  };
  let made: Statement<Row, Parameters> | null = null;
  const ready = () => {
    if (made) return made;
    const statement = prepare();
    made = statement;
    // From now on a call goes straight to it.
    late.all = statement.all.bind(statement);
    late.get = statement.get.bind(statement);
    late.iterate = statement.iterate.bind(statement);
    late.run = statement.run.bind(statement);
    return statement;
  };
  return late as Statement<Row, Parameters>;
}

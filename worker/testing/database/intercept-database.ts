/** Gets the SQL of each statement of one call to D1, and the function that makes the call. */
type OnCall = <Answer>(sql: string[], call: () => Promise<Answer>) => Promise<Answer>;

/** Wraps a database, so that a test decides what happens to each call: a single statement or a batch. */
export function interceptDatabase(d1: D1Database, onCall: OnCall): D1Database {
  const originals = new WeakMap<
    D1PreparedStatement,
    { sql: string; statement: D1PreparedStatement }
  >();

  function wrap(sql: string, statement: D1PreparedStatement): D1PreparedStatement {
    const intercept =
      <Args extends unknown[], Answer>(method: (...args: Args) => Promise<Answer>) =>
      (...args: Args) =>
        onCall([sql], () => method.apply(statement, args));
    const wrapped = {
      bind: (...values: unknown[]) => wrap(sql, statement.bind(...values)),
      all: intercept(statement.all),
      run: intercept(statement.run),
      first: intercept(statement.first),
      raw: intercept(statement.raw),
    } as D1PreparedStatement;
    originals.set(wrapped, { sql, statement });
    return wrapped;
  }

  return {
    prepare: (sql: string) => wrap(sql, d1.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) => {
      const found = statements.map((statement) => originals.get(statement)!);
      return onCall(
        found.map(({ sql }) => sql),
        () => d1.batch(found.map(({ statement }) => statement)),
      );
    },
  } as D1Database;
}

/** The statements that ran, and the rows that D1 bills for, from the `meta` of its results. */
export type RowCount = { statements: number; read: number; written: number };

/**
 * Wraps a database to count rows. `raw()` returns no `meta`, so the wrapper calls `all()` instead. For reads it also
 * calls `raw()`, because `all()` loses a column if two have the same name.
 * @returns the wrapped database, and `take`, which returns the count since its last call
 */
export function createCountingD1(d1: D1Database): { d1: D1Database; take(): RowCount } {
  let count: RowCount = { statements: 0, read: 0, written: 0 };
  const originalStatements = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

  function addToCount<Result extends D1Result>(results: Result[]): Result[] {
    for (const { meta } of results) {
      count.statements++;
      count.read += meta.rows_read;
      count.written += meta.rows_written;
    }
    return results;
  }

  function wrap(sql: string, statement: D1PreparedStatement): D1PreparedStatement {
    const all = async () => addToCount([await statement.all()])[0]!;
    const wrapped = {
      bind: (...values: unknown[]) => wrap(sql, statement.bind(...values)),
      all,
      run: all,
      first: async (column?: string) => {
        const row = (await all()).results[0] ?? null;
        return column === undefined ? row : (row?.[column] ?? null);
      },
      raw: async () => {
        const { results } = await all();
        return /^\s*select/i.test(sql) ? statement.raw() : results.map((row) => Object.values(row));
      },
    } as unknown as D1PreparedStatement;
    originalStatements.set(wrapped, statement);
    return wrapped;
  }

  const counting = {
    prepare: (sql: string) => wrap(sql, d1.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) =>
      addToCount(
        await d1.batch(
          statements.map((statement) => originalStatements.get(statement) ?? statement),
        ),
      ),
  } as unknown as D1Database;

  return {
    d1: counting,
    take() {
      const taken = count;
      count = { statements: 0, read: 0, written: 0 };
      return taken;
    },
  };
}

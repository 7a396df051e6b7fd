/** What D1 bills for, as its own `meta` says. */
export type RowCount = { read: number; written: number };

/**
 * The same database, counting. `raw()` gives no `meta`, so `all()` is asked instead; where two columns share a name,
 * which only a read has, `all()` would lose one, and `raw()` is asked as well.
 * @returns the database, and the rows since they were last taken
 */
export function countRows(d1: D1Database): { d1: D1Database; take(): RowCount } {
  let count: RowCount = { read: 0, written: 0 };
  const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

  function add<Result extends D1Result>(results: Result[]): Result[] {
    for (const { meta } of results) {
      count.read += meta.rows_read;
      count.written += meta.rows_written;
    }
    return results;
  }

  function wrap(sql: string, statement: D1PreparedStatement): D1PreparedStatement {
    const all = async () => add([await statement.all()])[0]!;
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
    inner.set(wrapped, statement);
    return wrapped;
  }

  const counting = {
    prepare: (sql: string) => wrap(sql, d1.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) =>
      add(await d1.batch(statements.map((statement) => inner.get(statement) ?? statement))),
  } as unknown as D1Database;

  return {
    d1: counting,
    take() {
      const taken = count;
      count = { read: 0, written: 0 };
      return taken;
    },
  };
}

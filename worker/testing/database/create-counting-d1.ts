/** The statements that ran, and the rows that D1 bills for, from the `meta` of its results. */
export type RowCount = { statements: number; read: number; written: number };

/** Returns what a statement does, and to which table, such as `insert orders`. A read is named after its first table. */
function classify(sql: string): string {
  const write = /^\s*(insert|update|delete)\b(?:\s+or\s+\w+)?(?:\s+into|\s+from)?\s+"?(\w+)/i.exec(
    sql,
  );
  if (write) return `${write[1]!.toLowerCase()} ${write[2]}`;
  return `select ${/\bfrom\s+"?(\w+)/i.exec(sql)?.[1] ?? "nothing"}`;
}

/**
 * Wraps a database to count rows. `raw()` returns no `meta`, so the wrapper calls `all()` instead. For reads it also
 * calls `raw()`, because `all()` loses a column if two have the same name.
 * @returns the wrapped database; `take`, which returns the count since its last call; and `takeClasses`, which returns
 *   the counts of what the statements did since its own last call, such as those of `insert orders`
 */
export function createCountingD1(d1: D1Database): {
  d1: D1Database;
  take(): RowCount;
  takeClasses(): Map<string, RowCount>;
} {
  let total = noRows();
  let classes = new Map<string, RowCount>();
  const originals = new WeakMap<D1PreparedStatement, { sql: string; bound: D1PreparedStatement }>();

  function addToCount<Result extends D1Result>(texts: string[], results: Result[]): Result[] {
    for (const [at, { meta }] of results.entries()) {
      const name = classify(texts[at]!);
      const ofClass = classes.get(name) ?? noRows();
      classes.set(name, ofClass);
      for (const count of [total, ofClass]) {
        count.statements++;
        count.read += meta.rows_read;
        count.written += meta.rows_written;
      }
    }
    return results;
  }

  function wrap(sql: string, statement: D1PreparedStatement): D1PreparedStatement {
    const all = async () => addToCount([sql], [await statement.all()])[0]!;
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
    originals.set(wrapped, { sql, bound: statement });
    return wrapped;
  }

  const counting = {
    prepare: (sql: string) => wrap(sql, d1.prepare(sql)),
    batch: async (statements: D1PreparedStatement[]) => {
      const given = statements.map((statement) => originals.get(statement)!);
      return addToCount(
        given.map(({ sql }) => sql),
        await d1.batch(given.map(({ bound }) => bound)),
      );
    },
  } as unknown as D1Database;

  return {
    d1: counting,
    take() {
      const taken = total;
      total = noRows();
      return taken;
    },
    takeClasses() {
      const taken = classes;
      classes = new Map();
      return taken;
    },
  };
}

const noRows = (): RowCount => ({ statements: 0, read: 0, written: 0 });

import { openDatabase, type Database } from "../../db/client.ts";

/** Wraps a database so that it counts statements and the rows that D1 bills as read. */
export function countReads(d1: D1Database): {
  db: Database;
  usage: { statements: number; rowsRead: number };
} {
  const usage = { statements: 0, rowsRead: 0 };
  const inner = new WeakMap<D1PreparedStatement, D1PreparedStatement>();
  const add = ({ meta }: D1Result) => {
    usage.statements++;
    usage.rowsRead += meta.rows_read;
  };
  const counting = (statement: D1PreparedStatement): D1PreparedStatement => {
    const all = async () => {
      const result = await statement.all();
      add(result);
      return result;
    };
    const wrapped = {
      bind: (...values: unknown[]) => counting(statement.bind(...values)),
      all,
      first: async (column?: string) => {
        const row = ((await all()).results[0] ?? null) as Record<string, unknown> | null;
        return column === undefined ? row : (row?.[column] ?? null);
      },
      // Drizzle reads with `raw`, whose result has no `meta`, so run the statement once more with `all`.
      raw: async () => {
        await all();
        return statement.raw();
      },
    } as unknown as D1PreparedStatement;
    inner.set(wrapped, statement);
    return wrapped;
  };
  const wrapped = {
    prepare: (query: string) => counting(d1.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await d1.batch(statements.map((each) => inner.get(each) ?? each));
      results.forEach(add);
      return results;
    },
  };
  return { db: openDatabase(wrapped as unknown as D1Database), usage };
}

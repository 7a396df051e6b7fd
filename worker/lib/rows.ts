/**
 * Returns the rows of `after` that are new or differ from the row with the same key in `before`, so that a sync without
 * changes writes nothing. Rows must be flat: values are compared with `===`.
 */
export function changedRows<Row extends Record<string, unknown>>(
  before: Row[],
  after: Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const rowsByKey = new Map(before.map((row) => [keyOf(row), row]));
  return after.filter((row) => {
    const old = rowsByKey.get(keyOf(row));
    return !old || Object.keys(row).some((name) => row[name] !== old[name]);
  });
}

/** Returns the names of the fields whose values differ. */
export function findChangedFields<Fields extends Record<string, unknown>>(
  row: Fields,
  fields: Fields,
): string[] {
  return Object.keys(fields).filter((name) => row[name] !== fields[name]);
}

/** Compares rows by time, the oldest first; of one time, by id. */
export const byTime = (
  a: { id: string; createdAt: number },
  b: { id: string; createdAt: number },
): number => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

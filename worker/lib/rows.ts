/**
 * The rows of `after` that are new or differ from their namesake in `before`, so that a sync that learns nothing
 * writes nothing. Rows are flat: values are compared as they are.
 */
export function changedRows<Row extends Record<string, unknown>>(
  before: Row[],
  after: Row[],
  keyOf: (row: Row) => string,
): Row[] {
  const known = new Map(before.map((row) => [keyOf(row), row]));
  return after.filter((row) => {
    const old = known.get(keyOf(row));
    return !old || Object.keys(row).some((name) => row[name] !== old[name]);
  });
}

/** The names of the facts that a row has otherwise. */
export function differences<Facts extends Record<string, unknown>>(
  row: Facts,
  facts: Facts,
): string[] {
  return Object.keys(facts).filter((name) => row[name] !== facts[name]);
}

/** What two members changed at the same field. Paths lead through objects and rows: `prices.prc_1.amountMinor`. */
export type FieldConflict = { path: string; mine: unknown; theirs: unknown };

/** What became of an edit whose thing was saved by another member meanwhile. */
export type Merge<Values> = {
  /** Their version with the changes of this edit. At a conflict, this edit's value. */
  merged: Values;
  /** The fields that they changed and this edit did not. */
  taken: string[];
  conflicts: FieldConflict[];
};

/** Brings rows up to date: which ones there are, and those that only one member changed. */
export type MergeRows<Row> = (mine: Row[], base: Row[], theirs: Row[]) => Row[];

type Rows = { key: string }[];

/** What only says which version it is. It is always taken from the newest version. */
const versionFields = new Set(["version", "updatedAt"]);

const isSame = (a: unknown, b: unknown) => toComparable(a) === toComparable(b);

/** The same text for the same value, in any order of its fields. */
const toComparable = (value: unknown) =>
  JSON.stringify(value, (_, each: unknown) =>
    isRecord(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Brings an edit up to date, field by field, after another member saved theirs.
 * @param base the values that the edit began from
 * @param rows how lists of rows are merged, by the name of the value; other lists are one field
 */
export function mergeEdits<Values extends object>(
  versions: { base: Values; mine: Values; theirs: Values },
  rows: {
    [Name in keyof Values]?: Values[Name] extends (infer Row)[] ? MergeRows<Row> : never;
  } = {},
): Merge<Values> {
  const taken: string[] = [];
  const conflicts: FieldConflict[] = [];
  const mergers = rows as Record<string, MergeRows<{ key: string }> | undefined>;

  const merge = (path: string, base: unknown, mine: unknown, theirs: unknown): unknown => {
    if (isSame(base, theirs) || versionFields.has(path.split(".").at(-1)!))
      return isSame(base, theirs) ? mine : theirs;
    const mergeRows = mergers[path];
    if (mergeRows) return mergeList(path, mergeRows, base as Rows, mine as Rows, theirs as Rows);
    if (isRecord(mine) && isRecord(theirs)) {
      const from = isRecord(base) ? base : {};
      const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
      const entries = [...names].map((name) => [
        name,
        merge(path === "" ? name : `${path}.${name}`, from[name], mine[name], theirs[name]),
      ]);
      return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    }
    if (isSame(mine, base)) taken.push(path);
    else if (!isSame(mine, theirs)) conflicts.push({ path, mine, theirs });
    return isSame(mine, base) ? theirs : mine;
  };

  const mergeList = (
    path: string,
    mergeRows: MergeRows<{ key: string }>,
    base: Rows,
    mine: Rows,
    theirs: Rows,
  ) => {
    const find = (list: Rows, key: string) => list.find((row) => row.key === key);
    const before = [taken.length, conflicts.length];
    const merged = mergeRows(mine, base, theirs).map((row) => {
      const [was, changed, current] = [base, mine, theirs].map((list) => find(list, row.key));
      return was && changed && current ? merge(`${path}.${row.key}`, was, changed, current) : row;
    });
    // Rows were added, removed or moved.
    if (before[0] === taken.length && before[1] === conflicts.length) taken.push(path);
    return merged;
  };

  const merged = merge("", versions.base, versions.mine, versions.theirs) as Values;
  return { merged, taken, conflicts };
}

/** Returns values with what another member saved at one path. */
export function takeTheirs<Values>(values: Values, { path, theirs }: FieldConflict): Values {
  const set = (at: unknown, names: string[]): unknown => {
    const [name, ...rest] = names;
    if (name === undefined) return theirs;
    if (Array.isArray(at))
      return (at as Rows).map((row) => (row.key === name ? set(row, rest) : row));
    const { [name]: value, ...others } = at as Record<string, unknown>;
    const next = set(value ?? {}, rest);
    return next === undefined ? others : { ...others, [name]: next };
  };
  return set(values, path.split(".")) as Values;
}

/** Returns the values that differ from these. */
export function findEdits<Values extends object>(
  values: Partial<Values>,
  base: Values,
): Partial<Values> {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !isSame(value, base[name as keyof Values])),
  ) as Partial<Values>;
}

import { readAgain } from "./read-again.ts";

/** The database of a shop, here or in an account. */
export type ShopDatabase = Pick<D1Database, "prepare" | "batch">;

/**
 * Tables that no backup has, and why a restored shop needs none of their rows. Migrations make the tables, and fill
 * those that are fixed.
 */
export const leftOut: Record<string, string> = {
  search_texts: "triggers write them with the users and products",
  search_parts: "triggers write them with the texts",
  search_positions: "a migration fills it",
  letter_folds: "a migration fills it",
  event_payloads: "payloads of Stripe's events are only displayed, and Stripe has them for 30 days",
  packing_pauses: "the backup itself writes it",
  product_leases: "a lease is over when its worker is gone",
};

/** How far a restore is. The table exists while one is under way. */
export const PROGRESS_TABLE = "unfinished_restore";

/** The same table from when the shop is open until the restore has ended: newer migrations and a comparison are left. */
export const OPENED_TABLE = "opened_restore";

/** No tables of the shop. The first two are in the manifest. */
const others = new Set(["d1_migrations", "sqlite_sequence", PROGRESS_TABLE, OPENED_TABLE]);

/** A table of the database, and how its rows are read and written. */
export type Table = {
  name: string;
  columns: string[];
  integers: string[];
  /** Which rowids its rows have is kept, because other rows may refer to them. False: the table has none. */
  hasRowid: boolean;
  /** The column that is the rowid; null if no column is. */
  rowidColumn: string | null;
  /** The columns of the primary key, or of a table without one `rowid`. */
  key: string[];
  /** The tables that its rows refer to. */
  parents: string[];
  /** The user whom a row belongs to, as SQL of the alias `t`; null if the rows are the shop's. */
  owner: string | null;
  /** Finds the rows of users as SQL of the alias `t`; `users` is a query of their ids. */
  ownedBy(users: string): string;
};

type Column = { name: string; type: string; pk: number };
type Reference = { table: string; from: string };

/** Columns that refer to a table without a foreign key. The first one that a table has leads to the user. */
const impliedReferences: Record<string, string> = {
  customer_id: "customers",
  subscription_id: "subscriptions",
};

/** Reads which tables a database has, in the order in which rows can be inserted: parents first. */
export async function describeTables(db: ShopDatabase): Promise<Table[]> {
  const query = db.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'",
  );
  const { results } = await readAgain(() => query.all<{ name: string; sql: string }>());
  const stored = results.filter(({ name }) => !others.has(name) && !(name in leftOut));
  if (stored.length === 0) return [];
  const queries = stored.flatMap(({ name }) => [
    db.prepare(`SELECT name, type, pk FROM pragma_table_info('${name}')`),
    db.prepare(`SELECT "table", "from" FROM pragma_foreign_key_list('${name}')`),
  ]);
  const answers = await readAgain(() => db.batch(queries));
  const facts = stored.map((table, at) => ({
    ...table,
    columns: answers[2 * at]!.results as Column[],
    references: answers[2 * at + 1]!.results as Reference[],
  }));
  const withUser = new Set(
    facts
      .filter(({ columns }) => columns.some(({ name }) => name === "user_id"))
      .map(({ name }) => name),
  );
  return sortParentsFirst(facts.map((table) => describe(table, withUser)));
}

function describe(
  table: { name: string; sql: string; columns: Column[]; references: Reference[] },
  withUser: ReadonlySet<string>,
): Table {
  const { name, columns, references } = table;
  const primary = columns.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk);
  const [first] = primary;
  const hasRowid = !/\)\s*WITHOUT ROWID/i.test(table.sql);
  const isAlias = hasRowid && primary.length === 1 && first?.type.toUpperCase() === "INTEGER";
  return {
    name,
    columns: columns.map((column) => column.name),
    integers: columns.filter(({ type }) => /int/i.test(type)).map((column) => column.name),
    hasRowid,
    rowidColumn: isAlias ? first.name : null,
    key: primary.length > 0 ? primary.map((column) => column.name) : ["rowid"],
    parents: [...new Set(references.map((each) => each.table))].filter((parent) => parent !== name),
    ...findOwner(table, withUser),
  };
}

function findOwner(
  { name, columns, references }: { name: string; columns: Column[]; references: Reference[] },
  withUser: ReadonlySet<string>,
): Pick<Table, "owner" | "ownedBy"> {
  const direct = (column: string) => ({
    owner: `t."${column}"`,
    ownedBy: (users: string) => `t."${column}" IN (${users})`,
  });
  if (name === "users") return direct("id");
  if (columns.some((column) => column.name === "user_id")) return direct("user_id");
  const implied = Object.entries(impliedReferences).flatMap(([from, table]) =>
    columns.some((column) => column.name === from) ? [{ table, from }] : [],
  );
  const all = [...references, ...implied];
  const toUser = all.find(({ table }) => table === "users");
  if (toUser) return direct(toUser.from);
  const through = all.find(({ table }) => withUser.has(table));
  if (!through) return { owner: null, ownedBy: () => "0" };
  const { table, from } = through;
  return {
    owner: `(SELECT user_id FROM "${table}" WHERE id = t."${from}")`,
    ownedBy: (users) => `t."${from}" IN (SELECT id FROM "${table}" WHERE user_id IN (${users}))`,
  };
}

function sortParentsFirst(tables: Table[]): Table[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const sorted = new Set<Table>();
  const add = (table: Table, path: string[]) => {
    if (sorted.has(table)) return;
    if (path.includes(table.name))
      throw new Error(`The tables ${path.join(", ")} refer to each other in a circle`);
    for (const parent of table.parents) {
      const found = byName.get(parent);
      if (found) add(found, [...path, table.name]);
    }
    sorted.add(table);
  };
  for (const table of tables) add(table, []);
  return [...sorted];
}

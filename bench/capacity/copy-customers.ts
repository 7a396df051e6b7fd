import { DAY } from "../../worker/lib/time.ts";

/** Where a copy's own characters go; no text of the shop has it. */
const TOKEN = "~~~~~~~";
/** Tables whose rows belong to the shop: what they name isn't copied. */
const TABLES_OF_SHOP = [
  "api_keys",
  "benefits",
  "benefit_pages",
  "cursors",
  "d1_migrations",
  "files",
  "file_versions",
  "health_signals",
  "letter_folds",
  "pages",
  "prices",
  "product_benefits",
  "products",
  "search_positions",
  "settings",
  "sweeps",
  "switches",
];
/** Triggers write the first two; an incident is none of every customer. */
const NOT_COPIED = ["search_texts", "search_parts", "incidents"];
/** An id of ours or of Stripe's, but not one of a request or an account, which have rows of several customers. */
const ID = /\b(?!req_|acct_)[a-z]{2,4}_(?:test_)?[A-Za-z0-9]{14,}/g;
/**
 * So many copies are as random as real ids are, so that indexes take as much room as in a shop. Those after them follow
 * one another: with random ones, each new row changes another page of each index, and a million take half a day.
 */
const RANDOM_COPIES = 2500;
/** How many at once. A page that a statement has changed is slow to find again after many others. */
const COPIES_PER_STATEMENT = 250;

type Row = Record<string, string | number | null>;
type Table = { name: string; columns: string[]; rows: Row[] };

/**
 * Prepares to copy the customers of the database, with everything that belongs to them. A copy's ids, email and unique
 * texts are of the same length and as random as the original's, and its times differ by up to a day. So a large shop's
 * rows are those that the Worker wrote for a small one, whatever the schema is.
 * @returns a function that adds copies until there are `count` customers
 */
export async function prepareCopies(
  db: D1Database,
): Promise<(count: number, onStep?: (customers: number) => void) => Promise<void>> {
  const tables = await sortByReference(db, await readTables(db));
  const owned = findOwnedRows(tables).filter(({ rows }) => rows.length > 0);
  const originals = owned.find(({ name }) => name === "users")!.rows.length;
  const statements: string[] = [];
  for (const table of owned) statements.push(await prepareTable(db, table));
  let copies = 0;
  return async (count, onStep) => {
    const enough = Math.ceil(count / originals) - 1;
    while (copies < enough) {
      const [from, to] = [copies + 1, Math.min(copies + COPIES_PER_STATEMENT, enough)];
      await db.batch(statements.map((statement) => db.prepare(statement).bind(from, to)));
      copies = to;
      onStep?.((copies + 1) * originals);
    }
  };
}

/** Keeps a table's rows for the copies. @returns the statement that inserts the copies ?1 to ?2 */
async function prepareTable(db: D1Database, { name, columns, rows }: Table): Promise<string> {
  const { results: types } = await db
    .prepare(`SELECT name, type, pk FROM pragma_table_info('${name}')`)
    .all<{ name: string; type: string; pk: number }>();
  const source = `copy_of_${name}`;
  await db.batch([
    db.prepare(`CREATE TABLE ${source} (${columns.map(quote).join(", ")})`),
    ...rows.map((row) =>
      db
        .prepare(`INSERT INTO ${source} VALUES (${columns.map(() => "?").join(", ")})`)
        .bind(...columns.map((column) => row[column] ?? null)),
    ),
  ]);
  const isInteger = ({ type }: { type: string }) => type.toUpperCase() === "INTEGER";
  // SQLite gives out a number that is the key.
  const copied = types.filter((column) => column.pk !== 1 || !isInteger(column));
  const values = copied.map((column) => {
    if (column.name === "pack_id")
      return `(SELECT id FROM payment_packs WHERE customer_id = replace(pack_id, '${TOKEN}', token))`;
    if (!isInteger(column)) return `replace(${quote(column.name)}, '${TOKEN}', token)`;
    return column.name.endsWith("_at") ? `${quote(column.name)} + shift` : quote(column.name);
  });
  // The numbers times a large odd one, modulo a power of two, are all different, and in no order.
  return `INSERT INTO ${name} (${copied.map((column) => quote(column.name)).join(", ")})
    WITH RECURSIVE numbers(i) AS (SELECT ?1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?2),
      copies AS MATERIALIZED (SELECT
        CASE WHEN i <= ${RANDOM_COPIES} THEN printf('%07x', (i * 2654435761) & 268435455)
          ELSE 'z' || printf('%06x', i) END AS token,
        (i * 3457) % ${DAY} AS shift FROM numbers)
    SELECT ${values.join(", ")} FROM copies CROSS JOIN ${source}`;
}

async function readTables(db: D1Database): Promise<Table[]> {
  const { results } = await db
    .prepare(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' ORDER BY rowid`,
    )
    .all<{ name: string }>();
  const tables: Table[] = [];
  for (const { name } of results) {
    if (NOT_COPIED.includes(name)) continue;
    const { results: rows } = await db.prepare(`SELECT * FROM ${name}`).all<Row>();
    tables.push({ name, columns: Object.keys(rows[0] ?? {}), rows });
  }
  // What refers to a pack by its number names the pack's customer instead, and is copied after the packs.
  const packs = tables.find(({ name }) => name === "payment_packs")?.rows ?? [];
  const customerOf = new Map(packs.map((row) => [row["id"], row["customer_id"] ?? null]));
  const refersToPack = ({ columns }: Table) => columns.includes("pack_id");
  for (const { rows } of tables.filter(refersToPack))
    for (const row of rows) row["pack_id"] = customerOf.get(row["pack_id"]!) ?? null;
  return [...tables.filter((table) => !refersToPack(table)), ...tables.filter(refersToPack)];
}

/**
 * Puts each table behind those that it refers to. In another order, SQLite looks through whole tables for rows that wait
 * for a new one.
 */
async function sortByReference(db: D1Database, tables: Table[]): Promise<Table[]> {
  const sorted = new Set<Table>();
  const add = async (table: Table) => {
    if (sorted.has(table)) return;
    const { results } = await db
      .prepare(`SELECT "table" AS name FROM pragma_foreign_key_list('${table.name}')`)
      .all<{ name: string }>();
    for (const { name } of results) {
      const parent = tables.find((each) => each.name === name);
      if (parent && parent !== table) await add(parent);
    }
    sorted.add(table);
  };
  for (const table of tables) await add(table);
  return [...sorted];
}

/**
 * Returns each table's rows that belong to one customer, with `TOKEN` in place of the last characters of everything that
 * must differ in a copy: ids, and texts in unique columns.
 * @throws Error if a row names two customers
 */
function findOwnedRows(tables: Table[]): Table[] {
  const shared = new Set<string>();
  for (const { name, rows } of tables)
    if (TABLES_OF_SHOP.includes(name)) for (const id of rows.flatMap(listIds)) shared.add(id);
  const owners = new Map<string, string>();
  for (const { id } of tables.find(({ name }) => name === "users")!.rows)
    owners.set(String(id), String(id));
  const rest = tables
    .filter(({ name }) => !TABLES_OF_SHOP.includes(name))
    .flatMap(({ name, rows }) => rows.map((row) => ({ name, row, ids: listIds(row) })));
  // A row's other ids belong to the customer that it names, and rows with those ids, too.
  for (let known = -1; known !== owners.size;) {
    known = owners.size;
    for (const { name, row, ids } of rest) {
      const own = ids.filter((id) => !shared.has(id));
      const found = new Set(own.flatMap((id) => owners.get(id) ?? []));
      if (found.size > 1)
        throw new Error(`A row of ${name} names two customers: ${JSON.stringify(row)}`);
      const [owner] = found;
      if (owner) for (const id of own) owners.set(id, owner);
    }
  }
  return tables
    .filter(({ name }) => !TABLES_OF_SHOP.includes(name))
    .map(({ name, columns, rows }) => ({
      name,
      columns,
      rows: rows
        .filter((row) => listIds(row).some((id) => owners.has(id)))
        .map((row) => markRow(row, owners)),
    }));
}

const listIds = (row: Row): string[] =>
  Object.values(row).flatMap((value) => (typeof value === "string" ? (value.match(ID) ?? []) : []));

/** Unique texts that are no ids: hashes, keys of licenses, keys of emails, parts of an address, subjects. */
const UNIQUE_TEXT = /(hash|^key|dedupe_key|subject|number|fingerprint|r2_key)$/;

function markRow(row: Row, owners: Map<string, string>): Row {
  const markEnd = (text: string) => `${text.slice(0, -TOKEN.length)}${TOKEN}`;
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (typeof value !== "string") return [column, value];
      // The last characters of these tell the customer's invoices apart, the first ones the customer.
      if (column === "invoice_number") return [column, TOKEN + value.slice(TOKEN.length)];
      if (column === "email") return [column, value.replace(/@/, `.${TOKEN}@`)];
      const marked = value.replaceAll(ID, (id) => (owners.has(id) ? markEnd(id) : id));
      const isOther = UNIQUE_TEXT.test(column) && marked === value && value.length > TOKEN.length;
      return [column, isOther ? markEnd(value) : marked];
    }),
  );
}

const quote = (name: string): string => `"${name}"`;

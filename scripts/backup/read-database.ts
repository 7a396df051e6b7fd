import type { TableBackup } from "./manifest.ts";
import { PartWriter, type Part } from "./parts.ts";
import { readAgain } from "./read-again.ts";
import { isAfter, readPages, selectRows, toStoredRow, type Position } from "./rows.ts";
import type { Storage } from "./storage.ts";
import { describeTables, type ShopDatabase, type Table } from "./tables.ts";

/** As many users are read again in one batch. */
const USERS_PER_BATCH = 25;
/** After so many rounds, the last batch takes all users that are left, however many. */
const MAX_ROUNDS = 10;
/** A table of the shop that is not larger is read at once, in the last batch. */
const SMALL_TABLE = { rows: 1000, bytes: 256_000 };

/** Totals that no job computes again, and that change when a payment leaves its pack: read at once, however many. */
const TOTALS = "packed_totals";

/** The database as it was when the last batch ran. */
export type ReadDatabase = {
  tables: TableBackup[];
  rounds: string[][];
  sequences: Record<string, number>;
  migrations: string[];
  /** The last event of the feed. */
  sequence: number;
};

type Progress = (line: string) => void;

/** What the pages of a table gave. */
type PagedTable = { table: Table; rows: number; bytes: number; last: Position; parts: Part[] };

/**
 * Reads a database that goes on being written to, and writes it as it was at one moment: when the last batch ran, which
 * is one transaction. A page is read at another time than the next one, so what changed since is read again: the feed
 * names each user to whom something happened.
 *
 * 1. Every table is read page by page, children before parents, so that what a row refers to is there, too.
 * 2. All rows of the users in newer events of the feed are read again, some users at a time, until few are left.
 * 3. The last batch has the rest: these users, all rows that are newer than the last page of their table, and all rows
 *    of small tables, such as products and settings.
 *
 * Of what the feed does not record (the time of a session, the count of a download), a row is as old as its page.
 * @param path where the parts are written, with a slash at the end
 */
export async function readDatabase(
  db: ShopDatabase,
  storage: Storage,
  path: string,
  progress: Progress,
): Promise<ReadDatabase> {
  const tables = await describeTables(db);
  let since = await readLastSequence(db);
  const paged: PagedTable[] = [];
  for (const table of tables.toReversed())
    paged.push(await readTable(db, storage, { table, path, progress }));

  const changes = new Changes(storage, path);
  const rounds: string[][] = [];
  for (;;) {
    const { users, sequence } = await listChangedUsers(db, since);
    if (users.length <= USERS_PER_BATCH || rounds.length === MAX_ROUNDS) break;
    progress(`Reading ${users.length} users again, who changed meanwhile …`);
    for (let at = 0; at < users.length; at += USERS_PER_BATCH)
      await readUsersAgain(db, changes, {
        tables,
        users: users.slice(at, at + USERS_PER_BATCH),
        round: rounds.length,
      });
    rounds.push(users);
    since = sequence;
  }
  const round = rounds.length;
  const { users, ...last } = await readLastBatch(db, changes, { paged, since, round });
  return {
    ...last,
    rounds: [...rounds, users],
    tables: await Promise.all(
      paged.toReversed().map(async (each) => {
        const isReadAtOnce = isSmall(each);
        return {
          name: each.table.name,
          columns: each.table.columns,
          rows: each.rows,
          parts: isReadAtOnce ? [] : each.parts,
          changes: await changes.end(each.table),
          isReadAtOnce,
        };
      }),
    ),
  };
}

const isSmall = ({ table, rows, bytes }: PagedTable) =>
  table.name === TOTALS ||
  (table.owner === null && rows <= SMALL_TABLE.rows && bytes <= SMALL_TABLE.bytes);

/** The last event of the feed; 0 if there is none. */
export async function readLastSequence(db: ShopDatabase): Promise<number> {
  const row = await db
    .prepare("SELECT coalesce(max(sequence), 0) AS sequence FROM feed_events")
    .first<{ sequence: number }>();
  return row?.sequence ?? 0;
}

/** Returns to whom something happened after an event, and the last event. */
export async function listChangedUsers(
  db: ShopDatabase,
  since: number,
): Promise<{ users: string[]; sequence: number }> {
  const [last, changed] = await db.batch([
    db.prepare("SELECT coalesce(max(sequence), 0) AS sequence FROM feed_events"),
    db.prepare(changedUsers).bind(since),
  ]);
  return {
    sequence: (last!.results as { sequence: number }[])[0]!.sequence,
    users: (changed!.results as { user_id: string }[]).map((row) => row.user_id),
  };
}

const changedUsers =
  "SELECT DISTINCT user_id FROM feed_events WHERE sequence > ? AND user_id IS NOT NULL";

async function readTable(
  db: ShopDatabase,
  storage: Storage,
  { table, path, progress }: { table: Table; path: string; progress: Progress },
): Promise<PagedTable> {
  const writer = new PartWriter(storage, `${path}tables/${table.name}`);
  const read = { table, rows: 0, bytes: 0, last: null as Position };
  for await (const { rows, last } of readPages(db, table)) {
    for (const { owner, row } of rows) {
      await writer.add(`{"u":${JSON.stringify(owner)},"r":${row}}`);
      read.bytes += row.length;
    }
    read.rows += rows.length;
    read.last = last;
  }
  const parts = await writer.end();
  if (read.rows > 0) progress(`${table.name}: ${read.rows.toLocaleString("en")} rows`);
  return { ...read, parts };
}

/** Rows that were read again, by table. */
class Changes {
  readonly #writers = new Map<string, PartWriter>();

  readonly #storage: Storage;
  readonly #path: string;

  constructor(storage: Storage, path: string) {
    this.#storage = storage;
    this.#path = path;
  }

  async add(table: Table, round: number, answers: Record<string, unknown>[]): Promise<void> {
    let writer = this.#writers.get(table.name);
    if (!writer) {
      writer = new PartWriter(this.#storage, `${this.#path}changes/${table.name}`);
      this.#writers.set(table.name, writer);
    }
    for (const answer of answers) {
      const { owner, row, key } = toStoredRow(table, answer);
      await writer.add(
        `{"n":${round},"u":${JSON.stringify(owner)},"k":${JSON.stringify(key)},"r":${row}}`,
      );
    }
  }

  end = async (table: Table): Promise<Part[]> => (await this.#writers.get(table.name)?.end()) ?? [];
}

async function readUsersAgain(
  db: ShopDatabase,
  changes: Changes,
  { tables, users, round }: { tables: Table[]; users: string[]; round: number },
): Promise<void> {
  const owned = tables.filter(({ owner }) => owner !== null);
  const queries = owned.map((table) =>
    db
      .prepare(`${selectRows(table)} WHERE ${table.ownedBy("SELECT value FROM json_each(?)")}`)
      .bind(JSON.stringify(users)),
  );
  const answers = await readAgain(() => db.batch(queries));
  for (const [at, table] of owned.entries())
    await changes.add(table, round, answers[at]!.results as Record<string, unknown>[]);
}

/** Reads what is left, in one transaction: the backup shows the moment at which it runs. */
async function readLastBatch(
  db: ShopDatabase,
  changes: Changes,
  { paged, since, round }: { paged: PagedTable[]; since: number; round: number },
): Promise<Pick<ReadDatabase, "sequences" | "migrations" | "sequence"> & { users: string[] }> {
  const [facts, answers] = await batchOf(
    db,
    [
      db.prepare("SELECT name FROM d1_migrations ORDER BY name"),
      db.prepare("SELECT name, seq FROM sqlite_sequence"),
      db.prepare("SELECT coalesce(max(sequence), 0) AS sequence FROM feed_events"),
      db.prepare(changedUsers).bind(since),
    ],
    paged.map((each) => selectLast(db, each, since)),
  );
  for (const [at, { table }] of paged.entries()) await changes.add(table, round, answers[at]!);
  const [migrations, sequences, last, users] = facts as [
    { name: string }[],
    { name: string; seq: number }[],
    { sequence: number }[],
    { user_id: string }[],
  ];
  return {
    migrations: migrations.map(({ name }) => name),
    sequences: Object.fromEntries(
      sequences.filter(({ name }) => name !== "d1_migrations").map(({ name, seq }) => [name, seq]),
    ),
    sequence: last[0]!.sequence,
    users: users.map((row) => row.user_id),
  };
}

type Rows = Record<string, unknown>[];

async function batchOf(
  db: ShopDatabase,
  first: D1PreparedStatement[],
  second: D1PreparedStatement[],
): Promise<[Rows[], Rows[]]> {
  const all = await readAgain(() => db.batch([...first, ...second]));
  const answers = all.map(({ results }) => results as Rows);
  return [answers.slice(0, first.length), answers.slice(first.length)];
}

function selectLast(db: ShopDatabase, each: PagedTable, since: number): D1PreparedStatement {
  const { table, last } = each;
  if (isSmall(each)) return db.prepare(selectRows(table));
  const conditions = table.owner === null ? [] : [table.ownedBy(changedUsers)];
  const values: unknown[] = table.owner === null ? [] : [since];
  // Rows are appended to a table with rowids. In the order of a key, a new one can be anywhere.
  if (table.hasRowid || last === null) {
    conditions.push(last === null ? "1" : isAfter(table));
    values.push(...(last ?? []));
  }
  return db.prepare(`${selectRows(table)} WHERE ${conditions.join(" OR ") || "0"}`).bind(...values);
}

import type { SqlDatabase } from "../database/database.ts";

/** A TXT record. A name may have several. */
export type TextRecord = { name: string; value: string };

/** The TXT records of the DNS that the app asks. No other program sees them. */
export type Zone = {
  /** Returns the values of a name; null if it has none. */
  findTexts(name: string): string[] | null;
  /** Returns the latest 100 records, newest first. */
  listRecords(): TextRecord[];
  addRecord(record: TextRecord): void;
  /** Removes a record, or all of its name. */
  removeRecords(record: { name: string; value?: string | undefined }): void;
};

/** Opens the zone. It is in SQLite, so it survives a restart. */
export function openZone(database: SqlDatabase): Zone {
  database.exec(
    "CREATE TABLE IF NOT EXISTS text_record (name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name, value)) STRICT",
  );
  const find = database.prepare("SELECT value FROM text_record WHERE name = ?");
  const list = database.prepare(
    "SELECT name, value FROM text_record ORDER BY rowid DESC LIMIT 100",
  );
  const insert = database.prepare("INSERT OR IGNORE INTO text_record VALUES (?, ?)");
  const remove = database.prepare("DELETE FROM text_record WHERE name = ? AND value = ?");
  const removeAll = database.prepare("DELETE FROM text_record WHERE name = ?");
  return {
    findTexts(name) {
      const values = find.all(toName(name)).map(({ value }) => String(value));
      return values.length > 0 ? values : null;
    },
    listRecords: () =>
      list.all().map(({ name, value }) => ({ name: String(name), value: String(value) })),
    addRecord: ({ name, value }) => void insert.run(toName(name), value.trim()),
    removeRecords({ name, value }) {
      if (value === undefined) removeAll.run(toName(name));
      else remove.run(toName(name), value);
    },
  };
}

/** Names are compared in lower case, with or without the dot of the root. */
const toName = (name: string) => name.trim().toLowerCase().replace(/\.$/, "");

type Line = { sql: string } | { table: string; columns: string[] } | unknown[];

/**
 * Fills an empty object with the tables and rows of a file that `build-seed.ts` has written: one JSON value on each line.
 * @param change what a text becomes
 */
export async function loadRows(
  storage: DurableObjectStorage,
  file: Response,
  change: (value: unknown) => unknown,
): Promise<void> {
  if (!file.ok || !file.body) throw new Error(`The demo's data is not there: ${file.status}`);
  const text = await new Response(file.body.pipeThrough(new DecompressionStream("gzip"))).text();
  storage.transactionSync(() => {
    // The rows come table by table, in no order that references would allow.
    storage.sql.exec("PRAGMA defer_foreign_keys = ON");
    let insert = "";
    for (let from = 0; from < text.length;) {
      const to = text.indexOf("\n", from);
      const line = JSON.parse(text.slice(from, to)) as Line;
      from = to + 1;
      if (Array.isArray(line))
        storage.sql.exec(insert, ...line.map((value) => change(toBytes(value))));
      else if ("sql" in line) storage.sql.exec(line.sql);
      else
        insert = `INSERT OR REPLACE INTO "${line.table}" (${line.columns.map((name) => `"${name}"`).join(", ")}) VALUES (${line.columns.map(() => "?").join(", ")})`;
    }
  });
}

/** Bytes are written as an object with base64. */
function toBytes(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Uint8Array(Buffer.from((value as { bytes: string }).bytes, "base64")).buffer;
}

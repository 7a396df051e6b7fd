import { sql } from "drizzle-orm";
import type { Database } from "../../db/client.ts";

/** Fails where the database is unreachable or not migrated. */
export async function pingDatabase(db: Database): Promise<void> {
  await db.run(sql`SELECT 1 FROM products LIMIT 1`);
}

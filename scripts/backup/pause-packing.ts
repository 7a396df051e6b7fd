import { readAgain } from "./read-again.ts";
import type { ShopDatabase } from "./tables.ts";

/** If a backup is killed, the shop goes on packing payments after this time. */
const MAX_PAUSE_MS = 6 * 3_600_000;

const FIND_TABLE = "SELECT 1 FROM sqlite_master WHERE name = 'packing_pauses'";

/**
 * Reads while the shop packs no payments and moves no events of the feed to R2. The feed doesn't say whose rows moved
 * from one table into another, so a page of each could miss them. Purchases and syncs go on. A run that has begun is
 * aborted.
 * @param now unix milliseconds
 */
export async function pausePacking<Answer>(
  db: ShopDatabase,
  now: number,
  read: () => Promise<Answer>,
): Promise<Answer> {
  // A shop of an earlier release packs nothing.
  if (!(await readAgain(() => db.prepare(FIND_TABLE).first()))) return read();
  const until = now + MAX_PAUSE_MS;
  await db.batch([
    db.prepare("DELETE FROM packing_pauses WHERE until <= ?").bind(now),
    db.prepare("INSERT OR IGNORE INTO packing_pauses (until) VALUES (?)").bind(until),
  ]);
  try {
    return await read();
  } finally {
    await db.prepare("DELETE FROM packing_pauses WHERE until = ?").bind(until).run();
  }
}

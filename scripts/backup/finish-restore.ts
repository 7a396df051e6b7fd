import { bumpSiteVersion } from "../../worker/db/site-version.ts";
import type { Manifest } from "./manifest.ts";
import type { ShopDatabase } from "./tables.ts";

/**
 * How far the numbers of the feed jump. Programs have seen numbers that were given after the backup, to events that are
 * lost: none of them may be given again. A million is more than what a day gives in a shop of a million customers.
 */
const SEQUENCE_GAP = 1_000_000;

/** The reason of an email that was not sent because the shop was restored. */
export const RESTORED = "restored";

/**
 * Returns the statements that change what must not be as it was.
 * - Numbers that were given after the backup are not given again.
 * - Visitors get no page that was kept before.
 * - An email that was due by now may have been sent after the backup: it is not sent again. Reminders that are due later
 *   stay.
 * @param input.sequence the last event that the replaced database had recorded; 0 if unknown
 * @param input.now unix milliseconds
 */
export function finishRestore(
  db: D1Database,
  { sequences }: Manifest,
  input: { sequence: number; now: number },
): D1PreparedStatement[] {
  return [
    ...Object.entries(sequences).flatMap(([name, last]) => {
      const known = name === "feed_events" ? Math.max(last, input.sequence) : last;
      return setSequence(db, name, known + SEQUENCE_GAP);
    }),
    bumpSiteVersion(db),
    db
      .prepare(
        "UPDATE emails SET status = 'skipped', error = ? WHERE status = 'queued' AND next_attempt_at <= ?",
      )
      .bind(RESTORED, input.now),
  ];
}

/** SQLite has a row of a table only when something was inserted. */
const setSequence = (db: ShopDatabase, name: string, value: number): D1PreparedStatement[] => [
  db.prepare("DELETE FROM sqlite_sequence WHERE name = ?").bind(name),
  db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)").bind(name, value),
];

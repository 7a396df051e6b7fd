import type { DatabaseSync } from "node:sqlite";

/** The only source of time for what an account does. */
export interface Clock {
  /** Unix seconds. */
  now(): number;
  /** Moves forward by whole seconds; there is no way back. */
  advance(seconds: number): void;
}

/** Real time plus the account's offset, which survives a restart. */
export function createClock(database: DatabaseSync, key: string): Clock {
  const read = database.prepare("SELECT clock_offset AS offset FROM accounts WHERE key = ?");
  let offset = Number(read.get(key)?.offset ?? 0);
  return {
    now: () => Math.floor(Date.now() / 1000) + offset,
    advance(seconds) {
      offset += seconds;
      database.prepare("UPDATE accounts SET clock_offset = ? WHERE key = ?").run(offset, key);
    },
  };
}

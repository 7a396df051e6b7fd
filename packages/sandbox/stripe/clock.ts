import type { SqlDatabase } from "../database/database.ts";

/** A time in unix seconds, of the test clock `testClock` or, if null, of the account. */
export interface PointInTime {
  at: number;
  testClock: string | null;
}

/** The clock of an account. Everything an account does takes its time from here. */
export interface Clock {
  /** Unix seconds. */
  now(): number;
  /** The account's own time, even while a test clock is in use. Events are dated with it. Unix seconds. */
  accountNow(): number;
  /** The id of the test clock in use; null if the time is the account's own. */
  testClock(): string | null;
  /** How many seconds the account's own time is ahead of the real time. */
  offset(): number;
  /** Moves the account's time forward by whole seconds. It cannot go back. */
  advance(seconds: number): void;
  /** Runs `work` at another time: a test clock's, or the time when a job was due. */
  runAt<T>(time: PointInTime, work: () => T): T;
}

/** Returns how many seconds an account's own time is ahead of the real time. */
export function readClockOffset(database: SqlDatabase, key: string): number {
  const read = database.prepare("SELECT clock_offset AS offset FROM accounts WHERE key = ?");
  return Number(read.get(key)?.offset ?? 0);
}

/** Creates an account's clock: real time plus an offset that survives a restart. */
export function createClock(database: SqlDatabase, key: string): Clock {
  let offset = readClockOffset(database, key);
  let override: PointInTime | null = null;
  const accountNow = () => Math.floor(Date.now() / 1000) + offset;
  return {
    now: () => override?.at ?? accountNow(),
    accountNow: () => (override?.testClock === null ? override.at : accountNow()),
    testClock: () => override?.testClock ?? null,
    offset: () => offset,
    advance(seconds) {
      offset += seconds;
      database.prepare("UPDATE accounts SET clock_offset = ? WHERE key = ?").run(offset, key);
    },
    runAt(time, work) {
      const before = override;
      override = time;
      try {
        return work();
      } finally {
        override = before;
      }
    },
  };
}

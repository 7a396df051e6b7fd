import type { DatabaseSync } from "node:sqlite";

/** A point in the time of an account or, when `test` names one, of a test clock. Unix seconds. */
export interface Moment {
  at: number;
  test: string | null;
}

/** The only source of time for what an account does. */
export interface Clock {
  /** Unix seconds. */
  now(): number;
  /** The account's own time, also while a test clock's is in force: events are listed by it. */
  own(): number;
  /** The test clock whose time it is now; null in the account's own. */
  test(): string | null;
  /** Moves the account's time forward by whole seconds; there is no way back. */
  advance(seconds: number): void;
  /** Runs `work` at another moment: in the time of a test clock, or when a job was due. */
  during<T>(moment: Moment, work: () => T): T;
}

/** Real time plus the account's offset, which survives a restart. */
export function createClock(database: DatabaseSync, key: string): Clock {
  const read = database.prepare("SELECT clock_offset AS offset FROM accounts WHERE key = ?");
  let offset = Number(read.get(key)?.offset ?? 0);
  let moment: Moment | null = null;
  const own = () => Math.floor(Date.now() / 1000) + offset;
  return {
    now: () => moment?.at ?? own(),
    own: () => (moment?.test === null ? moment.at : own()),
    test: () => moment?.test ?? null,
    advance(seconds) {
      offset += seconds;
      database.prepare("UPDATE accounts SET clock_offset = ? WHERE key = ?").run(offset, key);
    },
    during(next, work) {
      const before = moment;
      moment = next;
      try {
        return work();
      } finally {
        moment = before;
      }
    },
  };
}

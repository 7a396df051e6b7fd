import type { Database } from "../../database/database.ts";
import type { Account } from "../account.ts";
import type { Job } from "../feature.ts";

interface JobEntry {
  /** Unix seconds, by the test clock if there is one, else by the account's clock. */
  dueAt: number;
  testClock: string | null;
  kind: string;
  object: string;
}

/** Scheduled jobs of all accounts. */
export interface JobQueue {
  add(account: Account, entry: JobEntry): void;
  /** Runs all jobs of one clock that are due by `until`, in order. During a job, the time is its due time. */
  runDueJobs(account: Account, testClock: string | null, until: number): void;
  /** Returns whether jobs are due by the account's own clock. */
  hasDueJobs(account: Account, until: number): boolean;
  /** Returns when the next job is due by the account's own clock (Unix seconds); null if there is none. */
  findNextDueAt(account: Account): number | null;
}

export function createJobQueue(database: Database, jobs: ReadonlyMap<string, Job>): JobQueue {
  const insert = database.prepare(
    "INSERT INTO jobs (account, due_at, kind, object, clock) VALUES (?, ?, ?, ?, ?)",
  );
  const takeNext = database.prepare(
    "DELETE FROM jobs WHERE seq = (SELECT seq FROM jobs WHERE account = ? AND clock IS ? AND due_at <= ? ORDER BY due_at, seq LIMIT 1) RETURNING kind, object, due_at AS dueAt",
  );
  const peek = database.prepare(
    "SELECT 1 FROM jobs WHERE account = ? AND clock IS NULL AND due_at <= ? LIMIT 1",
  );

  const findNext = database.prepare(
    "SELECT MIN(due_at) AS dueAt FROM jobs WHERE account = ? AND clock IS NULL",
  );

  return {
    add(account, { dueAt, testClock, kind, object }) {
      insert.run(account.key, dueAt, kind, object, testClock);
    },
    hasDueJobs: (account, until) => peek.get(account.key, until) !== undefined,
    findNextDueAt(account) {
      const dueAt = findNext.get(account.key)?.dueAt;
      return dueAt == null ? null : Number(dueAt);
    },
    runDueJobs(account, testClock, until) {
      for (
        let job = takeNext.get(account.key, testClock, until);
        job;
        job = takeNext.get(account.key, testClock, until)
      ) {
        const { kind, object, dueAt } = job;
        const run = jobs.get(String(kind));
        if (!run) throw new Error(`No job is called ${String(kind)}.`);
        // A failing job is a bug in the stand-in. It is logged and dropped, so that the account stays usable.
        try {
          database.transaction(() =>
            account.clock.runAt({ at: Number(dueAt), testClock }, () =>
              run(account, String(object)),
            ),
          );
        } catch (error) {
          console.error(`[stripe stand-in] ${String(kind)} of ${String(object)}:`, error);
        }
      }
    },
  };
}

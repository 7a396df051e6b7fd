import type { DatabaseSync } from "node:sqlite";
import type { Account } from "../account.ts";
import type { Job } from "../feature.ts";
import { savepoint } from "./database.ts";

interface Entry {
  /** Unix seconds, in the time of the account or of the test clock. */
  dueAt: number;
  testClock: string | null;
  kind: string;
  object: string;
}

/** Work that waits for its time. */
export interface JobQueue {
  add(account: Account, entry: Entry): void;
  /** Runs everything of one time line up to `until`, in order, each at the moment it was due. */
  runDue(account: Account, testClock: string | null, until: number): void;
  /** Whether anything waits in the account's own time. */
  isDue(account: Account, until: number): boolean;
}

export function createJobQueue(database: DatabaseSync, jobs: ReadonlyMap<string, Job>): JobQueue {
  const insert = database.prepare(
    "INSERT INTO jobs (account, due_at, kind, object, clock) VALUES (?, ?, ?, ?, ?)",
  );
  const takeNext = database.prepare(
    "DELETE FROM jobs WHERE seq = (SELECT seq FROM jobs WHERE account = ? AND clock IS ? AND due_at <= ? ORDER BY due_at, seq LIMIT 1) RETURNING kind, object, due_at AS dueAt",
  );
  const peek = database.prepare(
    "SELECT 1 FROM jobs WHERE account = ? AND clock IS NULL AND due_at <= ? LIMIT 1",
  );

  return {
    add(account, { dueAt, testClock, kind, object }) {
      insert.run(account.key, dueAt, kind, object, testClock);
    },
    isDue: (account, until) => peek.get(account.key, until) !== undefined,
    runDue(account, testClock, until) {
      for (
        let job = takeNext.get(account.key, testClock, until);
        job;
        job = takeNext.get(account.key, testClock, until)
      ) {
        const { kind, object, dueAt } = job;
        const run = jobs.get(String(kind));
        if (!run) throw new Error(`No job is called ${String(kind)}.`);
        // A job that fails is a defect here; it is reported and dropped, so that the account lives on.
        try {
          savepoint(database, () =>
            account.clock.during({ at: Number(dueAt), test: testClock }, () =>
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

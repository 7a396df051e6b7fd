import { ApiError, isApiError, NetworkError } from "../../http/errors.ts";
import type { Label } from "../frame/label.tsx";

/** What came of one row. `stopped`: it was not started. */
export type RowResult =
  | { state: "waiting" | "running" | "done" | "stopped" }
  | { state: "failed"; error: Error };

/** How many requests run at once. */
const CONCURRENCY = 3;
/** How often a row is sent when the server answers that there were too many requests. */
const MAX_ATTEMPTS = 5;

/**
 * Runs an action for each row, a few at once. When the server answers that there were too many requests, nothing is
 * sent for as long as it says, and the row is sent again. Rows that are left when the user stops, or when an error
 * concerns all rows (no connection, no session, no permission), are `stopped`.
 * @param input.run performs the action for one row
 * @param input.onResult called whenever the result of a row changes
 * @param input.signal stops the queue; requests that were sent finish
 * @param input.wait resolves after this many milliseconds
 */
export async function runBulk<Row extends { id: string }>({
  rows,
  run,
  onResult,
  signal,
  wait,
}: {
  rows: Row[];
  run: (row: Row) => Promise<unknown>;
  onResult: (id: string, result: RowResult) => void;
  signal: AbortSignal;
  wait: (ms: number) => Promise<void>;
}): Promise<void> {
  const queue = [...rows];
  let isStopped = false;
  let pause: Promise<void> | null = null;

  const runRow = async (row: Row): Promise<RowResult> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await run(row);
        return { state: "done" };
      } catch (error) {
        const isLimited = isApiError(error, "rate_limited");
        if (!isLimited || attempt === MAX_ATTEMPTS || signal.aborted) {
          if (concernsAllRows(error)) isStopped = true;
          return { state: "failed", error: toError(error) };
        }
        pause = wait((error.retryAfterSeconds ?? 1) * 1000);
        await pause;
      }
    }
  };
  const work = async () => {
    for (;;) {
      await pause;
      const row = queue.shift();
      if (!row) return;
      if (isStopped || signal.aborted) {
        onResult(row.id, { state: "stopped" });
        continue;
      }
      onResult(row.id, { state: "running" });
      onResult(row.id, await runRow(row));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

function concernsAllRows(error: unknown): boolean {
  return (
    error instanceof NetworkError ||
    isApiError(error, "unauthenticated") ||
    isApiError(error, "forbidden") ||
    isApiError(error, "sign_in_again")
  );
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new ApiError(500, {}, undefined);
}

/** What the team says before an action starts. All fields are required. */
export type BulkField = {
  name: string;
  label: Label;
  hint?: Label;
  /** Makes it a choice instead of a text. */
  options?: { value: string; label: Label }[];
};

/** Something that can be done to several rows of a list at once, with one request for each row. */
export type BulkAction<Row> = {
  /** The button: "Cancel at period end". */
  label: Label;
  /** What was done to a row, as a badge: "Canceled". */
  doneLabel: Label;
  /** What it means for each row, in a sentence or two. */
  explanation: Label;
  isDangerous?: boolean;
  /** Why it cannot be done to a row, as a sentence; null if it can. Such rows are left out. */
  getRefusal?: (row: Row) => Label | null;
  fields?: BulkField[];
  /** @param values of `fields`, by name */
  run: (row: Row, values: Record<string, string>) => Promise<unknown>;
};

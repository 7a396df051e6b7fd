/** How often a read is tried. */
const ATTEMPTS = 4;

/** A connection that was closed, or a database that moved. A read can be repeated, whatever became of it. */
const transient = /fetch failed|Network connection lost|D1 DB reset|other side closed/;

/**
 * Does a read, and repeats it if the connection was lost: thousands of reads are in one backup.
 * @throws Error of the last attempt, or of the first one that a repetition would not help
 */
export async function readAgain<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}

function isTransient(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (transient.test(cause.message)) return true;
  return false;
}

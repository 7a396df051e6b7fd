import { SECOND } from "../lib/time.ts";

/**
 * What D1 says when a call failed because of D1 itself, and another attempt may succeed: see "Error list" in D1's
 * documentation. Such a call may have been committed although its answer was lost.
 */
const transientMessages = [
  "Network connection lost",
  "caused object to be reset",
  "reset because its code was updated",
  "due to transient issue",
  "D1 DB is overloaded",
];

/** Attempts in all. D1 itself makes as many for what only reads. */
const ATTEMPTS = 3;
const FIRST_PAUSE_MS = SECOND / 10;

/** Whether an error, or what caused it, is one of D1's that may not come again. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return transientMessages.some((text) => error.message.includes(text)) || isTransient(error.cause);
}

/**
 * Does work that is safe to repeat, up to three times while D1 fails. Work is safe if doing it twice, or once more after
 * it was committed, has the effect of doing it once. What takes something, such as the claim of a checkout, is not:
 * there the caller must learn that its answer was lost.
 * @param wait pauses between the attempts: `ctx`
 */
export async function repeatWhileTransient<Answer>(
  { wait }: { wait(durationMs: number): Promise<void> },
  work: () => Promise<Answer>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      // Random, so that all who failed together don't come back together.
      await wait(FIRST_PAUSE_MS * 3 ** (attempt - 1) * (0.5 + Math.random()));
    }
  }
}

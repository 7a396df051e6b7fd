import { idempotencyKey } from "./idempotency.ts";
import { isStoredError } from "./classify-error.ts";

/**
 * Runs a write to Stripe, and retries it once under a new idempotency key if Stripe stored an error under the first
 * one. Use it only for writes that are safe to repeat: those with an id or lookup key of ours, and those that set a
 * state.
 * @param input.attempt a value that differs for each attempt, e.g. the request id
 */
export async function writeWithRetry<Result>(
  input: { action: string; rowId: string; attempt: string; params: object },
  write: (options: { idempotencyKey: string }) => Promise<Result>,
): Promise<Result> {
  const { action, rowId, attempt, params } = input;
  try {
    return await write(await idempotencyKey(action, rowId, params));
  } catch (error) {
    if (!isStoredError(error)) throw error;
    return write(await idempotencyKey(action, `${rowId}:${attempt}`, params));
  }
}

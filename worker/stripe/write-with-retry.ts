import { idempotencyKey } from "./idempotency.ts";
import { isStoredError } from "./is-stored-error.ts";

/**
 * A write to Stripe that may be done twice without harm, since something else makes it single: an id of our own, a
 * lookup key, or that it says how things shall be. Where the key is spent on a stored error it is tried once more, under
 * a key that no other attempt has.
 * @param input.attempt what is new at each attempt, e.g. the request's id
 */
export async function writeAgain<Result>(
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

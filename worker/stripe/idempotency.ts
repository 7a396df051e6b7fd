import { sha256Hex } from "../lib/crypto.ts";

/**
 * A semantic idempotency key: what is done, to which of our rows, with which parameters. The hash keeps a retry with
 * other parameters from being refused; D1, not this key, is what makes the effect single (Stripe forgets after 24 h).
 */
export async function idempotencyKey(
  action: string,
  rowId: string,
  params: object,
): Promise<{ idempotencyKey: string }> {
  const hash = sha256Hex(JSON.stringify(params));
  return { idempotencyKey: `gatehouse:${action}:${rowId}:${hash.slice(0, 16)}` };
}

import { sha256Hex } from "../lib/crypto.ts";

/**
 * Builds an idempotency key from the action, our row's id and a hash of the parameters. The hash lets a retry with
 * different parameters succeed. The key alone doesn't guarantee a single effect, since Stripe forgets it after 24
 * hours; D1 does.
 */
export async function idempotencyKey(
  action: string,
  rowId: string,
  params: object,
): Promise<{ idempotencyKey: string }> {
  const hash = sha256Hex(JSON.stringify(params));
  return { idempotencyKey: `gatehouse:${action}:${rowId}:${hash.slice(0, 16)}` };
}

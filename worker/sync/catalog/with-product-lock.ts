import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newToken } from "../../lib/crypto.ts";
import { MINUTE } from "../../lib/time.ts";
import { releaseLease, takeLease } from "./store-pending-syncs.ts";

const LEASE_MS = MINUTE;
const PATIENCE_MS = 3000;
const LOOK_AGAIN_MS = 100;

/**
 * One at a time speaks with Stripe about a product: what was read before somebody else's edit must not arrive there
 * after it.
 * @param work gets the token of the lease, for the batch that must not be written once the lease was lost
 * @throws `unavailable` where somebody else holds it for longer than three seconds
 */
export async function holdProduct<Result>(
  ctx: Ctx,
  input: { productId: string },
  work: (token: string) => Promise<Result>,
): Promise<Result> {
  const lease = { mode: ctx.config.stripe.mode, productId: input.productId, token: newToken() };
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const now = ctx.now + waited;
    if (await takeLease(ctx.db, { ...lease, now, until: now + LEASE_MS })) break;
    if (waited >= PATIENCE_MS) throw fail("unavailable", { reason: "the product is held" });
    await scheduler.wait(LOOK_AGAIN_MS);
  }
  try {
    return await work(lease.token);
  } finally {
    await commit(ctx.db, [releaseLease(ctx.db, lease)]);
  }
}

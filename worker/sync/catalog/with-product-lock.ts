import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { newToken } from "../../lib/crypto.ts";
import { MINUTE } from "../../lib/time.ts";
import { releaseLease, acquireLease } from "./store-pending-syncs.ts";

const LEASE_MS = MINUTE;
const MAX_WAIT_MS = 3000;
const POLL_INTERVAL_MS = 100;

/**
 * Runs `work` while holding the product's lease. Only one worker at a time may write a product to Stripe, since a state
 * read before an edit must not reach Stripe after it.
 * @param work receives the lease's token, for batches that must fail if the lease was lost
 * @throws `unavailable` if another worker holds the lease for longer than three seconds
 */
export async function withProductLock<Result>(
  ctx: Ctx,
  input: { productId: string },
  work: (token: string) => Promise<Result>,
): Promise<Result> {
  const lease = { mode: ctx.config.stripe.mode, productId: input.productId, token: newToken() };
  for (let waited = 0; ; waited += POLL_INTERVAL_MS) {
    const now = ctx.now + waited;
    if (await acquireLease(ctx.db, { ...lease, now, until: now + LEASE_MS })) break;
    if (waited >= MAX_WAIT_MS) throw fail("unavailable", { reason: "the product is held" });
    await ctx.wait(POLL_INTERVAL_MS);
  }
  try {
    return await work(lease.token);
  } finally {
    await commit(ctx.db, [releaseLease(ctx.db, lease)]);
  }
}

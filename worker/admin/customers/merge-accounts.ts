import { AppError } from "../../errors.ts";
import type { UserCtx } from "../../context.ts";
import { recordChange } from "../../audit/record-change.ts";
import { joinAccounts, settlePurchases } from "../../account/join-accounts.ts";
import { countUserData, type MergePair } from "../../account/store.ts";
import { assertBuyers } from "../../identity/store-profile.ts";
import { requireMergeableAccounts } from "./preview-merge.ts";

/**
 * Merges two accounts of one user: everything of `fromId` moves to `intoId` in one batch, and `fromId` is closed.
 * Before that, open checkouts of both are closed at Stripe and both are synced, so that no purchase arrives for a
 * closed account. Afterward their Stripe customers are synced again.
 * @throws as `requireMergeableAccounts`; `customer_busy` while one of the two is being synced, `stripe_unavailable`.
 *   Nothing was merged then.
 */
export async function mergeAccounts(ctx: UserCtx, pair: MergePair): Promise<void> {
  await requireMergeableAccounts(ctx, pair);
  const { fromId, intoId } = pair;
  await settlePurchases(ctx, [fromId, intoId]);
  const movedCounts = await countUserData(ctx.db, fromId);
  try {
    await joinAccounts(ctx, pair, {
      assertions: [assertBuyers([fromId, intoId])],
      changes: [
        recordChange(ctx, {
          action: "account.merged",
          targetId: fromId,
          before: { status: "active" },
          after: { status: "deleted", into: intoId },
        }),
        recordChange(ctx, {
          action: "account.received",
          targetId: intoId,
          after: { from: fromId, ...movedCounts },
        }),
      ],
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    // Throws the reason if one of the two accounts has changed in the meantime.
    await requireMergeableAccounts(ctx, pair);
    throw error;
  }
}

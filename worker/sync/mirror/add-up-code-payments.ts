import type { Ctx } from "../../context.ts";
import type { Statement } from "../../db/client.ts";
import type { PaymentRow } from "../../purchases/payments/store.ts";
import { setCodePayments, type MirroredSubscription } from "../../purchases/subscriptions/store.ts";

/**
 * Returns the writes that record what the subscriptions bought with a code or a permanent link have brought: none for
 * any other, or while the sums stay as they are. They belong after the writes of the subscriptions.
 */
export function addUpCodePayments(
  ctx: Ctx,
  subscriptions: MirroredSubscription[],
  payments: PaymentRow[],
): Statement[] {
  return subscriptions.flatMap(({ row }) => {
    if (row.promotionCodeId === null && row.linkId === null) return [];
    const paid = payments.filter(
      ({ sourceId, status }) => sourceId === row.id && status === "succeeded",
    );
    const sums = {
      codePaidMinor: paid.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      codeRefundedMinor: paid.reduce((sum, { refundedMinor }) => sum + refundedMinor, 0),
    };
    const isSame =
      sums.codePaidMinor === row.codePaidMinor && sums.codeRefundedMinor === row.codeRefundedMinor;
    return isSame ? [] : [setCodePayments(ctx.db, row.id, sums)];
  });
}

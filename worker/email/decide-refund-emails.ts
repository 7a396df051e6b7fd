import type { RefundFacts } from "../db/schema/outbox.ts";
import { pick } from "../lib/pick.ts";
import { readLines } from "../purchases/orders/lines.ts";
import type { OrderRow } from "../purchases/orders/store.ts";
import type { PaymentRow } from "../purchases/payments/store.ts";
import type { NewEmail, RowChange } from "./queued-email.ts";

/**
 * A refund that was made and did not fail. `createdAt` in unix milliseconds; `lineIds` are the lines of an order that it
 * names.
 */
export type ChargeRefund = {
  id: string;
  amountMinor: number;
  createdAt: number;
  lineIds: string[];
};

/** What the emails about refunds are decided from. */
export type RefundChanges = {
  /** The payments that a sync changes. */
  payments: RowChange<PaymentRow>[];
  orders: RowChange<OrderRow>[];
  /** The effective refunds of a charge, newest first. */
  refundsOf: (stripeChargeId: string) => ChargeRefund[];
  /** When the Stripe customer was synced last; null if never. */
  syncedAt: number | null;
  /** Refunds before this time are not announced. */
  since: number;
  now: number;
};

/**
 * Returns an email for each new refund of a payment, in full or in part.
 * @param isAnnounced whether another email already reports the refunds of this order or subscription
 */
export function decideRefundEmails(
  changes: RefundChanges,
  isAnnounced: (sourceId: string) => boolean,
): NewEmail[] {
  return changes.payments.flatMap((change) => {
    const { sourceId } = change.after;
    if (sourceId === null || isAnnounced(sourceId)) return [];
    return listNewRefunds(changes, change).map(({ id, lineIds, ...amounts }) => ({
      kind: "refunded" as const,
      dedupeKey: id,
      sourceId,
      dueAt: changes.now,
      facts: toFacts(change.after, {
        refundId: id,
        ...pick(amounts, ["amountMinor", "refundedMinor"]),
        ...(lineIds.length > 0 && { productIds: listRefundedProducts(changes, lineIds) }),
      }),
    }));
  });
}

/** Returns the products of these lines of orders. */
const listRefundedProducts = ({ orders }: RefundChanges, lineIds: string[]): string[] =>
  orders
    .flatMap(({ after }) => readLines(after) ?? [])
    .flatMap(({ id, productId }) => (lineIds.includes(id) ? productId : []));

/** Returns the refunds that the mirror lacked, each with what was refunded up to it. Oldest first. */
function listNewRefunds(
  { refundsOf, syncedAt, since }: RefundChanges,
  { before, after }: RowChange<PaymentRow>,
): (ChargeRefund & { refundedMinor: number })[] {
  // A payment without a row is new only if it was made after the last sync. Otherwise its row was lost.
  if (!before && (syncedAt === null || after.createdAt <= syncedAt)) return [];
  const known = before?.refundedMinor ?? 0;
  let refundedMinor = after.refundedMinor;
  const found: (ChargeRefund & { refundedMinor: number })[] = [];
  for (const refund of refundsOf(after.stripeChargeId)) {
    if (refundedMinor <= known) break;
    if (refund.createdAt > since) found.push({ ...refund, refundedMinor });
    refundedMinor -= refund.amountMinor;
  }
  return found.toReversed();
}

function toFacts(
  { amountMinor: paidMinor, currency, createdAt: paidAt, invoiceNumber }: PaymentRow,
  refund: { refundId: string } & Pick<RefundFacts, "amountMinor" | "refundedMinor" | "productIds">,
): NonNullable<NewEmail["facts"]> {
  return { of: "refund", ...refund, currency, paidMinor, paidAt, invoiceNumber };
}

import { isBlockedByDispute } from "../../access/policy.ts";
import type { Change, OrderState } from "./history.ts";
import { countRefundedLines, type TimelineStep } from "./timeline-steps.ts";

/** Returns what happened to an order between two recorded states. */
export function stepsOfOrderChange({ before, after, at, by }: Change<OrderState>): TimelineStep[] {
  if (!before) return [];
  const { currency, totalMinor } = after;
  const steps: TimelineStep[] = [];
  if (before.paidAt === null && after.paidAt !== null)
    steps.push({
      at: after.paidAt,
      code: "payment_arrived",
      role: "opens",
      details: { amountMinor: totalMinor, currency },
    });
  if (before.status !== "failed" && after.status === "failed")
    steps.push({ at, code: "payment_failed", details: { amountMinor: totalMinor, currency } });
  const amountMinor = Math.abs(after.refundedMinor - before.refundedMinor);
  if (after.refundedMinor > before.refundedMinor)
    steps.push({
      at: after.refundedAt ?? at,
      // Users cannot refund themselves: a sync on the user's behalf may be the first to see it.
      by: by === "shop" ? "shop" : "stripe",
      ...describeRefund(before, after),
      details: { amountMinor, currency },
    });
  if (after.refundedMinor < before.refundedMinor)
    steps.push({
      at,
      code: "refund_failed",
      ...((before.status === "refunded" ||
        countRefundedLines(after) < countRefundedLines(before)) && { role: "opens" as const }),
      details: { amountMinor, currency },
    });
  return [...steps, ...disputeChange(before, after, at)];
}

function describeRefund(
  before: OrderState,
  after: OrderState,
): Pick<TimelineStep, "code" | "role"> {
  if (after.status !== "refunded")
    return {
      code: "refunded_in_part",
      ...(countRefundedLines(after) > countRefundedLines(before) && { role: "closes" }),
    };
  if (after.duplicateOf !== null) return { code: "second_payment_returned", role: "closes" };
  return { code: before.refundedMinor > 0 ? "refunded_rest" : "refunded", role: "closes" };
}

type Disputed = { disputeStatus: string | null; disputedAt: number | null };

/** Returns what happened to the dispute of a payment between two recorded states. */
export function disputeChange(before: Disputed, after: Disputed, at: number): TimelineStep[] {
  const [wasBlocked, isBlocked] = [before, after].map(({ disputeStatus }) =>
    isBlockedByDispute(disputeStatus),
  );
  if (after.disputeStatus === "lost" && before.disputeStatus !== "lost")
    return [{ at, code: "dispute_lost", role: "closes" }];
  if (isBlocked && !wasBlocked)
    return [{ at: after.disputedAt ?? at, code: "disputed", role: "closes" }];
  if (wasBlocked && !isBlocked) return [{ at, code: "dispute_won", role: "opens" }];
  const isNew = after.disputeStatus !== null && before.disputeStatus === null;
  return isNew ? [{ at: after.disputedAt ?? at, code: "dispute_won" }] : [];
}

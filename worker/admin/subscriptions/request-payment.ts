import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { HOUR, SECOND } from "../../lib/time.ts";
import { recordChangeIfApplied } from "../../audit/record-change.ts";
import {
  toReasonField,
  type SubscriptionRef,
  type TeamReason,
} from "../../billing/change-subscription-for-user.ts";
import { queuePaymentRequest } from "../../email/resend-email.ts";
import { sendQueuedEmails } from "../../email/send-queued-emails.ts";
import { findEmail } from "../../email/store.ts";
import { requireTeamAction } from "../../purchases/subscriptions/list-team-actions.ts";
import { requireSubscriptionForTeam } from "../../purchases/subscriptions/require-subscription.ts";
import type { ResendResult } from "../customers/emails.ts";

/**
 * Emails a subscriber a link: to the open invoice if there is one, otherwise to where they update their card. It is sent
 * right away, and at most once an hour.
 * @throws `not_found`; `subscription_not_changeable`; `rate_limited` within an hour of the last one
 */
export async function requestPayment(
  ctx: Ctx,
  input: SubscriptionRef & TeamReason,
): Promise<ResendResult> {
  const row = await requireSubscriptionForTeam(ctx, input);
  requireTeamAction(row, "request_payment");
  if (!ctx.config.auth.emailSender) return { status: "skipped", error: "no_sender" };
  const { id, statement } = queuePaymentRequest(ctx, {
    userId: row.userId,
    subscriptionId: row.id,
  });
  const [inserted] = await commit(ctx.db, [
    statement,
    recordChangeIfApplied(ctx, {
      action: "subscription.payment_requested",
      targetId: row.id,
      after: { email: id, ...toReasonField(input) },
    }),
  ]);
  if (inserted?.meta.changes === 0)
    throw fail("rate_limited", { retryAfterSeconds: HOUR / SECOND });
  await sendQueuedEmails(ctx, { ids: [id] });
  const sent = await findEmail(ctx.db, { id, userId: row.userId });
  return { status: sent?.status ?? "queued", error: sent?.error ?? null };
}

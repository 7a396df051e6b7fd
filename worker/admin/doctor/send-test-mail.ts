import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { deliverEmail, EmailDeliveryError } from "../../email/deliver-email.ts";
import { recordSignal } from "../../sync/health/health-signals.ts";

/** Whether the sender accepted the email, and if not, the reason it gave. */
export type TestMail = { to: string; isSent: true } | { to: string; isSent: false; reason: string };

/**
 * Sends a test email to the member who requests it.
 * @throws `not_found` if no sender is configured, or the member has no email
 */
export async function sendTestMail(ctx: Ctx, input: { to: string | null }): Promise<TestMail> {
  const { emailSender } = ctx.config.auth;
  const { to } = input;
  if (!emailSender || !to) throw fail("not_found", { reason: "no sender, or nobody to send to" });
  await commit(ctx.db, [recordChange(ctx, { action: "test_mail.requested", targetId: "mail" })]);
  const { name } = ctx.config.shop;
  try {
    await deliverEmail(emailSender, {
      to,
      subject: `A test from ${name}`,
      text: `This is the mail that you asked for in the console of ${name}. That you read it means that buyers get theirs.`,
    });
  } catch (error) {
    if (!(error instanceof EmailDeliveryError)) throw error;
    await recordSignal(ctx, "test_mail_refused");
    return { to, isSent: false, reason: error.message };
  }
  await recordSignal(ctx, "test_mail_sent");
  return { to, isSent: true };
}

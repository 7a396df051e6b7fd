import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { deliverEmail, EmailRefused } from "../../email/deliver-email.ts";
import { noteMoment } from "../../sync/health/health-signals.ts";

/** Whether the sender took it, and if not, what it said. */
export type TestMail = { to: string; isSent: true } | { to: string; isSent: false; why: string };

/**
 * Sends a mail to who asks, so that they see it arrive.
 * @throws `not_found` where no sender is configured, or the person has no email
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
    if (!(error instanceof EmailRefused)) throw error;
    await noteMoment(ctx, "test_mail_refused");
    return { to, isSent: false, why: error.message };
  }
  await noteMoment(ctx, "test_mail_sent");
  return { to, isSent: true };
}

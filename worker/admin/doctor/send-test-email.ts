import type { Ctx } from "../../context.ts";
import { commit } from "../../db/client.ts";
import { fail } from "../../errors.ts";
import { recordChange } from "../../audit/record-change.ts";
import { deliverEmail } from "../../email-sender/deliver-email.ts";
import type { RenderedEmail } from "../../email-layout/render-email.ts";
import { EmailDeliveryError, type EmailMessage } from "../../email-sender/email-message.ts";
import { recordSignal } from "../../sync/health/health-signals.ts";

/** Whether the sender accepted the email, and if not, the reason it gave. */
export type TestEmail =
  | { to: string; isSent: true }
  | { to: string; isSent: false; reason: string };

/**
 * Sends a test email to the member who requests it.
 * @throws `not_found` if no sender is configured, or the member has no email
 */
export async function sendTestEmail(ctx: Ctx, input: { to: string | null }): Promise<TestEmail> {
  return deliverTestEmail(ctx, input.to, async () => {
    const { renderTestEmail } = await import("../../email/team/render-test-email.ts");
    return renderTestEmail(ctx);
  });
}

/**
 * Sends an email for a test to a member of the team, and records how it went.
 * @param render is called when it is clear that the email can be sent
 * @throws as `sendTestEmail`
 */
export async function deliverTestEmail(
  ctx: Ctx,
  to: string | null,
  render: () => Promise<Omit<EmailMessage, "to">>,
): Promise<TestEmail> {
  const { emailSender } = ctx.config.auth;
  if (!emailSender || !to) throw fail("not_found", { reason: "no sender, or nobody to send to" });
  await commit(ctx.db, [recordChange(ctx, { action: "test_email.requested", targetId: "email" })]);
  try {
    await deliverEmail(emailSender, { to, ...(await render()) });
  } catch (error) {
    if (!(error instanceof EmailDeliveryError)) throw error;
    await recordSignal(ctx, "test_email_refused");
    return { to, isSent: false, reason: error.message };
  }
  await recordSignal(ctx, "test_email_sent");
  return { to, isSent: true };
}

/** Returns an email to users as a test: marked as one, and without the header that turns emails off. */
export function toTestEmail({
  isOptional: _,
  headers: __,
  confirmsContract: ___,
  ...message
}: RenderedEmail): Omit<EmailMessage, "to"> {
  return { ...message, subject: `[Test] ${message.subject}` };
}

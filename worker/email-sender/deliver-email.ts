import type { EmailSender } from "../config/sign-in-config.ts";
import type { EmailMessage } from "./email-message.ts";
import { sendByResend } from "./resend.ts";

/** What to call a sender in front of the team. */
export const senderNames = {
  resend: "Resend",
  cloudflare: "Cloudflare Email Sending",
} as const satisfies Record<EmailSender["kind"], string>;

/**
 * How many messages are sent at the same time, each with its own request. Resend allows few requests a second. Of
 * Cloudflare's, those that are more than a Worker may have open at once wait in its runtime.
 */
export const requestsAtOnce = {
  resend: 1,
  cloudflare: 10,
} as const satisfies Record<EmailSender["kind"], number>;

/**
 * Sends a message through the configured email sender.
 * @returns the sender's id of the message; null if it says none
 * @throws EmailDeliveryError if there is no response within 10 s, or the sender refuses the message
 */
export async function deliverEmail(
  sender: EmailSender,
  message: EmailMessage,
): Promise<string | null> {
  if (sender.kind === "resend")
    return (await sendByResend(sender, message, message.idempotencyKey))[0] ?? null;
  const { sendByCloudflare } = await import("./cloudflare.ts");
  return sendByCloudflare(sender, message);
}

import type { Ctx } from "../context.ts";
import { emailKinds } from "../db/schema/outbox.ts";
import type { EmailMessage } from "../email-sender/email-message.ts";
import type { mapRecipients } from "../identity/store-profile.ts";
import { needsConsent } from "./email-choices.ts";
import { findGuestLink } from "./guests/guest-link.ts";
import { emailSettings, isOptionalEmail } from "../settings/email-settings.ts";
import type { OutboxEmailRow } from "./store.ts";

type Recipient =
  Awaited<ReturnType<typeof mapRecipients>> extends Map<string, infer Row>
    ? Omit<Row, "id">
    : never;

/** An email as it is sent now. */
export type Written = {
  is: "written";
  email: OutboxEmailRow;
  message: EmailMessage;
  /** Whether it confirms the contract of its purchase. */
  confirmsContract: boolean;
};

/** `skipped`: it is not sent. `failed`: it could not be written. */
export type Prepared =
  | Written
  | { is: "skipped"; email: OutboxEmailRow; reason: SkipReason }
  | { is: "failed"; email: OutboxEmailRow; error: unknown };

/** Why an email is not sent, as it is recorded in the row's `error`. */
type SkipReason =
  | "no_sender"
  | "turned_off"
  | "no_account"
  | "left_team"
  | "no_verified_email"
  | "bounced"
  | "complained"
  | "unsubscribed"
  | "no_longer_so";

/**
 * Decides whether an email is sent, and writes it. Never throws.
 * @param user the user that it goes to; undefined if there is none
 */
export async function prepareEmail(
  ctx: Ctx,
  email: OutboxEmailRow,
  user: Recipient | undefined,
): Promise<Prepared> {
  try {
    const result = await write(ctx, email, toRecipient(email, user));
    return typeof result === "string"
      ? { is: "skipped", email, reason: result }
      : { is: "written", email, ...result };
  } catch (error) {
    return { is: "failed", email, error };
  }
}

async function write(
  ctx: Ctx,
  email: OutboxEmailRow,
  recipient: Recipient | undefined,
): Promise<Pick<Written, "message" | "confirmsContract"> | SkipReason> {
  const isToTeam = emailKinds[email.kind] === "team";
  if (!ctx.config.auth.emailSender) return "no_sender";
  const isOff = isOptionalEmail(email.kind) && !(await emailSettings.read(ctx))[email.kind];
  if (isOff && email.kind !== "purchase") return "turned_off";
  if (recipient?.status !== "active") return "no_account";
  if (isToTeam && recipient.role === "buyer") return "left_team";
  // A guest's address is the one that paid.
  const guestLink = recipient.isGuest ? await findGuestLink(ctx, email.userId ?? "") : null;
  if (!recipient.email || !(recipient.emailVerified || guestLink)) return "no_verified_email";
  if (recipient.emailProblem === "bounced" || guestLink?.isRefused) return "bounced";
  const { composeEmail } = await import("./compose-email.ts");
  const message = await composeEmail(ctx, email, recipient, { guestUrl: guestLink?.url });
  if (!message) return "no_longer_so";
  const { isOptional, confirmsContract, ...rendered } = message;
  // A contract is confirmed in any case: without that, what the buyer agreed to is void.
  if (isOff && !confirmsContract) return "turned_off";
  if (isOptional && recipient.emailProblem === "complained") return "complained";
  const wants = needsConsent(email.kind) ? recipient.wantsNews : recipient.wantsReminders;
  if (isOptional && !isToTeam && !wants) return "unsubscribed";
  return { message: { to: recipient.email, ...rendered }, confirmsContract };
}

/** The row of a deleted user is empty, so the email about the deletion has its recipient with it. */
function toRecipient(
  { facts }: OutboxEmailRow,
  user: Recipient | undefined,
): Recipient | undefined {
  if (facts?.of !== "account_deletion") return user;
  const { email, name, locale, timeZone } = facts;
  return {
    email,
    emailVerified: true,
    name,
    locale,
    timeZone,
    status: "active",
    role: "buyer",
    wantsReminders: true,
    wantsNews: false,
    emailProblem: null,
    isGuest: false,
  };
}

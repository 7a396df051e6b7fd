import type { EmailKindOf } from "../db/schema/outbox.ts";
import type { Ctx } from "../context.ts";
import { composeCheckoutReminder } from "./compose-checkout-reminder.ts";
import { composeLibraryEmail } from "./compose-library-email.ts";
import { composePriceChangeEmail } from "./compose-price-change-email.ts";
import { pickLocale, readLanguages } from "../settings/languages.ts";
import { withTextsIn } from "../settings/text-language.ts";
import type { EmailContent } from "../email-layout/email-content.ts";
import { openEmailContext, type EmailContext } from "../email-layout/email-context.ts";
import { renderEmail, type RenderedEmail } from "../email-layout/render-email.ts";
import { writeForGuest } from "./guests/write-for-guest.ts";
import { createUnsubscribeUrl, needsConsent } from "./email-choices.ts";
import { composeMessageEmail } from "./messages/compose-message-email.ts";
import type { EmailRecipient, QueuedEmail } from "./queued-email.ts";
import { composeEndpointStoppedEmail } from "./team/compose-endpoint-stopped.ts";
import { composeTeamEmail } from "./team/compose-notification.ts";
import { mapProductSummaries } from "../catalog/map-product-summaries.ts";
import { writeAccountDeleted } from "./kinds/account-deleted.ts";

/**
 * Renders a queued email from the current rows: to a user in their language, to the team in English. Imported only
 * where an email is written: plain Node, which runs parts of the Worker in scripts, can't read the messages.
 * @param options.isPreview its link to turn emails off has no token
 * @param options.guestUrl the link by which the recipient gets what they bought without signing in
 * @returns null if what the email says is no longer true
 */
export async function composeEmail(
  ctx: Ctx,
  email: QueuedEmail,
  recipient: EmailRecipient,
  { isPreview = false, guestUrl }: { isPreview?: boolean; guestUrl?: string | undefined } = {},
): Promise<RenderedEmail | null> {
  const { kind } = email;
  if (kind === "notification" || kind === "notification_digest")
    return composeTeamEmail(ctx, email, { isPreview });
  if (kind === "endpoint_stopped") return composeEndpointStoppedEmail(ctx, email, recipient);
  const locale = pickLocale(recipient.locale, await readLanguages(ctx));
  const [readerCtx, context] = await Promise.all([
    withTextsIn(ctx, locale),
    openEmailContext(ctx, {
      ...recipient,
      locale,
      unsubscribeUrl: createUnsubscribeUrl(
        ctx,
        isPreview ? null : email,
        needsConsent(kind) ? "news" : "reminders",
      ),
    }),
  ]);
  const content = await composeContent(readerCtx, context, { ...email, kind });
  if (!content || guestUrl === undefined) return content && renderEmail(context, content);
  return renderEmail(context, writeForGuest(context, content, { kind, url: guestUrl }));
}

function composeContent(
  ctx: Ctx,
  context: EmailContext,
  { kind, ...email }: QueuedEmail & { kind: UserEmailKind },
): Promise<EmailContent | null> {
  switch (kind) {
    case "account_deleted":
      return composeAccountDeletedEmail(ctx, context, email);
    case "message":
    case "news":
      return composeMessageEmail(ctx, context, email);
    case "checkout_reminder":
      return composeCheckoutReminder(ctx, context, email);
    case "price_change":
    case "price_change_canceled":
      return composePriceChangeEmail(ctx, context, { ...email, kind });
    default:
      return composeLibraryEmail(ctx, context, { ...email, kind });
  }
}

type UserEmailKind = EmailKindOf<"optional" | "required">;

/**
 * Writes the confirmation that an account was deleted.
 * @returns null after it was sent: what it says is erased then
 */
async function composeAccountDeletedEmail(
  ctx: Ctx,
  context: EmailContext,
  { facts }: Pick<QueuedEmail, "facts">,
): Promise<EmailContent | null> {
  if (facts?.of !== "account_deletion") return null;
  const { canceledProductIds, hasPurchases } = facts;
  const products = await mapProductSummaries(ctx, { ids: canceledProductIds });
  return writeAccountDeleted(context, {
    canceledProducts: canceledProductIds.flatMap((id) => products.get(id)?.name ?? []),
    hasPurchases,
  });
}

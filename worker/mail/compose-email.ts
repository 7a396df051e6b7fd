import type { Ctx } from "../context.ts";
import { composeAccountDeletedEmail } from "./compose-account-deleted-email.ts";
import { composeLibraryEmail } from "./compose-library-email.ts";
import { composePriceChangeEmail } from "./compose-price-change-email.ts";
import { pickLocale, readLanguages } from "../settings/languages.ts";
import { withTextsIn } from "../settings/text-language.ts";
import type { EmailContent } from "./layout/email-content.ts";
import { openEmailContext, type EmailContext } from "./layout/email-context.ts";
import { renderEmail, type RenderedEmail } from "./layout/render-email.ts";
import { createUnsubscribeUrl } from "./reminders.ts";
import { removeCopyMark } from "./resend-email.ts";
import type { OutboxEmailRow } from "./store.ts";
import { composeEndpointStoppedEmail } from "./team/compose-endpoint-stopped.ts";
import { composeTeamEmail } from "./team/compose-notification.ts";

/** What an email is composed from. */
export type QueuedEmail = Pick<
  OutboxEmailRow,
  "userId" | "kind" | "dedupeKey" | "sourceId" | "covers" | "facts"
>;

/** Whom an email is for. Null where the shop was never told. */
export type EmailRecipient = {
  name: string | null;
  /** BCP 47. */
  locale: string | null;
  /** An IANA name. */
  timeZone: string | null;
};

/**
 * Renders a queued email from what it reports as it is now: to a user in their language, to the team in English.
 * Imported only where an email is written: plain Node, which runs parts of the Worker in scripts, can't read the messages.
 * @returns null if what the email says is no longer true
 */
export async function composeEmail(
  ctx: Ctx,
  queued: QueuedEmail,
  recipient: EmailRecipient,
): Promise<RenderedEmail | null> {
  const email = { ...queued, dedupeKey: removeCopyMark(queued.dedupeKey) };
  const { kind } = email;
  if (kind === "notification" || kind === "notification_digest")
    return composeTeamEmail(ctx, email);
  if (kind === "endpoint_stopped") return composeEndpointStoppedEmail(ctx, email, recipient);
  const locale = pickLocale(recipient.locale, await readLanguages(ctx));
  const [readerCtx, context] = await Promise.all([
    withTextsIn(ctx, locale),
    openEmailContext(ctx, {
      ...recipient,
      locale,
      unsubscribeUrl: createUnsubscribeUrl(ctx, queued),
    }),
  ]);
  const content = await composeContent(readerCtx, context, { ...email, kind });
  return content && renderEmail(context, content);
}

function composeContent(
  ctx: Ctx,
  context: EmailContext,
  { kind, ...email }: QueuedEmail & { kind: UserEmailKind },
): Promise<EmailContent | null> {
  switch (kind) {
    case "account_deleted":
      return composeAccountDeletedEmail(ctx, context, email);
    case "price_change":
    case "price_change_canceled":
      return composePriceChangeEmail(ctx, context, { ...email, kind });
    default:
      return composeLibraryEmail(ctx, context, { ...email, kind });
  }
}

type UserEmailKind = Exclude<
  QueuedEmail["kind"],
  "notification" | "notification_digest" | "endpoint_stopped"
>;

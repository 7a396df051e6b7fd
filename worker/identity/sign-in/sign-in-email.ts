import { msg, plural } from "@lingui/core/macro";
import type { Ctx } from "../../context.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { openEmailContext, toName, type EmailContext } from "../../email-layout/email-context.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";

/**
 * Renders the email with a sign-in link in the language of the page that asked for it, before it is known who signs in.
 * @param input.minutes how long the link works
 */
export async function renderSignInEmail(
  ctx: Ctx,
  input: { url: string; minutes: number },
): Promise<RenderedEmail> {
  const context = await openEmailContext(ctx, { name: null, locale: ctx.locale, timeZone: null });
  return renderEmail(context, writeSignInEmail(context, input));
}

/** Writes the email with a sign-in link. */
export function writeSignInEmail(
  context: EmailContext,
  { url, minutes }: { url: string; minutes: number },
): EmailContent {
  const { i18n, shop } = context;
  const shopName = toName(context, shop.name);
  return {
    subject: i18n._(msg`Sign in to ${shopName}`),
    preheader: null,
    heading: i18n._(msg`Sign in to ${shopName}`),
    greeting: null,
    paragraphs: [
      i18n._(
        msg`Open the link below to sign in. It works once and expires in ${plural(minutes, { one: "# minute", other: "# minutes" })}.`,
      ),
    ],
    details: [],
    amounts: [],
    benefits: [],
    action: {
      label: i18n._(msg({ message: `Sign in`, comment: "Verb: the button that opens the link" })),
      url,
      urlLabel: i18n._(msg`Or copy this link into your browser:`),
    },
    links: [],
    notes: [],
    sections: [],
    reason: i18n._(
      msg`If you didn’t request this email, you can ignore it. No one can sign in without the link.`,
    ),
    footerLinks: [],
    unsubscribe: null,
  };
}

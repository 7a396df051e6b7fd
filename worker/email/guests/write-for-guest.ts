import { msg } from "@lingui/core/macro";
import type { EmailKind } from "../../db/schema/outbox.ts";
import type { EmailContent } from "../../email-layout/email-content.ts";
import type { EmailContext } from "../../email-layout/email-context.ts";

/** Pages that only a signed-in user has. */
const ownPages = /^\/(account|library|read)\b/;

/**
 * Returns an email to a guest: as it is for everybody, but with the link by which they get what they bought instead of
 * what they have no account for.
 */
export function writeForGuest(
  { i18n, shop }: EmailContext,
  content: EmailContent,
  { kind, url }: { kind: EmailKind; url: string },
): EmailContent {
  const sentence = i18n._(
    msg`You paid without signing in. Open the link and sign in with any account to get what you bought. The link works once.`,
  );
  const isPublic = (link: { url: string }) =>
    !link.url.startsWith(shop.origin) || !ownPages.test(link.url.slice(shop.origin.length));
  return {
    ...content,
    // The first sentence about a purchase says that it is in the library.
    paragraphs:
      kind === "purchase"
        ? [sentence, ...content.paragraphs.slice(1)]
        : [...content.paragraphs, sentence],
    benefits: [],
    action: { label: i18n._(msg`Get your purchase`), url },
    links: content.links.filter(isPublic),
    footerLinks: content.footerLinks.filter(isPublic),
  };
}

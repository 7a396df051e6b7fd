import { msg } from "@lingui/core/macro";
import type { ClaimRow } from "../../claims/store.ts";
import type { Ctx } from "../../context.ts";
import { listLibraryItems } from "../../delivery/library/list-library-items.ts";
import { openEmailContext, toName } from "../../email-layout/email-context.ts";
import { renderEmail, type RenderedEmail } from "../../email-layout/render-email.ts";
import { pickLocale, readLanguages } from "../../settings/languages.ts";
import { withTextsIn } from "../../settings/text-language.ts";
import { startForAddress } from "../kinds/parts.ts";

/**
 * Renders the reminder of what a guest bought and nobody has taken yet, for the address that paid.
 * @param secret of its link
 * @returns null if nothing is left to take, for example after a refund
 */
export async function renderGuestEmail(
  ctx: Ctx,
  claim: ClaimRow & { guestId: string },
  secret: string,
): Promise<RenderedEmail | null> {
  const locale = pickLocale(claim.locale, await readLanguages(ctx));
  const [readerCtx, context] = await Promise.all([
    withTextsIn(ctx, locale),
    openEmailContext(ctx, { name: null, locale, timeZone: null }),
  ]);
  const items = await listLibraryItems(readerCtx, { userId: claim.guestId });
  const names = items
    .filter(({ access, isGiven }) => access.active || isGiven)
    .map(({ product }) => toName(context, product.name));
  if (names.length === 0) return null;
  const { i18n, formats, shop } = context;
  const name = formats.list([...new Set(names)]);
  const shopName = toName(context, shop.name);
  const date = formats.date(claim.createdAt);
  const subject = i18n._(msg`Your purchase is waiting for you: ${name}`);
  return renderEmail(context, {
    ...startForAddress(context),
    subject,
    heading: subject,
    paragraphs: [
      i18n._(msg`On ${date}, you bought ${name} at ${shopName} without signing in.`),
      i18n._(
        msg`Open the link and sign in with any account to get what you bought. The link works once.`,
      ),
    ],
    action: { label: i18n._(msg`Get your purchase`), url: `${shop.origin}/claim#${secret}` },
    reason: i18n._(
      msg`You’re receiving this email because your address was entered with a payment at ${shopName}. If it wasn’t you, please tell us.`,
    ),
  });
}

import { msg } from "@lingui/core/macro";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { listPrice, type Rate } from "./format-rate.ts";
import { startNews } from "./parts.ts";

/** After somebody left the checkout: what they wanted, and where they go on. It is advertising, so it needs consent. */
export function writeCheckoutReminder(
  context: EmailContext,
  { productName, price, url }: { productName: string; price: Rate | null; url: string },
): EmailContent {
  const { i18n, shop } = context;
  const name = toName(context, productName);
  const shopName = toName(context, shop.name);
  return {
    ...startNews(context),
    subject: i18n._(msg`Still interested in ${name}?`),
    heading: i18n._(msg`You didn’t finish your purchase`),
    paragraphs: [
      i18n._(
        msg`You started to buy ${name} at ${shopName} and didn’t finish. You weren’t charged. If you still want it, you can continue here.`,
      ),
    ],
    details: listPrice(context, price),
    action: { label: i18n._(msg`Continue your purchase`), url },
  };
}

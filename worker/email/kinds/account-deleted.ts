import { msg, plural } from "@lingui/core/macro";
import type { EmailContent } from "../../email-layout/email-content.ts";
import { toName, type EmailContext } from "../../email-layout/email-context.ts";
import { startContent } from "./parts.ts";

/** What happened with an account that was deleted. */
export type AccountDeletion = {
  /** The products whose subscriptions were canceled with the account. */
  canceledProducts: string[];
  /** Whether there are records of purchases, which are kept. */
  hasPurchases: boolean;
};

/** Writes the confirmation that an account was deleted, to its former address. A pure function. */
export function writeAccountDeleted(
  context: EmailContext,
  { canceledProducts, hasPurchases }: AccountDeletion,
): EmailContent {
  const { i18n, formats, shop } = context;
  const shopName = toName(context, shop.name);
  const count = canceledProducts.length;
  const names = formats.list(canceledProducts.map((name) => toName(context, name)));
  return {
    ...startContent(context),
    subject: i18n._(msg`Your account at ${shopName} has been deleted`),
    heading: i18n._(msg`Your account has been deleted`),
    paragraphs: [
      i18n._(
        msg`Your account at ${shopName} has been deleted. We removed your personal data, and you no longer have access to your library.`,
      ),
      ...(names === ""
        ? []
        : [
            i18n._(
              msg`${plural(count, {
                one: `We canceled your subscription to ${names}. You won’t be charged again.`,
                other: `We canceled your subscriptions to ${names}. You won’t be charged again.`,
              })}`,
            ),
          ]),
      ...(hasPurchases
        ? [i18n._(msg`We’re required by law to keep records of your payments, such as invoices.`)]
        : []),
      i18n._(msg`If you didn’t delete your account, contact us right away.`),
    ],
    reason: i18n._(
      msg`You’re receiving this email because your account at ${shopName} has been deleted.`,
    ),
  };
}

import { msg } from "@lingui/core/macro";
import { toName } from "../../email-layout/email-context.ts";
import { listPrice } from "./format-rate.ts";
import type { WriteLibraryEmail } from "./library-facts.ts";
import { manageAction, startContent } from "./parts.ts";

/** Before a renewal, or once a year: when it renews, for how much, and how to cancel. Nobody can unsubscribe from it. */
export const writeRenewalNotice: WriteLibraryEmail = (context, { entry }) => {
  const { i18n, formats } = context;
  const { access, product, renewsAt, price, sourceId } = entry;
  if (access.reason !== "subscription_active" || renewsAt === null) return null;
  const name = toName(context, product.name);
  const date = formats.date(renewsAt);
  const subject = i18n._(msg`Your subscription to ${name} renews on ${date}`);
  return {
    ...startContent(context),
    subject,
    heading: subject,
    paragraphs: [
      i18n._(
        msg`Your subscription renews automatically. You can cancel anytime on the billing page of your account.`,
      ),
    ],
    details: [
      {
        label: i18n._(
          msg({ message: `Next payment`, comment: "Label of the date of the next payment" }),
        ),
        value: date,
      },
      ...listPrice(context, price),
    ],
    action: manageAction(context, sourceId),
  };
};

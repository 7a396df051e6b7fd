import { msg } from "@lingui/core/macro";
import { toName } from "../../email-layout/email-context.ts";
import { listPrice } from "./format-rate.ts";
import type { WriteLibraryEmail } from "./library-facts.ts";
import { productUrl, startContent } from "./parts.ts";

/** After a free trial was refused, because the user or the card had had one. */
export const writeTrialRefused: WriteLibraryEmail = (context, { entry }) => {
  const { i18n } = context;
  const { product, price, notice } = entry;
  const name = toName(context, product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your free trial of ${name} didn’t start`),
    heading: i18n._(msg`Your free trial didn’t start`),
    paragraphs: [
      notice?.code === "trial_refused_card"
        ? i18n._(
            msg`Your card was already used for a free trial. Each card can be used for one free trial only.`,
          )
        : i18n._(msg`You’ve already had a free trial. Each customer gets one free trial only.`),
      i18n._(
        msg`We canceled the subscription to ${name}, and you weren’t charged. You can still subscribe without a free trial.`,
      ),
    ],
    details: listPrice(context, price),
    action: {
      label: i18n._(msg`Subscribe without a trial`),
      url: productUrl(context, product.slug),
    },
  };
};

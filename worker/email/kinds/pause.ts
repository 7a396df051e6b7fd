import { msg } from "@lingui/core/macro";
import { toName } from "../../email-layout/email-context.ts";
import { listNextPayment } from "./cancellation.ts";
import type { WriteLibraryEmail } from "./library-facts.ts";
import { billingUrl, manageAction, startContent } from "./parts.ts";

/** After a pause has started, and after it has ended without a charge. */
export const writePause: WriteLibraryEmail = (context, facts) => {
  const { entry, pause } = facts;
  const isPaused = entry.access.reason === "subscription_paused";
  if (pause === null || isPaused !== (pause === "started")) return null;
  return isPaused ? writeStart(context, facts) : writeEnd(context, facts);
};

const writeStart: WriteLibraryEmail = (context, { entry: { access, product, sourceId } }) => {
  const { i18n } = context;
  const name = toName(context, product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your subscription to ${name} is paused`),
    heading: i18n._(msg`Your subscription is paused`),
    paragraphs: [
      access.active
        ? i18n._(
            msg`Your subscription to ${name} is paused. You won’t be charged until the pause ends.`,
          )
        : i18n._(
            msg`Your subscription to ${name} is paused. Until the pause ends, you don’t have access, and you won’t be charged.`,
          ),
      i18n._(msg`You can end the pause anytime on the billing page of your account.`),
    ],
    action: {
      label: i18n._(msg({ message: `End pause`, comment: "Button" })),
      url: billingUrl(context, sourceId),
    },
  };
};

const writeEnd: WriteLibraryEmail = (context, facts) => {
  const { i18n } = context;
  const { product, sourceId } = facts.entry;
  const name = toName(context, product.name);
  return {
    ...startContent(context),
    subject: i18n._(msg`The pause of your subscription to ${name} has ended`),
    heading: i18n._(msg`The pause has ended`),
    paragraphs: [
      i18n._(
        msg`Your subscription to ${name} continues. It renews automatically until you cancel it.`,
      ),
    ],
    details: listNextPayment(context, facts),
    action: manageAction(context, sourceId),
  };
};

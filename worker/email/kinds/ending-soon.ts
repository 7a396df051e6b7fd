import { msg } from "@lingui/core/macro";
import { toName } from "../../email-layout/email-context.ts";
import { listPrice } from "./format-rate.ts";
import type { WriteLibraryEmail } from "./library-facts.ts";
import {
  billingUrl,
  buyUrl,
  libraryAction,
  manageAction,
  startContent,
  startReminder,
} from "./parts.ts";

/**
 * Before a free trial becomes a paid subscription, which card networks require, and before a canceled subscription or a
 * gift ends, which is a reminder.
 */
export const writeEndingSoon: WriteLibraryEmail = (context, facts) => {
  if (facts.entry.source === "gift") return writeGiftEnding(context, facts);
  return facts.entry.access.reason === "subscription_trialing"
    ? writeTrialEnding(context, facts)
    : writeCanceledEnding(context, facts);
};

const writeGiftEnding: WriteLibraryEmail = (context, { entry: { id, access, product, again } }) => {
  const { i18n, formats, shop } = context;
  if (!access.active || access.until === null) return null;
  const name = toName(context, product.name);
  const shopName = toName(context, shop.name);
  const date = formats.date(access.until);
  return {
    ...startReminder(context),
    subject: i18n._(msg`Your free access to ${name} ends on ${date}`),
    heading: i18n._(msg`Your free access ends soon`),
    paragraphs: [
      i18n._(msg`Your free access to ${name} from ${shopName} ends on ${date}.`),
      i18n._(msg`No action is needed, and you won’t be charged.`),
      ...(again
        ? [i18n._(msg`If you want to keep your access, continue with your own subscription.`)]
        : []),
    ],
    action: again
      ? { label: i18n._(msg`Continue with a subscription`), url: buyUrl(context, again) }
      : libraryAction(context, id),
  };
};

const writeTrialEnding: WriteLibraryEmail = (context, { entry }) => {
  const { i18n, formats } = context;
  if (entry.renewsAt === null) return null;
  const name = toName(context, entry.product.name);
  const date = formats.date(entry.renewsAt);
  return {
    ...startContent(context),
    subject: i18n._(msg`Your free trial of ${name} ends on ${date}`),
    heading: i18n._(msg`Your free trial ends soon`),
    paragraphs: [
      i18n._(
        msg`Your free trial of ${name} ends on ${date}. Your paid subscription starts on that day, and we’ll charge you for the first time.`,
      ),
      i18n._(
        msg`No action is needed to continue. If you don’t want to be charged, cancel before ${date}.`,
      ),
    ],
    details: [
      {
        label: i18n._(
          msg({ message: `First payment`, comment: "Label of the date of the first payment" }),
        ),
        value: date,
      },
      ...listPrice(context, entry.price),
    ],
    action: manageAction(context, entry.sourceId),
  };
};

const writeCanceledEnding: WriteLibraryEmail = (context, { entry }) => {
  const { i18n, formats } = context;
  const { access, product, sourceId } = entry;
  if (access.reason !== "subscription_canceling" || access.until === null) return null;
  const name = toName(context, product.name);
  const date = formats.date(access.until);
  return {
    ...startReminder(context),
    subject: i18n._(msg`Your subscription to ${name} ends on ${date}`),
    heading: i18n._(msg`Your subscription ends soon`),
    paragraphs: [
      i18n._(
        msg`Your subscription to ${name} is canceled and ends on ${date}. You have access until then, and you won’t be charged again.`,
      ),
      i18n._(msg`If you want to keep your access, resume your subscription before ${date}.`),
    ],
    action: { label: i18n._(msg`Resume subscription`), url: billingUrl(context, sourceId) },
  };
};

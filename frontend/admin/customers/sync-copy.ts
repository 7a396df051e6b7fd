import type { I18n } from "@lingui/core";
import { msg, plural } from "@lingui/core/macro";
import type { ListedOrder } from "../orders/queries.ts";
import { getOrderStatusLabel } from "../orders/order-copy.ts";
import { getSubscriptionStatusLabel } from "../subscriptions/subscription-copy.ts";
import type { SyncOutcome } from "./queries.ts";

type Change = SyncOutcome["changes"][number];

/** Says in one sentence what a sync changed. */
export function describeSyncChange(i18n: I18n, change: Change): string {
  if (change.kind === "payments" || change.kind === "license_keys") {
    const { count } = change;
    return i18n._(
      change.kind === "payments"
        ? msg`${plural(count, { one: "# payment added.", other: "# payments added." })}`
        : msg`${plural(count, { one: "# license key returned.", other: "# license keys returned." })}`,
    );
  }
  const { productName: name } = change;
  switch (change.kind) {
    case "order": {
      const to = getOrderStatusLabel(i18n, change.to as ListedOrder["status"]);
      if (change.from === null) return i18n._(msg`Order of ${name} added: ${to}.`);
      const from = getOrderStatusLabel(i18n, change.from as ListedOrder["status"]);
      return i18n._(msg`Order of ${name} changed from “${from}” to “${to}”.`);
    }
    case "subscription": {
      const to = getSubscriptionStatusLabel(i18n, change.to);
      if (change.from === null) return i18n._(msg`Subscription to ${name} added: ${to}.`);
      const from = getSubscriptionStatusLabel(i18n, change.from);
      return i18n._(msg`Subscription to ${name} changed from “${from}” to “${to}”.`);
    }
    case "checkout":
      return change.to === "expired"
        ? i18n._(msg`Checkout for ${name} expired.`)
        : i18n._(msg`Checkout for ${name} is open.`);
    case "access_gained":
      return i18n._(msg`They now have access to ${name}.`);
    case "access_lost":
      return i18n._(msg`They no longer have access to ${name}.`);
  }
}

/** The heading of what a sync did. */
export function summarizeSync(i18n: I18n, { isAtStripe, changes }: SyncOutcome): string {
  if (!isAtStripe) return i18n._(msg`Nothing to sync: this customer has never opened a checkout.`);
  return changes.length === 0
    ? i18n._(msg`Synced from Stripe. Nothing changed.`)
    : i18n._(msg`Synced from Stripe.`);
}

import type Stripe from "stripe";
import { embeddedLink, endpoint, idListLink, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { listObjects, paginationParams } from "../protocol/list.ts";
import {
  integer,
  metadata,
  noParams,
  omitUndefined,
  oneOf,
  schemaFor,
  text,
} from "../protocol/params.ts";
import type { ItemChange } from "../billing/plan-items.ts";
import { listSubscriptionItems } from "../billing/subscription-items.ts";
import { updateSubscription, updateSubscriptionParams } from "../billing/update-subscription.ts";
import type { PriceRow, SubscriptionItemRow } from "../store/rows.ts";

const listParams = schemaFor<Stripe.SubscriptionItemListParams>()({
  ...paginationParams,
  subscription: text,
});

const proration = {
  payment_behavior: oneOf("allow_incomplete", "error_if_incomplete").optional(),
  proration_behavior: oneOf("always_invoice", "create_prorations", "none").optional(),
  proration_date: integer.optional(),
};
const quantity = integer
  .refine((value) => value >= 0, "This value must be greater than or equal to 0.")
  .optional();
const createParams = schemaFor<Stripe.SubscriptionItemCreateParams>()({
  ...proration,
  metadata: metadata.optional(),
  price: text,
  quantity,
  subscription: text,
});
const updateParams = schemaFor<Stripe.SubscriptionItemUpdateParams>()({
  ...proration,
  metadata: metadata.optional(),
  price: text.optional(),
  quantity,
});
const deleteParams = schemaFor<Stripe.SubscriptionItemDeleteParams>()(proration);

/** Changes one item as an update of its subscription does, and bills it the same way. */
function changeItem(
  account: Account,
  subscription: string,
  item: ItemChange,
  billing: Pick<
    Stripe.SubscriptionItemUpdateParams,
    "payment_behavior" | "proration_behavior" | "proration_date"
  >,
): void {
  updateSubscription(
    account,
    subscription,
    updateSubscriptionParams.parse({ items: [item], ...omitUndefined(billing) }),
  );
}

export const subscriptionItems: Feature = {
  objectTypes: [
    {
      type: "subscription_item",
      links: { discounts: idListLink("discount"), price: embeddedLink("price") },
      computeFields: (account: Account, item: SubscriptionItemRow) => {
        const price = account.get("price", item.price);
        return { price: account.serialize("price", price), plan: toPlan(price) };
      },
    },
  ],
  endpoints: [
    endpoint(
      "GET",
      "/v1/subscription_items",
      listParams,
      (account, { subscription, ...cursor }) => {
        account.get("subscription", subscription, "subscription");
        return listObjects(
          account,
          "subscription_item",
          "/v1/subscription_items",
          [{ field: "subscription", equals: subscription }],
          cursor,
          "oldest first",
        );
      },
    ),
    endpoint(
      "POST",
      "/v1/subscription_items",
      createParams,
      (account, { subscription, price, quantity: count, metadata: given, ...billing }) => {
        account.get("subscription", subscription, "subscription");
        const before = new Set(listSubscriptionItems(account, subscription).map(({ id }) => id));
        const item = omitUndefined({ price, quantity: count, metadata: given });
        changeItem(account, subscription, item, billing);
        const added = listSubscriptionItems(account, subscription).find(
          ({ id }) => !before.has(id),
        );
        return account.serialize("subscription_item", added!);
      },
    ),
    endpoint(
      "POST",
      "/v1/subscription_items/:id",
      updateParams,
      (account, { price, quantity: count, metadata: given, ...billing }, { id = "" }) => {
        const { subscription } = account.get("subscription_item", id);
        const item = omitUndefined({ id, price, quantity: count, metadata: given });
        changeItem(account, subscription, item, billing);
        return account.serialize("subscription_item", account.get("subscription_item", id));
      },
    ),
    endpoint(
      "DELETE",
      "/v1/subscription_items/:id",
      deleteParams,
      (account, billing, { id = "" }) => {
        const { subscription } = account.get("subscription_item", id);
        changeItem(account, subscription, { id, deleted: true }, billing);
        return { id, object: "subscription_item", deleted: true };
      },
    ),
    endpoint("GET", "/v1/subscription_items/:id", noParams, (account, _params, { id = "" }) =>
      account.serialize("subscription_item", account.get("subscription_item", id)),
    ),
  ],
};

/** Converts a price to the legacy `plan` object, which Stripe still includes. */
function toPlan(
  price: PriceRow,
): Omit<Stripe.Plan, "amount_decimal"> & { amount_decimal: string | null } {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring!.interval,
    interval_count: price.recurring!.interval_count,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product as string,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: price.recurring!.trial_period_days,
    usage_type: price.recurring!.usage_type,
  };
}

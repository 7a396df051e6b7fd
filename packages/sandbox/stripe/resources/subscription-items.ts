import type Stripe from "stripe";
import { embeddedLink, endpoint, idListLink, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { listObjects, paginationParams } from "../protocol/list.ts";
import { noParams, schemaFor, text } from "../protocol/params.ts";
import type { PriceRow, SubscriptionItemRow } from "../store/rows.ts";

const listParams = schemaFor<Stripe.SubscriptionItemListParams>()({
  ...paginationParams,
  subscription: text,
});

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

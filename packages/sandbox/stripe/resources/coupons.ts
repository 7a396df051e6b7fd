import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { currency } from "../catalog/create-price.ts";
import { isValid } from "../discounts/coupon.ts";
import { invalid } from "../protocol/errors.ts";
import { randomText } from "../protocol/ids.ts";
import { byCreated, listObjects, pagination } from "../protocol/list.ts";
import {
  integer,
  listOf,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  onlyGiven,
  percentage,
  range,
  shape,
  text,
} from "../protocol/params.ts";
import type { Account } from "../account.ts";

const path = "/v1/coupons";

const createParams = shape<Stripe.CouponCreateParams>()({
  applies_to: shape<Stripe.CouponCreateParams.AppliesTo>()({ products: listOf(text) }).optional(),
  amount_off: integer.optional(),
  currency: currency.optional(),
  duration: oneOf("forever", "once", "repeating").optional(),
  duration_in_months: integer.optional(),
  id: text.optional(),
  max_redemptions: integer.optional(),
  metadata: metadata.optional(),
  name: text.max(40).optional(),
  percent_off: percentage.optional(),
  redeem_by: integer.optional(),
});
const updateParams = shape<Stripe.CouponUpdateParams>()({
  metadata: metadata.optional(),
  name: text.max(40).optional(),
});
const listParams = shape<Stripe.CouponListParams>()({ ...pagination, created: range.optional() });

export const coupons: Feature = {
  kinds: [
    {
      type: "coupon",
      links: {
        applies_to: {
          kind: "hidden",
          load: (account, coupon) => {
            const products = account.get("coupon", coupon)._products;
            return products ? { products } : undefined;
          },
        },
      },
      complete: (account: Account, coupon: Stripe.Coupon) => ({ valid: isValid(account, coupon) }),
    },
    {
      type: "discount",
      links: {
        customer: id("customer"),
        promotion_code: id("promotion_code"),
        "source.coupon": id("coupon"),
      },
    },
  ],
  endpoints: [
    endpoint("POST", path, createParams, (account, params) => {
      const { amount_off: off, percent_off: percent, duration = "once" } = params;
      if ((off === undefined) === (percent === undefined))
        throw invalid("Must provide one of percent_off or amount_off.", { param: "percent_off" });
      if (off !== undefined && (off < 1 || !params.currency))
        throw invalid("You must pass a positive `amount_off` and its `currency`.", {
          param: off < 1 ? "amount_off" : "currency",
        });
      if ((duration === "repeating") !== (params.duration_in_months !== undefined))
        throw invalid(
          "`duration_in_months` is required when `duration` is `repeating`, and only then.",
          { param: "duration_in_months" },
        );
      for (const product of params.applies_to?.products ?? [])
        account.get("product", product, "applies_to[products]");
      const name = params.id ?? randomText(8);
      if (account.objects.find("coupon", name))
        throw invalid("Coupon already exists.", { code: "resource_already_exists", param: "id" });
      const coupon = account.create(
        "coupon",
        {
          id: name,
          object: "coupon",
          amount_off: off ?? null,
          created: account.clock.now(),
          currency: off === undefined ? null : params.currency!,
          duration,
          duration_in_months: params.duration_in_months ?? null,
          livemode: false,
          max_redemptions: params.max_redemptions ?? null,
          metadata: mergeMetadata({}, params.metadata),
          name: params.name ?? null,
          percent_off: percent ?? null,
          redeem_by: params.redeem_by ?? null,
          times_redeemed: 0,
          valid: true,
          _products: params.applies_to?.products ?? null,
        },
        "coupon.created",
      );
      return account.show("coupon", coupon);
    }),
    endpoint("GET", path, listParams, (account, { created, ...cursor }) =>
      listObjects(account, "coupon", path, byCreated(created), cursor),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: coupon = "" }) =>
      account.show("coupon", account.get("coupon", coupon)),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id: coupon = "" }) => {
      const { metadata: before } = account.get("coupon", coupon);
      const change = {
        ...onlyGiven({ name: params.name }),
        metadata: mergeMetadata(before ?? {}, params.metadata),
      };
      return account.show("coupon", account.change("coupon", coupon, change, "coupon.updated"));
    }),
    endpoint("DELETE", `${path}/:id`, noParams, (account, _params, { id: coupon = "" }) => {
      account.emit("coupon.deleted", "coupon", account.get("coupon", coupon));
      return account.objects.bury("coupon", coupon);
    }),
  ],
};

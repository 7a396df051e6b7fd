import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { currency } from "../catalog/create-price.ts";
import { isCouponValid } from "../discounts/coupon.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { randomText } from "../protocol/ids.ts";
import { filterByCreated, listObjects, paginationParams } from "../protocol/list.ts";
import {
  integer,
  listOf,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  omitUndefined,
  percentage,
  range,
  schemaFor,
  text,
} from "../protocol/params.ts";
import type { Account } from "../account.ts";

const path = "/v1/coupons";

const createParams = schemaFor<Stripe.CouponCreateParams>()({
  applies_to: schemaFor<Stripe.CouponCreateParams.AppliesTo>()({
    products: listOf(text),
  }).optional(),
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
const updateParams = schemaFor<Stripe.CouponUpdateParams>()({
  metadata: metadata.optional(),
  name: text.max(40).optional(),
});
const listParams = schemaFor<Stripe.CouponListParams>()({
  ...paginationParams,
  created: range.optional(),
});

export const coupons: Feature = {
  objectTypes: [
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
      computeFields: (account: Account, coupon: Stripe.Coupon) => ({
        valid: isCouponValid(account, coupon),
      }),
    },
    {
      type: "discount",
      links: {
        customer: idLink("customer"),
        promotion_code: idLink("promotion_code"),
        "source.coupon": idLink("coupon"),
      },
    },
  ],
  endpoints: [
    endpoint("POST", path, createParams, (account, params) => {
      const { amount_off: off, percent_off: percent, duration = "once" } = params;
      if ((off === undefined) === (percent === undefined))
        throw invalidRequestError("Must provide one of percent_off or amount_off.", {
          param: "percent_off",
        });
      if (off !== undefined && (off < 1 || !params.currency))
        throw invalidRequestError("You must pass a positive `amount_off` and its `currency`.", {
          param: off < 1 ? "amount_off" : "currency",
        });
      if ((duration === "repeating") !== (params.duration_in_months !== undefined))
        throw invalidRequestError(
          "`duration_in_months` is required when `duration` is `repeating`, and only then.",
          { param: "duration_in_months" },
        );
      for (const product of params.applies_to?.products ?? [])
        account.get("product", product, "applies_to[products]");
      const name = params.id ?? randomText(8);
      if (account.objects.find("coupon", name))
        throw invalidRequestError("Coupon already exists.", {
          code: "resource_already_exists",
          param: "id",
        });
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
      return account.serialize("coupon", coupon);
    }),
    endpoint("GET", path, listParams, (account, { created, ...cursor }) =>
      listObjects(account, "coupon", path, filterByCreated(created), cursor),
    ),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: coupon = "" }) =>
      account.serialize("coupon", account.get("coupon", coupon)),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id: coupon = "" }) => {
      const { metadata: before } = account.get("coupon", coupon);
      const change = {
        ...omitUndefined({ name: params.name }),
        metadata: mergeMetadata(before ?? {}, params.metadata),
      };
      return account.serialize(
        "coupon",
        account.update("coupon", coupon, change, "coupon.updated"),
      );
    }),
    endpoint("DELETE", `${path}/:id`, noParams, (account, _params, { id: coupon = "" }) => {
      account.emit("coupon.deleted", "coupon", account.get("coupon", coupon));
      return account.objects.markDeleted("coupon", coupon);
    }),
  ],
};

import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { currency } from "../catalog/create-price.ts";
import { findPromotion } from "../discounts/promotion.ts";
import { invalid } from "../protocol/errors.ts";
import { newId, randomText } from "../protocol/ids.ts";
import { byCreated, byFields, listObjects, pagination } from "../protocol/list.ts";
import {
  flag,
  integer,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  onlyGiven,
  range,
  shape,
  text,
} from "../protocol/params.ts";

const path = "/v1/promotion_codes";

const createParams = shape<Stripe.PromotionCodeCreateParams>()({
  active: flag.optional(),
  code: text.regex(/^[A-Za-z0-9-]+$/, "Codes are letters, digits and dashes.").optional(),
  customer: text.optional(),
  expires_at: integer.optional(),
  max_redemptions: integer.optional(),
  metadata: metadata.optional(),
  promotion: shape<Stripe.PromotionCodeCreateParams.Promotion>()({
    coupon: text,
    type: oneOf("coupon"),
  }),
  restrictions: shape<Stripe.PromotionCodeCreateParams.Restrictions>()({
    first_time_transaction: flag.optional(),
    minimum_amount: integer.optional(),
    minimum_amount_currency: currency.optional(),
  }).optional(),
});
const updateParams = shape<Stripe.PromotionCodeUpdateParams>()({
  active: flag.optional(),
  metadata: metadata.optional(),
});
const listParams = shape<Stripe.PromotionCodeListParams>()({
  ...pagination,
  active: flag.optional(),
  code: text.optional(),
  coupon: text.optional(),
  created: range.optional(),
  customer: text.optional(),
});

export const promotionCodes: Feature = {
  kinds: [
    {
      type: "promotion_code",
      links: { customer: id("customer"), "promotion.coupon": id("coupon") },
    },
  ],
  endpoints: [
    endpoint("POST", path, createParams, (account, params) => {
      account.get("coupon", params.promotion.coupon, "promotion[coupon]");
      if (params.customer) account.get("customer", params.customer, "customer");
      const code = params.code ?? randomText(8).toUpperCase();
      if (findPromotion(account, code))
        throw invalid(`An active promotion code with \`code: ${code}\` already exists.`, {
          code: "resource_already_exists",
          param: "code",
        });
      const created = account.create(
        "promotion_code",
        {
          id: newId("promotion_code"),
          object: "promotion_code",
          active: params.active ?? true,
          code,
          created: account.clock.now(),
          customer: params.customer ?? null,
          customer_account: null,
          expires_at: params.expires_at ?? null,
          livemode: false,
          max_redemptions: params.max_redemptions ?? null,
          metadata: mergeMetadata({}, params.metadata),
          promotion: params.promotion,
          restrictions: {
            first_time_transaction: params.restrictions?.first_time_transaction ?? false,
            minimum_amount: params.restrictions?.minimum_amount ?? null,
            minimum_amount_currency: params.restrictions?.minimum_amount_currency ?? null,
          },
          times_redeemed: 0,
        },
        "promotion_code.created",
      );
      return account.show("promotion_code", created);
    }),
    endpoint("GET", path, listParams, (account, params) => {
      const { active, code, coupon, created, customer, ...cursor } = params;
      const fields = byFields({ active, code, customer, "promotion.coupon": coupon });
      return listObjects(
        account,
        "promotion_code",
        path,
        [...fields, ...byCreated(created)],
        cursor,
      );
    }),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: code = "" }) =>
      account.show("promotion_code", account.get("promotion_code", code)),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id: code = "" }) => {
      const { metadata: before } = account.get("promotion_code", code);
      const change = {
        ...onlyGiven({ active: params.active }),
        metadata: mergeMetadata(before ?? {}, params.metadata),
      };
      return account.show(
        "promotion_code",
        account.change("promotion_code", code, change, "promotion_code.updated"),
      );
    }),
  ],
};

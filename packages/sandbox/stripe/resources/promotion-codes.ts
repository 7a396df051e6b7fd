import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { currency } from "../catalog/create-price.ts";
import { findPromotionCode } from "../discounts/promotion.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import { newId, randomText } from "../protocol/ids.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import {
  flag,
  integer,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  omitUndefined,
  range,
  schemaFor,
  text,
} from "../protocol/params.ts";

const path = "/v1/promotion_codes";

const createParams = schemaFor<Stripe.PromotionCodeCreateParams>()({
  active: flag.optional(),
  code: text.regex(/^[A-Za-z0-9-]+$/, "Codes are letters, digits and dashes.").optional(),
  customer: text.optional(),
  expires_at: integer.optional(),
  max_redemptions: integer.optional(),
  metadata: metadata.optional(),
  promotion: schemaFor<Stripe.PromotionCodeCreateParams.Promotion>()({
    coupon: text,
    type: oneOf("coupon"),
  }),
  restrictions: schemaFor<Stripe.PromotionCodeCreateParams.Restrictions>()({
    first_time_transaction: flag.optional(),
    minimum_amount: integer.optional(),
    minimum_amount_currency: currency.optional(),
  }).optional(),
});
const updateParams = schemaFor<Stripe.PromotionCodeUpdateParams>()({
  active: flag.optional(),
  metadata: metadata.optional(),
});
const listParams = schemaFor<Stripe.PromotionCodeListParams>()({
  ...paginationParams,
  active: flag.optional(),
  code: text.optional(),
  coupon: text.optional(),
  created: range.optional(),
  customer: text.optional(),
});

export const promotionCodes: Feature = {
  objectTypes: [
    {
      type: "promotion_code",
      links: { customer: idLink("customer"), "promotion.coupon": idLink("coupon") },
    },
  ],
  endpoints: [
    endpoint("POST", path, createParams, (account, params) => {
      account.get("coupon", params.promotion.coupon, "promotion[coupon]");
      if (params.customer) account.get("customer", params.customer, "customer");
      const code = params.code ?? randomText(8).toUpperCase();
      if (findPromotionCode(account, code))
        // Recorded: this error has neither `code` nor `param`.
        throw invalidRequestError(
          `An active promotion code with \`code: ${code}\` already exists.`,
        );
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
      return account.serialize("promotion_code", created);
    }),
    endpoint("GET", path, listParams, (account, params) => {
      const { active, code, coupon, created, customer, ...cursor } = params;
      const fields = filterByFields({ active, customer, "promotion.coupon": coupon });
      const ofCode = code ? [{ sql: "upper(data ->> '$.code') = upper(?)", values: [code] }] : [];
      return listObjects(
        account,
        "promotion_code",
        path,
        [...fields, ...ofCode, ...filterByCreated(created)],
        cursor,
      );
    }),
    endpoint("GET", `${path}/:id`, noParams, (account, _params, { id: code = "" }) =>
      account.serialize("promotion_code", account.get("promotion_code", code)),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (account, params, { id: code = "" }) => {
      const { metadata: before } = account.get("promotion_code", code);
      const change = {
        ...omitUndefined({ active: params.active }),
        metadata: mergeMetadata(before ?? {}, params.metadata),
      };
      return account.serialize(
        "promotion_code",
        account.update("promotion_code", code, change, "promotion_code.updated"),
      );
    }),
  ],
};

import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { makePrice, priceFields, productData } from "../catalog/create-price.ts";
import { makeProduct } from "../catalog/create-product.ts";
import { invalid } from "../protocol/errors.ts";
import { byCreated, byFields, listObjects, pagination } from "../protocol/list.ts";
import {
  flag,
  listOf,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  onlyGiven,
  range,
  shape,
  text,
} from "../protocol/params.ts";

const createParams = shape<Stripe.PriceCreateParams>()({
  ...priceFields,
  active: flag.optional(),
  billing_scheme: oneOf("per_unit").optional(),
  lookup_key: text.max(200).optional(),
  nickname: text.optional(),
  product: text.optional(),
  product_data: productData.optional(),
  transfer_lookup_key: flag.optional(),
});
const updateParams = shape<Stripe.PriceUpdateParams>()({
  active: flag.optional(),
  lookup_key: text.max(200).optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified").optional(),
  transfer_lookup_key: flag.optional(),
});
const listParams = shape<Stripe.PriceListParams>()({
  ...pagination,
  active: flag.optional(),
  created: range.optional(),
  currency: text.optional(),
  lookup_keys: listOf(text).optional(),
  product: text.optional(),
  recurring: shape<Stripe.PriceListParams.Recurring>()({
    interval: oneOf("day", "week", "month", "year").optional(),
  }).optional(),
  type: oneOf("one_time", "recurring").optional(),
});

/** A lookup key belongs to one active price; it moves only when the caller says so. */
function claimLookupKey(
  account: Account,
  key: string | undefined,
  transfer: boolean | undefined,
  owner?: string,
): void {
  if (!key) return;
  const holder = account.objects.all("price", [{ field: "lookup_key", equals: key }])[0];
  if (!holder || holder.id === owner) return;
  if (!transfer) {
    throw invalid(`A price (\`${holder.id}\`) already uses that lookup key.`, {
      param: "lookup_key",
    });
  }
  account.change("price", holder.id, { lookup_key: null }, "price.updated");
}

export const prices: Feature = {
  kinds: [{ type: "price", links: { product: id("product") } }],
  endpoints: [
    endpoint(
      "POST",
      "/v1/prices",
      createParams,
      (account, { product, product_data: data, transfer_lookup_key: transfer, ...fields }) => {
        if (!product === !data) {
          throw invalid(
            "You must specify either `product` or `product_data` when creating a price.",
            { param: "product" },
          );
        }
        if (product) account.get("product", product, "product");
        claimLookupKey(account, fields.lookup_key, transfer);
        const owner =
          product ??
          makeProduct(account, {
            ...onlyGiven(data!),
            name: data!.name,
            metadata: mergeMetadata({}, data!.metadata),
          }).id;
        return account.show("price", makePrice(account, owner, fields));
      },
    ),
    endpoint(
      "GET",
      "/v1/prices",
      listParams,
      (
        account,
        {
          active,
          created,
          currency: money,
          lookup_keys: keys,
          product,
          recurring: interval,
          type,
          ...cursor
        },
      ) => {
        const byKeys = keys
          ? [
              {
                sql: `data ->> '$.lookup_key' IN (${keys.map(() => "?").join(", ")})`,
                values: keys,
              },
            ]
          : [];
        const filters = [
          ...byFields({
            active,
            currency: money,
            product,
            type,
            "recurring.interval": interval?.interval,
          }),
          ...byKeys,
          ...byCreated(created),
        ];
        return listObjects(account, "price", "/v1/prices", filters, cursor);
      },
    ),
    endpoint("GET", "/v1/prices/:id", noParams, (account, _params, { id: price = "" }) =>
      account.show("price", account.get("price", price)),
    ),
    endpoint(
      "POST",
      "/v1/prices/:id",
      updateParams,
      (
        account,
        { metadata: given, transfer_lookup_key: transfer, ...fields },
        { id: priceId = "" },
      ) => {
        const price = account.get("price", priceId);
        claimLookupKey(account, fields.lookup_key, transfer, priceId);
        const change = { ...onlyGiven(fields), metadata: mergeMetadata(price.metadata, given) };
        return account.show("price", account.change("price", priceId, change, "price.updated"));
      },
    ),
  ],
};

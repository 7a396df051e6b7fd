import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import type { Account } from "../account.ts";
import { createPrice, priceFields, productData } from "../catalog/create-price.ts";
import { createProduct } from "../catalog/create-product.ts";
import { invalidRequestError } from "../protocol/errors.ts";
import {
  filterByCreated,
  filterByFields,
  listObjects,
  paginationParams,
} from "../protocol/list.ts";
import {
  flag,
  listOf,
  mergeMetadata,
  metadata,
  noParams,
  oneOf,
  omitUndefined,
  range,
  schemaFor,
  text,
} from "../protocol/params.ts";

const createParams = schemaFor<Stripe.PriceCreateParams>()({
  ...priceFields,
  active: flag.optional(),
  billing_scheme: oneOf("per_unit").optional(),
  lookup_key: text.max(200).optional(),
  nickname: text.optional(),
  product: text.optional(),
  product_data: productData.optional(),
  transfer_lookup_key: flag.optional(),
});
const updateParams = schemaFor<Stripe.PriceUpdateParams>()({
  active: flag.optional(),
  lookup_key: text.max(200).optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified").optional(),
  transfer_lookup_key: flag.optional(),
});
const listParams = schemaFor<Stripe.PriceListParams>()({
  ...paginationParams,
  active: flag.optional(),
  created: range.optional(),
  currency: text.optional(),
  lookup_keys: listOf(text).optional(),
  product: text.optional(),
  recurring: schemaFor<Stripe.PriceListParams.Recurring>()({
    interval: oneOf("day", "week", "month", "year").optional(),
  }).optional(),
  type: oneOf("one_time", "recurring").optional(),
});

/**
 * Removes a lookup key from the price that has it, so that another price can use it.
 * @throws ApiError if the key is taken and `transfer` isn't set.
 */
function claimLookupKey(
  account: Account,
  key: string | undefined,
  transfer: boolean | undefined,
  ownPriceId?: string,
): void {
  if (!key) return;
  const currentPrice = account.objects.findAll("price", [{ field: "lookup_key", equals: key }])[0];
  if (!currentPrice || currentPrice.id === ownPriceId) return;
  if (!transfer) {
    throw invalidRequestError(`A price (\`${currentPrice.id}\`) already uses that lookup key.`, {
      param: "lookup_key",
    });
  }
  account.update("price", currentPrice.id, { lookup_key: null }, "price.updated");
}

export const prices: Feature = {
  objectTypes: [{ type: "price", links: { product: idLink("product") } }],
  endpoints: [
    endpoint(
      "POST",
      "/v1/prices",
      createParams,
      (account, { product, product_data: data, transfer_lookup_key: transfer, ...fields }) => {
        if (!product === !data) {
          throw invalidRequestError(
            "You must specify either `product` or `product_data` when creating a price.",
            { param: "product" },
          );
        }
        if (product) account.get("product", product, "product");
        claimLookupKey(account, fields.lookup_key, transfer);
        const productId =
          product ??
          createProduct(account, {
            ...omitUndefined(data!),
            name: data!.name,
            metadata: mergeMetadata({}, data!.metadata),
          }).id;
        return account.serialize("price", createPrice(account, productId, fields));
      },
    ),
    endpoint(
      "GET",
      "/v1/prices",
      listParams,
      (
        account,
        {
          // Inactive prices are listed only on request.
          active = true,
          created,
          currency: currencyFilter,
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
          ...filterByFields({
            active,
            currency: currencyFilter,
            product,
            type,
            "recurring.interval": interval?.interval,
          }),
          ...byKeys,
          ...filterByCreated(created),
        ];
        return listObjects(account, "price", "/v1/prices", filters, cursor);
      },
    ),
    endpoint("GET", "/v1/prices/:id", noParams, (account, _params, { id: price = "" }) =>
      account.serialize("price", account.get("price", price)),
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
        const behavior = fields.tax_behavior;
        if (behavior && price.tax_behavior !== "unspecified" && price.tax_behavior !== behavior)
          throw invalidRequestError(
            "You cannot change the `tax_behavior` of a price once it is `inclusive` or `exclusive`.",
            { param: "tax_behavior" },
          );
        claimLookupKey(account, fields.lookup_key, transfer, priceId);
        const change = { ...omitUndefined(fields), metadata: mergeMetadata(price.metadata, given) };
        return account.serialize(
          "price",
          account.update("price", priceId, change, "price.updated"),
        );
      },
    ),
  ],
};

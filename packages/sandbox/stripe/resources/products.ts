import type Stripe from "stripe";
import { endpoint, idLink, type Feature } from "../feature.ts";
import { createPrice, priceFields } from "../catalog/create-price.ts";
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
  omitUndefined,
  range,
  schemaFor,
  text,
  unsettable,
  url,
} from "../protocol/params.ts";

const marketingFeature = schemaFor<Stripe.ProductCreateParams.MarketingFeature>()({ name: text });

const common = {
  active: flag.optional(),
  description: unsettable(text).optional(),
  images: listOf(url).optional(),
  marketing_features: listOf(marketingFeature).optional(),
  metadata: metadata.optional(),
  shippable: flag.optional(),
  statement_descriptor: text.max(22).optional(),
  tax_code: unsettable(text).optional(),
  unit_label: unsettable(text.max(12)).optional(),
  url: unsettable(url).optional(),
};

const createParams = schemaFor<Stripe.ProductCreateParams>()({
  ...common,
  id: text.optional(),
  name: text,
  default_price_data:
    schemaFor<Stripe.ProductCreateParams.DefaultPriceData>()(priceFields).optional(),
});
const updateParams = schemaFor<Stripe.ProductUpdateParams>()({
  ...common,
  name: text.optional(),
  default_price: text.optional(),
});
const listParams = schemaFor<Stripe.ProductListParams>()({
  ...paginationParams,
  active: flag.optional(),
  created: range.optional(),
  ids: listOf(text).optional(),
  url: text.optional(),
});

export const products: Feature = {
  objectTypes: [{ type: "product", links: { default_price: idLink("price") } }],
  endpoints: [
    endpoint(
      "POST",
      "/v1/products",
      createParams,
      (account, { metadata: given, default_price_data: priceData, ...fields }) => {
        if (fields.id && account.objects.find("product", fields.id)) {
          throw invalidRequestError(`Product already exists with ID ${fields.id}.`, {
            code: "resource_already_exists",
            param: "id",
          });
        }
        const product = createProduct(account, {
          ...omitUndefined(fields),
          name: fields.name,
          metadata: mergeMetadata({}, given),
        });
        if (!priceData) return account.serialize("product", product);
        const price = createPrice(account, product.id, priceData);
        return account.serialize(
          "product",
          account.update("product", product.id, { default_price: price.id }, "product.updated"),
        );
      },
    ),
    endpoint(
      "GET",
      "/v1/products",
      listParams,
      (account, { active, created, ids, url: wantedUrl, ...cursor }) => {
        const byIds = ids ? [{ sql: `id IN (${ids.map(() => "?").join(", ")})`, values: ids }] : [];
        return listObjects(
          account,
          "product",
          "/v1/products",
          [...filterByFields({ active, url: wantedUrl }), ...byIds, ...filterByCreated(created)],
          cursor,
        );
      },
    ),
    endpoint("GET", "/v1/products/:id", noParams, (account, _params, { id: product = "" }) =>
      account.serialize("product", account.get("product", product)),
    ),
    endpoint(
      "POST",
      "/v1/products/:id",
      updateParams,
      (account, { metadata: given, ...fields }, { id: productId = "" }) => {
        const product = account.get("product", productId);
        if (fields.default_price) account.get("price", fields.default_price, "default_price");
        const change = {
          ...omitUndefined(fields),
          metadata: mergeMetadata(product.metadata, given),
          updated: account.clock.now(),
        };
        return account.serialize(
          "product",
          account.update("product", productId, change, "product.updated"),
        );
      },
    ),
    endpoint("DELETE", "/v1/products/:id", noParams, (account, _params, { id: productId = "" }) => {
      const product = account.get("product", productId);
      if (account.objects.findAll("price", [{ field: "product", equals: productId }]).length > 0) {
        throw invalidRequestError(
          "This product cannot be deleted because it has one or more user-created prices.",
        );
      }
      account.emit("product.deleted", "product", product);
      return account.objects.markDeleted("product", productId);
    }),
  ],
};

import type Stripe from "stripe";
import { endpoint, id, type Feature } from "../feature.ts";
import { makePrice, priceFields } from "../catalog/create-price.ts";
import { makeProduct } from "../catalog/create-product.ts";
import { invalid } from "../protocol/errors.ts";
import { byCreated, byFields, listObjects, pagination } from "../protocol/list.ts";
import {
  flag,
  listOf,
  mergeMetadata,
  metadata,
  noParams,
  onlyGiven,
  range,
  shape,
  text,
  unsettable,
  url,
} from "../protocol/params.ts";

const marketingFeature = shape<Stripe.ProductCreateParams.MarketingFeature>()({ name: text });

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

const createParams = shape<Stripe.ProductCreateParams>()({
  ...common,
  id: text.optional(),
  name: text,
  default_price_data: shape<Stripe.ProductCreateParams.DefaultPriceData>()(priceFields).optional(),
});
const updateParams = shape<Stripe.ProductUpdateParams>()({
  ...common,
  name: text.optional(),
  default_price: text.optional(),
});
const listParams = shape<Stripe.ProductListParams>()({
  ...pagination,
  active: flag.optional(),
  created: range.optional(),
  ids: listOf(text).optional(),
  url: text.optional(),
});

export const products: Feature = {
  kinds: [{ type: "product", links: { default_price: id("price") } }],
  endpoints: [
    endpoint(
      "POST",
      "/v1/products",
      createParams,
      (account, { metadata: given, default_price_data: priceData, ...fields }) => {
        if (fields.id && account.objects.find("product", fields.id)) {
          throw invalid(`Product already exists with ID ${fields.id}.`, {
            code: "resource_already_exists",
            param: "id",
          });
        }
        const product = makeProduct(account, {
          ...onlyGiven(fields),
          name: fields.name,
          metadata: mergeMetadata({}, given),
        });
        if (!priceData) return account.show("product", product);
        const price = makePrice(account, product.id, priceData);
        return account.show(
          "product",
          account.change("product", product.id, { default_price: price.id }, "product.updated"),
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
          [...byFields({ active, url: wantedUrl }), ...byIds, ...byCreated(created)],
          cursor,
        );
      },
    ),
    endpoint("GET", "/v1/products/:id", noParams, (account, _params, { id: product = "" }) =>
      account.show("product", account.get("product", product)),
    ),
    endpoint(
      "POST",
      "/v1/products/:id",
      updateParams,
      (account, { metadata: given, ...fields }, { id: productId = "" }) => {
        const product = account.get("product", productId);
        if (fields.default_price) account.get("price", fields.default_price, "default_price");
        const change = {
          ...onlyGiven(fields),
          metadata: mergeMetadata(product.metadata, given),
          updated: account.clock.now(),
        };
        return account.show(
          "product",
          account.change("product", productId, change, "product.updated"),
        );
      },
    ),
    endpoint("DELETE", "/v1/products/:id", noParams, (account, _params, { id: productId = "" }) => {
      const product = account.get("product", productId);
      if (account.objects.all("price", [{ field: "product", equals: productId }]).length > 0) {
        throw invalid(
          "This product cannot be deleted because it has one or more user-created prices.",
        );
      }
      account.emit("product.deleted", "product", product);
      return account.objects.bury("product", productId);
    }),
  ],
};

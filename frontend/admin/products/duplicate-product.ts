import type { I18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { toProductRequest, toProductValues } from "./product-values.ts";
import type { EditableProduct, ProductRequest } from "./editor-queries.ts";

/** A name has at most 120 characters, and a slug 64. */
const MAX_NAME = 100;
const MAX_SLUG = 50;

/**
 * Returns the request that creates a copy of a product as a draft: with its texts, the prices that are for sale, and the
 * same benefits, which both products then share.
 * @param mark makes the URL of the copy its own
 */
export function toDuplicate(i18n: I18n, product: EditableProduct, mark: string): ProductRequest {
  const values = toProductValues(product);
  const name = product.name.slice(0, MAX_NAME);
  const copy = {
    ...values,
    name: i18n._(msg`${name} (copy)`),
    slug: `${product.slug.slice(0, MAX_SLUG)}-copy-${mark}`,
    prices: values.prices
      .filter(({ active }) => active)
      .map((price, index) => ({ ...price, key: `copy-${index}`, priceId: null })),
  };
  const result = toProductRequest(i18n, copy, toProductValues(null), {
    isPublished: false,
    needsPrice: false,
  });
  if ("problems" in result) throw new Error(result.problems[0]?.message);
  return result.request;
}

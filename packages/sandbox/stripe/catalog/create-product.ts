import type Stripe from "stripe";
import type { Account } from "../account.ts";
import { newId } from "../protocol/ids.ts";

/** Creates a product. Also used for `product_data` inside a price or a line item. */
export function createProduct(
  account: Account,
  fields: Partial<Stripe.Product> & { name: string },
): Stripe.Product {
  const now = account.clock.now();
  const product: Stripe.Product = {
    id: newId("product"),
    object: "product",
    active: true,
    created: now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: now,
    url: null,
    ...fields,
  };
  return account.create("product", product, "product.created");
}

import { expect, test } from "vitest";
import { openCheckout } from "../checkout/open-checkout.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";

test.each([
  ["/api/admin/discounts", "promo_unknown"],
  ["/api/admin/products/importable", "prod_unknown"],
])("a cursor of %s that Stripe doesn't know answers 422", async (path, cursor) => {
  const admin = await createSignedInUser({ role: "admin", env: openTestShop().env });
  const response = await admin.fetch(`${path}?cursor=${cursor}`);
  expect(await response.json()).toMatchObject({ status: 422, fields: [{ path: "cursor" }] });
});

test("a cursor of the invoices that Stripe doesn't know answers 422", async () => {
  const shop = openTestShop();
  const buyer = await createSignedInUser({ env: shop.env });
  const sold = await shop.createPublishedProduct({});
  const { url } = await openCheckout(shop.asUser(buyer.userId), { priceId: sold.prices[0]!.id });
  await shop.pay(url);
  const response = await buyer.fetch("/api/me/invoices?cursor=in_unknown");
  expect(await response.json()).toMatchObject({ status: 422, fields: [{ path: "cursor" }] });
});

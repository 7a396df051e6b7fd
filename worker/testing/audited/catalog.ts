import { offerPrice } from "../../admin/products/add-price.ts";
import { createProduct } from "../../admin/products/create-product.ts";
import { versionOf } from "../../admin/products/edit-benefit.ts";
import { newProduct } from "../../catalog/schema.ts";
import { showEditedProduct } from "../../admin/products/show-editable-product.ts";
import type { TestShop } from "../shop.ts";
import { writes, type AuditRule, type ChangingRoute } from "./change.ts";

const feature = { type: "feature", name: "Exports", settings: {} } as const;
const price = { type: "one_time", amountMinor: 2900, currency: "usd" } as const;
const words = () => ({
  slug: `p-${crypto.randomUUID()}`,
  name: "A Product",
  tagline: "",
  description: "",
});

/** A product that nobody can buy yet, as its editor shows it. */
async function draft(shop: TestShop) {
  const product = newProduct.parse({ ...words(), prices: [price], benefits: [feature, feature] });
  const { id } = await createProduct(shop.ctx(), { ...product, position: 10_000 });
  return showEditedProduct(shop.ctx(), { id });
}

const ofDraft = async (shop: TestShop, json: object) => ({
  at: { id: (await draft(shop)).id },
  json,
});

export const catalogChanges = {
  "POST /api/admin/products": writes("product.created", () => ({
    json: { ...words(), prices: [price], benefits: [feature] },
  })),
  "POST /api/admin/products/imports": writes("product.imported", async (shop) => {
    const { id } = await shop.ctx().stripe.products.create({ name: "Made at Stripe" });
    return { json: { stripeProductIds: [id] } };
  }),
  "POST /api/admin/products/images": "bytes, until a product names them",
  "POST /api/admin/products/preview": "changes nothing",
  "PUT /api/admin/products/:id": writes("product.updated", async (shop) => {
    const { id, updatedAt } = await draft(shop);
    const edited = { ...words(), image: null, exclusiveGroup: null, updatedAt };
    return { at: { id }, json: edited };
  }),
  "PUT /api/admin/products/:id/status": [
    writes("product.published", (shop) => ofDraft(shop, { status: "published" }), {
      // What Stripe called them: published or not, it has them.
      before: ["prices", "products"],
    }),
    writes("product.unpublished", async (shop) => {
      const { id } = await shop.sell({});
      return { at: { id }, json: { status: "draft" } };
    }),
    writes("product.archived", (shop) => ofDraft(shop, { status: "archived" })),
  ],
  "PUT /api/admin/products/:id/position": writes("product.moved", async (shop) => {
    await draft(shop);
    return ofDraft(shop, { direction: "up" });
  }),
  "POST /api/admin/products/:id/push": "tells Stripe of a change that is in the log",
  "POST /api/admin/products/:id/prices": writes("price.added", (shop) => ofDraft(shop, price)),
  "PUT /api/admin/products/:id/prices/:priceId": [
    writes("price.archived", async (shop) => {
      const { id, prices } = await draft(shop);
      return { at: { id, priceId: prices[0]!.id }, json: { active: false } };
    }),
    writes("price.offered", async (shop) => {
      const { id, prices } = await draft(shop);
      const priceId = prices[0]!.id;
      await offerPrice(shop.ctx(), { productId: id, priceId, active: false });
      return { at: { id, priceId }, json: { active: true } };
    }),
  ],
  "POST /api/admin/products/:id/benefits": writes("benefit.added", (shop) =>
    ofDraft(shop, feature),
  ),
  "PUT /api/admin/products/:id/benefits": writes("benefit.reordered", async (shop) => {
    const { id, benefits } = await draft(shop);
    return { at: { id }, json: { ids: benefits.map((each) => each.id).toReversed() } };
  }),
  "PUT /api/admin/products/:id/benefits/:benefitId": writes("benefit.added", async (shop) => {
    const { benefits } = await draft(shop);
    const { id } = await draft(shop);
    return { at: { id, benefitId: benefits[0]!.id } };
  }),
  "DELETE /api/admin/products/:id/benefits/:benefitId": writes("benefit.removed", async (shop) => {
    const { id, benefits } = await draft(shop);
    return { at: { id, benefitId: benefits[0]!.id } };
  }),
  "PUT /api/admin/benefits/:id": writes("benefit.updated", async (shop) => {
    const { benefits } = await draft(shop);
    const before = benefits[0]!;
    const benefit = { ...feature, name: "Imports" };
    return { at: { id: before.id }, json: { benefit, version: versionOf(before) } };
  }),
} satisfies Partial<Record<ChangingRoute, AuditRule>>;

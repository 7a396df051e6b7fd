import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { product, type Product } from "../../feed/product.ts";
import { newId } from "../../lib/ids.ts";
import { createApiClient, type ApiClient } from "../../testing/clients/api-client.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";

const shop = openTestShop();
let client: ApiClient;

beforeAll(async () => {
  client = await createApiClient(shop, ["products:read"]);
});

test("a product has its active prices and its benefits", async () => {
  const made = await shop.createPublishedProduct({
    prices: [monthly],
    benefits: [{ type: "feature", name: "Export", settings: { key: "export" } }],
  });
  const { status, body } = await client.get<Product>(`/products/${made.id}`);
  expect(status).toBe(200);
  expect(product.parse(body)).toEqual(body);
  expect(body).toMatchObject({
    slug: made.slug,
    status: "published",
    prices: [{ id: made.prices[0]!.id, type: "recurring", interval: "month" }],
    benefits: [{ type: "feature", feature: { key: "export", limit: null } }],
  });
});

test("the list is newest first and can be narrowed to a status", async () => {
  const draft = await shop.createDraftProduct();
  const published = await shop.createPublishedProduct({});
  const list = async (query: string) =>
    (await client.get<{ data: Product[] }>(`/products?limit=100&${query}`)).body.data;
  const ids = (await list("")).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted().toReversed());
  expect(ids).toEqual(expect.arrayContaining([draft.id, published.id]));
  expect((await list("status=draft")).map(({ id }) => id)).toContain(draft.id);
  expect((await list("status=draft")).map(({ id }) => id)).not.toContain(published.id);
});

test("404 for an unknown product and for one of the other mode", async () => {
  const { id } = await shop.createDraftProduct();
  await env.DB.prepare("UPDATE products SET mode = 'live' WHERE id = ?").bind(id).run();
  expect((await client.get(`/products/${id}`)).status).toBe(404);
  expect((await client.get(`/products/${newId("prd", 1)}`)).status).toBe(404);
});

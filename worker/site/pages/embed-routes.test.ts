import { beforeAll, expect, it } from "vitest";
import { commit } from "../../db/client.ts";
import { mergeSetting } from "../../settings/store.ts";
import { openBrowser } from "../../testing/clients/sign-in.ts";
import { findHtmlErrors } from "../../testing/rules/validate-html.ts";
import { openTestShop } from "../../testing/shop.ts";

const shop = openTestShop();
const site = "https://blog.example.com";
const visitor = openBrowser({ env: shop.env });

beforeAll(async () => {
  const value = { allowedSuccessOrigins: [site] };
  await commit(shop.ctx().db, [
    mergeSetting(shop.ctx().db, { name: "developers", value, updatedAt: 0 }),
  ]);
});

it("products in a frame have prices that lead out of it, for the sites that the seller allows", async () => {
  const [one, two] = [await shop.createPublishedProduct({}), await shop.createPublishedProduct({})];
  for (const _ of ["drawn", "from the cache"]) {
    const response = await visitor.fetch(`/embed/${one.slug},${two.slug},nothing`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-security-policy")).toContain(
      `frame-ancestors 'self' ${site}`,
    );
    expect(response.headers.get("x-frame-options")).toBeNull();
    const html = await response.text();
    expect(await findHtmlErrors(html)).toEqual([]);
    for (const { name, slug, prices } of [one, two]) {
      expect(html).toContain(name);
      expect(html).toContain(`href="/p/${slug}" target="_top"`);
      expect(html).toContain(`href="/buy?price=${prices[0]!.id}" target="_top"`);
    }
    expect(html).toContain('<script src="/embed.js" async=""');
    expect(html).not.toMatch(/<(?:style|a (?![^>]*target="_top"))/);
  }
});

it("products in a frame are in the language of the site around it", async () => {
  const { slug } = await shop.createPublishedProduct({});
  const html = await (await visitor.fetch(`/embed/${slug}?lang=de`)).text();
  expect(html).toContain('<html lang="de"');
  expect(html).toContain("Kaufen");
});

it("a product that is not for sale says so, with a way to the shop", async () => {
  const { slug } = await shop.createDraftProduct({});
  const response = await visitor.fetch(`/embed/${slug}`);
  expect(response.status).toBe(404);
  expect(await response.text()).toMatch(/This product isn’t available\..*href="\/"/s);
});

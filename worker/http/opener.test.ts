import { beforeAll, describe, expect, it } from "vitest";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openPermanentLink } from "../checkout/open-permanent-link.ts";
import { findOrCreatePlainLink } from "../checkout/save-permanent-link.ts";
import { showPermanentLink } from "../checkout/show-permanent-links.ts";
import { commit } from "../db/client.ts";
import { mergeSetting } from "../settings/store.ts";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";
import { openTestShop } from "../testing/shop.ts";

const shop = openTestShop();
const site = "https://blog.example.com";
const policy = "cross-origin-opener-policy";

async function allow(allowedSuccessOrigins: string[]) {
  const value = { allowedSuccessOrigins };
  await commit(shop.ctx().db, [
    mergeSetting(shop.ctx().db, { name: "developers", value, updatedAt: 0 }),
  ]);
}

beforeAll(() => allow([site]));

async function createLink() {
  const { prices } = await shop.createPublishedProduct({});
  return showPermanentLink(
    shop.ctx(),
    await findOrCreatePlainLink(shop.ctx(), { priceId: prices[0]!.id }),
  );
}

const open = ({ code }: { code: string }, opener: string) =>
  openBrowser({ env: shop.env }).fetch(`/buy/${code}?${new URLSearchParams({ opener })}`);

describe("a link that another site opens in a window", () => {
  it("a site that the seller allows keeps its tie to the window, on all pages of this browser", async () => {
    const response = await open(await createLink(), site);
    expect(response.status).toBe(200);
    expect(response.headers.get(policy)).toBe("unsafe-none");
    const [cookie = ""] = response.headers.getSetCookie();
    expect(cookie).toMatch(/gatehouse\.opener=https%3A%2F%2Fblog\.example\.com; Max-Age=3600;/);
    expect(cookie).toMatch(/HttpOnly.*SameSite=Lax/);
    const visitor = openBrowser({ env: shop.env });
    const headers = { cookie: cookie.split(";")[0]!, accept: "text/html" };
    for (const path of ["/signin", "/api/auth/callback/oidc?state=x&code=x", "/checkout/return"])
      expect((await visitor.fetch(path, { headers })).headers.get(policy)).toBe("unsafe-none");
    expect((await visitor.fetch("/signin")).headers.get(policy)).toBe("same-origin");
  });

  it.each(["https://hostile.example.com", "https://blog.example.com.hostile.example", "null", "*"])(
    "a site that is not allowed gets the usual policy and no cookie: %s",
    async (opener) => {
      const response = await open(await createLink(), opener);
      expect(response.headers.get(policy)).toBe("same-origin");
      expect(response.headers.getSetCookie()).toEqual([]);
    },
  );

  it("the page after the payment knows the site, until the seller allows it no more", async () => {
    const link = await createLink();
    const buyer = await createSignedInUser({ env: shop.env });
    const ctx = shop.asUser(buyer.userId);
    const checkout = await openPermanentLink(ctx, { code: link.code, referral: null });
    await shop.pay(checkout.url);
    await confirmCheckout(ctx, checkout);
    const confirm = async (cookie?: string) => {
      const path = `/api/me/checkouts/${checkout.id}/confirmation`;
      const answer = await buyer.fetch(path, {
        method: "POST",
        ...(cookie && { headers: { cookie } }),
      });
      return (await answer.json()) as { state: string; opener: string | null };
    };
    expect(await confirm()).toMatchObject({ state: "complete", opener: null });
    await buyer.fetch(`/buy/${link.code}?opener=${encodeURIComponent(site)}`);
    expect(await confirm()).toMatchObject({ opener: site });
    await allow([]);
    expect(await confirm()).toMatchObject({ opener: null });
    await allow([site]);
  });
});

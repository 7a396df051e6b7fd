import type { Page } from "playwright-core";
import { requestJson, type HttpSession } from "../../scripts/shop/http-session.ts";
import { payWithoutBrowser } from "./sandbox.ts";

type Shop = { products: { slug: string; prices: { id: string }[] }[] };

/** @property returnPath where Stripe would redirect to */
type Checkout = { id: string; sessionId: string; returnPath: string };

/** Creates a checkout for the product's first price, which nobody has paid. */
export async function openCheckout(buyer: HttpSession, slug: string): Promise<Checkout> {
  const shop = await requestJson<Shop>(buyer, "GET", "/api/shop");
  const priceId = shop.products.find((product) => product.slug === slug)?.prices[0]?.id;
  const { id, url } = await requestJson<{ id: string; url: string }>(
    buyer,
    "POST",
    "/api/me/checkouts",
    { priceId },
  );
  return { id, sessionId: toSessionId(url), returnPath: `/checkout/return?checkout=${id}` };
}

/**
 * Buys the product's first price without a browser, and asks for what the return page asks for, so that the shop knows
 * the purchase: the webhooks arrive on their own, and the next page may be faster.
 */
export async function buyOverHttp(
  buyer: HttpSession,
  slug: string,
  card = "4242424242424242",
): Promise<Checkout> {
  const checkout = await openCheckout(buyer, slug);
  await payWithoutBrowser(checkout.sessionId, card);
  await requestJson(buyer, "POST", `/api/me/checkouts/${checkout.id}/confirmation`);
  return checkout;
}

/** Pays the checkout that a page shows, without its form. The page stays as it is. */
export async function payShownCheckout(
  page: Page,
  card: string,
  choices?: { country: string },
): Promise<void> {
  await page.waitForURL(/\/checkout\/cs_/);
  await payWithoutBrowser(toSessionId(page.url()), card, choices);
}

const toSessionId = (checkoutUrl: string) => new URL(checkoutUrl).pathname.split("/").at(-1)!;

/** Refunds an order in full, as the shop's owner. */
export const refundOrder = (owner: HttpSession, orderId: string): Promise<unknown> =>
  requestJson(owner, "POST", `/api/admin/orders/${orderId}/refunds`, {
    refundedMinor: 0,
    reason: "requested_by_customer",
  });

/** Refunds the shop's newest order in full, as its owner. */
export async function refundNewestOrder(owner: HttpSession): Promise<void> {
  const { items } = await requestJson<{ items: { id: string }[] }>(
    owner,
    "GET",
    "/api/admin/orders",
  );
  await refundOrder(owner, items[0]!.id);
}

import type { HttpSession } from "../../scripts/shop/http-session.ts";
import { payWithoutBrowser } from "./sandbox.ts";

type Shop = { products: { slug: string; prices: { id: string }[] }[] };

/**
 * Creates a checkout for the product's first price without a browser. With a card, also pays it. Returns the path that
 * Stripe would redirect to, and Stripe's id of the session.
 */
export async function buyOverHttp(
  buyer: HttpSession,
  slug: string,
  payment: { card?: string },
): Promise<{ returnPath: string; sessionId: string }> {
  const shop = (await (await buyer.fetch("/api/shop")).json()) as Shop;
  const priceId = shop.products.find((product) => product.slug === slug)?.prices[0]?.id;
  const response = await buyer.fetch("/api/me/checkouts", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ priceId }),
  });
  if (!response.ok) throw new Error(`${slug} cannot be bought: ${await response.text()}`);
  const { id, url } = (await response.json()) as { id: string; url: string };
  const sessionId = new URL(url).pathname.split("/").at(-1)!;
  if (payment.card) await payWithoutBrowser(sessionId, payment.card);
  return { returnPath: `/checkout/return?checkout=${id}`, sessionId };
}

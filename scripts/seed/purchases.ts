import { signIn, type HttpSession } from "../shop/http-session.ts";

type ShopResponse = {
  products: { slug: string; prices: { id: string; interval: string | null }[] }[];
};

/** Bob's purchases. `interval` selects one of the product's prices. */
const purchases = [
  { slug: "membership", interval: "month" },
  { slug: "field-handbook", interval: null },
];

/** Makes Bob's purchases as a user would: signs in, opens a checkout, pays at Stripe and returns. Runs only once. */
export async function seedPurchases(options: { url: string; sandboxUrl: string }): Promise<void> {
  const bob = await signIn(options.url, "bob");
  const library = await readJson<{ entries: unknown[] }>(await bob.fetch("/api/me/library"));
  if (library.entries.length === 0) {
    for (const purchase of purchases) await buyAs(bob, options.sandboxUrl, purchase);
  }
  await bob.signOut();
}

/** Buys a product of the demo shop. @returns the checkout's id */
export async function buyAs(
  session: HttpSession,
  sandboxUrl: string,
  purchase: { slug: string; interval: string | null },
): Promise<string> {
  const shop = await readJson<ShopResponse>(await session.fetch("/api/shop"));
  const prices = shop.products.find((product) => product.slug === purchase.slug)?.prices;
  const price = prices?.find(({ interval }) => interval === purchase.interval);
  if (!price)
    throw new Error(
      `The demo catalog has no ${purchase.slug} price for ${purchase.interval ?? "a one-time purchase"}`,
    );
  const priceId = price.id;
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ priceId });
  const checkout = await readJson<{ id: string; url: string }>(
    await session.fetch("/api/me/checkouts", { method: "POST", headers, body }),
  );
  const sessionId = new URL(checkout.url).pathname.split("/").at(-1);
  await readJson(
    await fetch(`${sandboxUrl}/_sandbox/checkout/${sessionId}/pay`, {
      method: "POST",
      headers,
      body: JSON.stringify({ card: "4242424242424242" }),
    }),
  );
  const confirmation = await readJson<{ state: string }>(
    await session.fetch(`/api/me/checkouts/${checkout.id}/confirmation`, { method: "POST" }),
  );
  if (confirmation.state !== "complete" && confirmation.state !== "confirming") {
    throw new Error(`The purchase ended in the state ${confirmation.state}`);
  }
  return checkout.id;
}

async function readJson<Body>(response: Response): Promise<Body> {
  if (!response.ok)
    throw new Error(`${response.url} responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

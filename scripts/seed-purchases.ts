import { signIn, type HttpSession } from "./http-session.ts";

type Shop = { products: { slug: string; prices: { id: string; interval: string | null }[] }[] };

/** What Bob has bought: product, and which price where there are several. */
const purchases = [
  { slug: "membership", interval: "month" },
  { slug: "field-handbook", interval: null },
];

/** Gives Bob a history, by the way a buyer goes: sign in, open a checkout, pay at Stripe's page, come back. */
export async function seedPurchases(options: { url: string; sandboxUrl: string }): Promise<void> {
  const bob = await signIn(options.url, "bob");
  const library = await json<{ entries: unknown[] }>(await bob.fetch("/api/me/library"));
  if (library.entries.length === 0) {
    const shop = await json<Shop>(await bob.fetch("/api/shop"));
    for (const purchase of purchases) {
      const prices = shop.products.find((product) => product.slug === purchase.slug)?.prices;
      const price = prices?.find(({ interval }) => interval === purchase.interval);
      if (!price)
        throw new Error(
          `The demo catalog has no ${purchase.slug} by ${purchase.interval ?? "piece"}`,
        );
      await buy(bob, options.sandboxUrl, price.id);
    }
  }
  await bob.signOut();
}

async function buy(buyer: HttpSession, sandboxUrl: string, priceId: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ priceId });
  const checkout = await json<{ id: string; url: string }>(
    await buyer.fetch("/api/me/checkouts", { method: "POST", headers, body }),
  );
  const sessionId = new URL(checkout.url).pathname.split("/").at(-1);
  await json(
    await fetch(`${sandboxUrl}/_sandbox/checkout/${sessionId}/pay`, {
      method: "POST",
      headers,
      body: JSON.stringify({ card: "4242424242424242" }),
    }),
  );
  const confirmation = await json<{ state: string }>(
    await buyer.fetch(`/api/me/checkouts/${checkout.id}/confirmation`, { method: "POST" }),
  );
  if (confirmation.state !== "complete" && confirmation.state !== "confirming") {
    throw new Error(`Bob's purchase ended as ${confirmation.state}`);
  }
}

async function json<Body>(response: Response): Promise<Body> {
  if (!response.ok)
    throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as Body;
}

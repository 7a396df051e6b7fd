import Stripe from "stripe";
import { loadEnvFile } from "node:process";
import { requestJson, signIn, type HttpSession } from "../shop/http-session.ts";

/** A purchase that was paid at Stripe. */
export type Purchase = { session: HttpSession; checkoutSession: Stripe.Checkout.Session };

type Catalog = {
  products: { id: string; slug: string; prices: { id: string; interval: string | null }[] }[];
};

/** What triggers do with the shop of `npm start`: as a new customer, as its owner, or at Stripe. */
export type TriggerShop = ReturnType<typeof openTriggerShop>;

const ORDER = { slug: "field-handbook", interval: null };
const SUBSCRIPTION = { slug: "membership", interval: "month" };

/** Opens the local shop for triggers. */
export function openTriggerShop({ url, sandboxUrl }: { url: string; sandboxUrl: string }) {
  const stripe = openSandboxStripe(sandboxUrl);

  async function openCheckout(offer: { slug: string; interval: string | null }) {
    const session = await signIn(url, newGuest());
    const { products } = await requestJson<Catalog>(session, "GET", "/api/shop");
    const product = products.find(({ slug }) => slug === offer.slug);
    const price = product?.prices.find(({ interval }) => interval === offer.interval);
    if (!price) throw new Error(`The shop has no ${offer.slug}. Is it the one of \`npm start\`?`);
    const checkout = await requestJson<{ id: string; url: string }>(
      session,
      "POST",
      "/api/me/checkouts",
      { priceId: price.id },
    );
    return { session, ...checkout, sessionId: new URL(checkout.url).pathname.split("/").at(-1)! };
  }

  async function buy(offer: { slug: string; interval: string | null }): Promise<Purchase> {
    const { session, id, sessionId } = await openCheckout(offer);
    const paid = await fetch(`${sandboxUrl}/_sandbox/checkout/${sessionId}/pay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ card: "4242424242424242" }),
    });
    if (!paid.ok) throw new Error(`The payment answered ${paid.status}: ${await paid.text()}`);
    await requestJson(session, "POST", `/api/me/checkouts/${id}/confirmation`);
    return { session, checkoutSession: await stripe.checkout.sessions.retrieve(sessionId) };
  }

  return {
    url,
    stripe,
    /** Opens a checkout of the handbook as a new customer. `sessionId` is the id of its Checkout Session. */
    openCheckout: () => openCheckout(ORDER),
    /** Buys the handbook, which includes a license key, as a new customer. */
    buyOrder: () => buy(ORDER),
    /** Starts a subscription to the membership as a new customer. */
    subscribe: () => buy(SUBSCRIPTION),
    signInAsGuest: () => signIn(url, newGuest()),
    signInAsOwner: () => signIn(url, "owner"),
    /** Opens a dispute of a charge, as the customer's bank does. */
    async openDispute(charge: string): Promise<void> {
      const answer = await fetch(`${sandboxUrl}/_sandbox/disputes`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ charge }),
      });
      if (!answer.ok) throw new Error(`The dispute answered ${answer.status}`);
    },
    request: requestJson,
  };
}

/** A `login_hint` for which the sandbox has a new user. */
function newGuest(): string {
  return `guest-${Date.now().toString(36)}@example.com`;
}

function openSandboxStripe(sandboxUrl: string): Stripe {
  loadEnvFile(".dev.vars");
  const { protocol, hostname, port } = new URL(sandboxUrl);
  return new Stripe(process.env["STRIPE_SECRET_KEY"] ?? "", {
    protocol: protocol === "http:" ? "http" : "https",
    host: hostname,
    port,
  });
}

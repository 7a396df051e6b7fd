import { eventTypes } from "../../worker/feed/event-types.ts";
import type { Trigger } from "./trigger.ts";
import type { Purchase, TriggerShop } from "./trigger-shop.ts";

type License = { id: string; key: string };
type Library = { entries: { id: string; benefits: { license?: License | null }[] }[] };

const buyOrder: Trigger = (shop) => shop.buyOrder();
const subscribe: Trigger = (shop) => shop.subscribe();
const refund: Trigger = async (shop) => {
  const { checkoutSession } = await shop.buyOrder();
  await shop.stripe.refunds.create({ payment_intent: String(checkoutSession.payment_intent) });
};
const endSubscription: Trigger = async (shop) => {
  const { checkoutSession } = await shop.subscribe();
  await shop.stripe.subscriptions.cancel(String(checkoutSession.subscription));
};
const createGift: Trigger = (shop) => give(shop);

/** How to make each event happen, by its type. */
export const triggers: Record<string, Trigger> = {
  "customer.created": (shop) => shop.signInAsGuest(),
  // The first checkout makes a customer at Stripe, whose id is a field of the customer.
  "customer.updated": (shop) => shop.openCheckout(),
  async "customer.deleted"(shop) {
    await shop.request(await shop.signInAsGuest(), "DELETE", "/api/me/account");
  },
  "checkout.completed": buyOrder,
  async "checkout.expired"(shop) {
    const { session, id, sessionId } = await shop.openCheckout();
    await shop.stripe.checkout.sessions.expire(sessionId);
    // The shop looks when the customer returns.
    await shop.request(session, "POST", `/api/me/checkouts/${id}/confirmation`);
  },
  "order.created": buyOrder,
  "order.paid": buyOrder,
  "order.refunded": refund,
  async "order.disputed"(shop) {
    const { checkoutSession } = await shop.buyOrder();
    const payment = await shop.stripe.paymentIntents.retrieve(
      String(checkoutSession.payment_intent),
    );
    await shop.openDispute(String(payment.latest_charge));
  },
  "subscription.created": subscribe,
  async "subscription.updated"(shop) {
    const { checkoutSession } = await shop.subscribe();
    await shop.stripe.subscriptions.update(String(checkoutSession.subscription), {
      pause_collection: { behavior: "void" },
    });
  },
  async "subscription.canceled"(shop) {
    await cancel(shop, await shop.subscribe());
  },
  async "subscription.uncanceled"(shop) {
    const { session, path } = await cancel(shop, await shop.subscribe());
    await shop.request(session, "DELETE", path);
  },
  "subscription.revoked": endSubscription,
  "entitlement.granted": subscribe,
  "entitlement.revoked": endSubscription,
  "license.created": buyOrder,
  "license.revoked": refund,
  async "license.updated"(shop) {
    const { id } = await buyLicense(shop);
    const owner = await shop.signInAsOwner();
    await shop.request(owner, "POST", `/api/admin/licenses/${id}/suspension`);
  },
  async "license.activated"(shop) {
    await activate(shop);
  },
  async "license.deactivated"(shop) {
    await callLicenseApi(shop, "deactivate", await activate(shop));
  },
  "gift.created": createGift,
  async "gift.revoked"(shop) {
    const { owner, id } = await give(shop);
    await shop.request(owner, "POST", `/api/admin/gifts/${id}/ending`);
  },
};

/**
 * Returns how to make an event happen.
 * @throws Error if there is no such type of event, or if no single action makes it happen
 */
export function findTrigger(type: string): Trigger {
  const found = triggers[type];
  if (found) return found;
  if (!(eventTypes as string[]).includes(type))
    throw new Error(`There is no event "${type}". The shop has: ${eventTypes.join(", ")}`);
  throw new Error(
    `No command makes ${type} happen: it needs time to pass or a change in the console. Make the change there, or move the clock on the sandbox's page. \`listen\` shows the event.`,
  );
}

/** Cancels a subscription at the end of its period. Returns the path of the cancellation. */
async function cancel(shop: TriggerShop, { session }: Purchase) {
  const { entries } = await shop.request<Library>(session, "GET", "/api/me/library");
  const id = entries.find((entry) => entry.id.startsWith("sub_"))?.id;
  const path = `/api/me/subscriptions/${id}/cancellation`;
  await shop.request(session, "POST", path);
  return { session, path };
}

type LicenseCall = { key: string; fingerprint: string };

/** Buys a license key. */
async function buyLicense(shop: TriggerShop): Promise<License> {
  const { session } = await shop.buyOrder();
  const { entries } = await shop.request<Library>(session, "GET", "/api/me/library");
  const licenses = entries.flatMap(({ benefits }) =>
    benefits.flatMap(({ license }) => license ?? []),
  );
  const [license] = licenses;
  if (!license) throw new Error("The purchase has no license key.");
  return license;
}

/** Buys a license key and activates a device with it. */
async function activate(shop: TriggerShop): Promise<LicenseCall> {
  const { key } = await buyLicense(shop);
  const call = { key, fingerprint: "device-1" };
  await callLicenseApi(shop, "activate", call);
  return call;
}

async function callLicenseApi(shop: TriggerShop, call: string, body: LicenseCall): Promise<void> {
  const response = await fetch(`${shop.url}/api/v1/licenses/${call}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok)
    throw new Error(`${call} answered ${response.status}: ${await response.text()}`);
}

/** Gives a new customer the handbook, as the owner does in the console. */
async function give(shop: TriggerShop) {
  const guest = await shop.signInAsGuest();
  const { user } = await shop.request<{ user: { id: string } }>(guest, "GET", "/api/me");
  const { products } = await shop.request<{ products: { id: string; slug: string }[] }>(
    guest,
    "GET",
    "/api/shop",
  );
  const productId = products.find(({ slug }) => slug === "field-handbook")?.id;
  const owner = await shop.signInAsOwner();
  const { id } = await shop.request<{ id: string }>(owner, "POST", "/api/admin/gifts", {
    userId: user.id,
    productId,
    note: "Made by npm run gatehouse",
  });
  return { owner, id };
}

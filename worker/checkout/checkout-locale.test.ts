import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { UserCtx } from "../context.ts";
import { commit } from "../db/client.ts";
import type { AnyLocale } from "../shared/locales.ts";
import { updateLocale } from "../identity/store-profile.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { deleteMirroredRows } from "../testing/fixtures/delete-mirrored-rows.ts";
import { readObjects } from "../testing/clients/feed.ts";
import { loseRows } from "../testing/fixtures/lose-rows.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { openTestShop, sessionIdOf } from "../testing/shop.ts";
import { openCheckout } from "./open-checkout.ts";

const shop = openTestShop();
const { stripe } = shop.ctx();

const reading = (userId: string, locale: AnyLocale): UserCtx => ({
  ...shop.asUser(userId),
  locale,
});

async function readOrderLocale(userId: string): Promise<unknown> {
  const rows = await env.DB.prepare("SELECT locale FROM orders WHERE user_id = ?")
    .bind(userId)
    .all<{ locale: string | null }>();
  return rows.results.map(({ locale }) => locale);
}

test.each([
  ["pt-BR", "pt-BR"],
  // Stripe has no Arabic, and follows the browser.
  ["ar", "auto"],
] as const)(
  "an order that is bought in %s says so, also after a rebuild; Stripe's page is in %s",
  async (locale, atStripe) => {
    const { prices } = await shop.createPublishedProduct({});
    const userId = await shop.createUser();
    const { url } = await openCheckout(reading(userId, locale), { priceId: prices[0]!.id });
    const session = await stripe.checkout.sessions.retrieve(sessionIdOf(url));
    expect(session.locale).toBe(atStripe);
    await shop.pay(url);
    const customer = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
    expect(await readOrderLocale(userId)).toEqual([locale]);
    const recorded = [...(await readObjects(shop, userId)).values()];
    expect(recorded).toContainEqual(expect.objectContaining({ totalMinor: 2900, locale }));
    for (const lose of [loseRows, deleteMirroredRows]) {
      await lose(shop, userId);
      expect(await readOrderLocale(userId)).toEqual([]);
      await runRebuild(shop);
      expect(await readOrderLocale(userId)).toEqual([locale]);
    }
  },
);

test("the open checkout is used again in the same language, and replaced in another one", async () => {
  const { prices } = await shop.createPublishedProduct({});
  const userId = await shop.createUser();
  const open = (locale: AnyLocale) =>
    openCheckout(reading(userId, locale), { priceId: prices[0]!.id });
  const german = await open("de");
  expect(await open("de")).toEqual(german);
  const japanese = await open("ja");
  expect(japanese.id).not.toBe(german.id);
  const [before, now] = await Promise.all(
    [german, japanese].map(({ url }) => stripe.checkout.sessions.retrieve(sessionIdOf(url))),
  );
  expect([before!.status, now!.status, now!.locale]).toEqual(["expired", "open", "ja"]);
});

test("a new Stripe customer gets receipts and invoices in the user's language", async () => {
  const { prices } = await shop.createPublishedProduct({});
  const userId = await shop.createUser();
  await commit(shop.ctx().db, [updateLocale(shop.ctx().db, userId, "fr")]);
  await openCheckout(shop.asUser(userId), { priceId: prices[0]!.id });
  const row = await findStripeCustomerOfUser(shop.ctx().db, userId, "test");
  const customer = await stripe.customers.retrieve(row!.stripeCustomerId!);
  expect(customer).toMatchObject({ preferred_locales: ["fr"] });
});

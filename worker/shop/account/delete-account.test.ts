import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MINUTE } from "../../lib/time.ts";
import {
  createSignedInUser,
  openBrowser,
  SESSION_COOKIE,
  signInAs,
} from "../../testing/sign-in.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { createGift } from "../../admin/gifts/create-gift.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import type { AccountDeletionPreview } from "./delete-account.ts";

afterEach(() => void vi.useRealTimers());

const deleteRequest = { method: "DELETE" };

/** Returns a signed-in user of a new shop who has bought a membership and a one-time product. */
async function createPayingUser({ trialDays = 0 } = {}) {
  const shop = openTestShop();
  const user = await createSignedInUser({ env: shop.env, name: "Mia Member" });
  const membership = await shop.createPublishedProduct({
    name: "Membership",
    prices: [
      {
        type: "recurring",
        interval: "month",
        intervalCount: 1,
        amountMinor: 900,
        currency: "usd",
        trialDays,
      },
    ],
  });
  const product = await shop.createPublishedProduct({});
  for (const { prices } of [membership, product]) {
    const { url } = await openCheckout(shop.asUser(user.userId), { priceId: prices[0]?.id ?? "" });
    await shop.pay(url ?? "");
  }
  const customerId = await env.DB.prepare("SELECT id FROM customers WHERE user_id = ?")
    .bind(user.userId)
    .first<string>("id");
  await syncStripeCustomer(shop.ctx(), { customerId: customerId ?? "", force: true });
  return { shop, user, customerId };
}

const queryRows = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results;

describe("the export", () => {
  test("is one file with the purchases", async () => {
    const { user } = await createPayingUser();
    const response = await user.fetch("/api/me/account/export");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const file = await response.json<Record<string, Record<string, unknown>[]>>();
    expect(file.user).toMatchObject({ id: user.userId, name: "Mia Member" });
    expect(file.orders).toHaveLength(1);
    expect(file.subscriptions).toHaveLength(1);
    expect(file.subscriptionItems).toHaveLength(1);
    expect(file.grants).toHaveLength(2);
    expect(file.checkouts).toHaveLength(2);
  });

  test("includes every table with a reference to a user", async () => {
    const named = await queryRows(
      // A delivery says only that an event was sent to the seller's program; the events are in the file.
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`user_id` text%' AND name <> 'webhook_deliveries' ORDER BY name",
    );
    const file = await (
      await createSignedInUser()
    ).json<Record<string, unknown>>("/api/me/account/export");
    const exported = Object.keys(file).map((name) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(exported).toEqual(expect.arrayContaining(named.map(({ name }) => name)));
  });

  test("contains no secrets and no other user's data", async () => {
    const [other, user] = [
      await createSignedInUser({ name: "Somebody Else" }),
      await createSignedInUser(),
    ];
    const text = await (await user.fetch("/api/me/account/export")).text();
    expect(text).not.toMatch(/hash|token|lease/i);
    expect(text).not.toContain("Somebody Else");
    expect(text).not.toContain(other.userId);
  });
});

describe("deleting the account", () => {
  test("shows beforehand what will happen", async () => {
    const { user } = await createPayingUser();
    expect(await user.json<AccountDeletionPreview>("/api/me/account/deletion")).toEqual({
      subscriptionsToCancel: [
        { id: expect.any(String), productName: "Membership", paidUntil: expect.any(Number) },
      ],
      keptOrderCount: 1,
      isLastOwner: false,
    });
  });

  test("shows beforehand that nothing was paid for a trial", async () => {
    const { user } = await createPayingUser({ trialDays: 14 });
    const preview = await user.json<AccountDeletionPreview>("/api/me/account/deletion");
    expect(preview.subscriptionsToCancel).toMatchObject([
      { productName: "Membership", paidUntil: null },
    ]);
  });

  test("ends the subscription at Stripe, signs out everywhere and keeps the order without personal data", async () => {
    const { shop, user, customerId } = await createPayingUser();
    expect((await user.fetch("/api/me/account", deleteRequest)).status).toBe(204);
    expect(user.jar.has(SESSION_COOKIE)).toBe(false);

    const [subscription] = (await shop.ctx().stripe.subscriptions.list({ status: "all" })).data;
    expect(subscription?.status).toBe("canceled");
    expect(
      await queryRows("SELECT name, email, image, status FROM users WHERE id = ?", user.userId),
    ).toEqual([{ name: null, email: null, image: null, status: "deleted" }]);
    expect(await queryRows("SELECT id FROM orders WHERE user_id = ?", user.userId)).toHaveLength(1);
    for (const table of ["identities", "sessions", "grants", "link_intents"]) {
      expect(await queryRows(`SELECT * FROM ${table} WHERE user_id = ?`, user.userId)).toEqual([]);
    }
    expect(await queryRows("SELECT email FROM customers WHERE id = ?", customerId)).toEqual([
      { email: null },
    ]);
  });

  test("deletes gifts, keys, devices, downloads and emails, and no later sync restores them", async () => {
    const { shop, user, customerId } = await createPayingUser();
    const { userId } = user;
    const { id: productId } = await shop.createPublishedProduct({});
    await createGift(shop.ctx(), { userId, productId, note: "For Mia's review" });
    const [grant] = await queryRows("SELECT id, benefit_id FROM grants WHERE user_id = ?", userId);
    const insert = (query: string, ...values: unknown[]) => env.DB.prepare(query).bind(...values);
    const own = (id: string) => `${id}_${userId}`;
    await env.DB.batch([
      insert(
        "INSERT INTO license_keys (id, benefit_id, user_id, grant_id, key, key_hash, origin, licensee, created_at, rotated_at) VALUES (?1, ?2, ?3, ?4, ?1, ?1, 'generated', 'Mia Member', 0, 1)",
        own("lic"),
        grant?.benefit_id,
        userId,
        grant?.id,
      ),
      insert(
        "INSERT INTO activations (id, license_key_id, fingerprint, label, meta, created_at, last_seen_at) VALUES (?1, ?2, 'f', 'Mia’s laptop', '{}', 0, 0)",
        own("act"),
        own("lic"),
      ),
      insert(
        "INSERT INTO files (id, benefit_id, name, created_at) VALUES (?1, ?2, 'A file', 0)",
        own("fil"),
        grant?.benefit_id,
      ),
      insert(
        "INSERT INTO file_versions (id, file_id, number, file_name, content_type, size, sha256, r2_key, created_at) VALUES (?1, ?2, 1, 'a', 'b', 1, 'c', ?1, 0)",
        own("fiv"),
        own("fil"),
      ),
      insert("INSERT INTO downloads VALUES (?1, ?2, 1, 0, 0)", userId, own("fiv")),
      insert(
        "INSERT INTO mails (id, user_id, kind, about, source_id, status, next_attempt_at, created_at) VALUES (?1, ?2, 'purchase', ?1, 'ord_1', 'sent', 0, 0)",
        own("mal"),
        userId,
      ),
    ]);
    const tables = ["comps", "grants", "license_keys", "downloads", "mails"];
    const left = async () => {
      const counted = tables.map((table) =>
        queryRows(`SELECT * FROM ${table} WHERE user_id = ?`, userId),
      );
      const named = queryRows("SELECT * FROM activations WHERE id = ?", own("act"));
      return (await Promise.all([...counted, named])).flat();
    };
    expect((await left()).length).toBeGreaterThanOrEqual(tables.length + 1);
    const file = await user.json<Record<string, unknown[]>>("/api/me/account/export");
    for (const name of ["comps", "licenseKeys", "activations", "downloads", "mails"])
      expect([name, file[name]?.length ?? 0]).not.toEqual([name, 0]);

    await user.fetch("/api/me/account", deleteRequest);
    expect(await left()).toEqual([]);
    await syncStripeCustomer(shop.ctx(), { customerId: customerId ?? "", force: true });
    expect(await left()).toEqual([]);
  });

  test("lets the same person sign up again as a new user", async () => {
    const before = await signInAs("leaving@example.com");
    const { user } = await before.json<{ user: { id: string } }>("/api/me");
    const elsewhere = openBrowser({ jar: new Map(before.jar) });
    await before.fetch("/api/me/account", deleteRequest);
    expect(await elsewhere.json("/api/me")).toEqual({ user: null });
    const after = await (
      await signInAs("leaving@example.com")
    ).json<{ user: { id: string } }>("/api/me");
    expect(after.user.id).not.toBe(user.id);
  });

  test("is refused for the last owner", async () => {
    await env.DB.prepare("UPDATE users SET role = 'buyer'").run();
    const owner = await createSignedInUser({ role: "owner" });
    expect(await owner.json("/api/me/account/deletion")).toMatchObject({ isLastOwner: true });
    const response = await owner.fetch("/api/me/account", deleteRequest);
    expect(await response.json()).toMatchObject({ code: "last_owner" });
    expect(await owner.json("/api/me")).toMatchObject({ user: { role: "owner" } });
  });

  test("keeps one of two owners who delete their accounts at the same time, with all data", async () => {
    await env.DB.prepare("UPDATE users SET role = 'buyer'").run();
    const owners = [
      await createSignedInUser({ role: "owner" }),
      await createSignedInUser({ role: "owner" }),
    ];
    await Promise.all(owners.map((owner) => owner.fetch("/api/me/account", deleteRequest)));
    const left = await queryRows(
      "SELECT id, name FROM users WHERE role = 'owner' AND status = 'active'",
    );
    expect(left).toHaveLength(1);
    expect(left[0]?.name).toBe("A Buyer");
    expect(await queryRows("SELECT id FROM sessions WHERE user_id = ?", left[0]?.id)).toHaveLength(
      1,
    );
  });

  test("deletes nothing if Stripe is unavailable", async () => {
    const { shop, user } = await createPayingUser();
    await shop.control("faults", { match: "DELETE /v1/subscriptions/*", times: 10, status: 500 });
    const response = await user.fetch("/api/me/account", deleteRequest);
    expect(await response.json()).toMatchObject({ code: "stripe_unavailable" });
    expect(await user.json("/api/me")).toMatchObject({ user: { name: "Mia Member" } });
  });

  test.each([
    ["GET", "/api/me/account/export"],
    ["DELETE", "/api/me/account"],
  ])("and exporting it need a recent sign-in: %s %s", async (method, path) => {
    const user = await createSignedInUser();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    expect(await (await user.fetch(path, { method })).json()).toMatchObject({
      code: "sign_in_again",
    });
  });
});

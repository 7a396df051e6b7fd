import { env } from "cloudflare:workers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MINUTE } from "../../lib/time.ts";
import { newBuyer, openBrowser, SESSION_COOKIE, signInAs } from "../../testing/sign-in.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { giveComp } from "../../admin/gifts/create-gift.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import type { DeletionPreview } from "./delete-account.ts";

afterEach(() => void vi.useRealTimers());

const remove = { method: "DELETE" };

/** Somebody signed in to a shop of their own who has bought a membership and a thing. */
async function newMember({ trialDays = 0 } = {}) {
  const shop = openTestShop();
  const person = await newBuyer({ env: shop.env, name: "Mia Member" });
  const membership = await shop.sell({
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
  const thing = await shop.sell({});
  for (const { prices } of [membership, thing]) {
    const { url } = await openCheckout(shop.as(person.userId), { priceId: prices[0]?.id ?? "" });
    await shop.pay(url ?? "");
  }
  const customerId = await env.DB.prepare("SELECT id FROM customers WHERE user_id = ?")
    .bind(person.userId)
    .first<string>("id");
  await syncCustomer(shop.ctx(), { customerId: customerId ?? "", force: true });
  return { shop, person, customerId };
}

const rows = async (query: string, ...values: unknown[]) =>
  (
    await env.DB.prepare(query)
      .bind(...values)
      .all<Record<string, unknown>>()
  ).results;

describe("the export", () => {
  test("is one file with what was bought", async () => {
    const { person } = await newMember();
    const response = await person.fetch("/api/me/account/export");
    expect(response.headers.get("content-disposition")).toContain("attachment");
    const file = await response.json<Record<string, Record<string, unknown>[]>>();
    expect(file.user).toMatchObject({ id: person.userId, name: "Mia Member" });
    expect(file.orders).toHaveLength(1);
    expect(file.subscriptions).toHaveLength(1);
    expect(file.subscriptionItems).toHaveLength(1);
    expect(file.grants).toHaveLength(2);
    expect(file.checkouts).toHaveLength(2);
  });

  test("leaves out no table that names a person", async () => {
    const named = await rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%`user_id` text%' ORDER BY name",
    );
    const file = await (await newBuyer()).json<Record<string, unknown>>("/api/me/account/export");
    const exported = Object.keys(file).map((name) =>
      name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(exported).toEqual(expect.arrayContaining(named.map(({ name }) => name)));
  });

  test("holds no secret, and nobody else", async () => {
    const [other, person] = [await newBuyer({ name: "Somebody Else" }), await newBuyer()];
    const text = await (await person.fetch("/api/me/account/export")).text();
    expect(text).not.toMatch(/hash|token|lease/i);
    expect(text).not.toContain("Somebody Else");
    expect(text).not.toContain(other.userId);
  });
});

describe("deleting the account", () => {
  test("says before what it will do", async () => {
    const { person } = await newMember();
    expect(await person.json<DeletionPreview>("/api/me/account/deletion")).toEqual({
      endsSubscriptions: [
        { id: expect.any(String), productName: "Membership", paidUntil: expect.any(Number) },
      ],
      keepsOrders: 1,
      isLastOwner: false,
    });
  });

  test("says of a trial that nothing was paid", async () => {
    const { person } = await newMember({ trialDays: 14 });
    const preview = await person.json<DeletionPreview>("/api/me/account/deletion");
    expect(preview.endsSubscriptions).toMatchObject([
      { productName: "Membership", paidUntil: null },
    ]);
  });

  test("ends the subscription at Stripe, signs out everywhere and keeps a nameless order", async () => {
    const { shop, person, customerId } = await newMember();
    expect((await person.fetch("/api/me/account", remove)).status).toBe(204);
    expect(person.jar.has(SESSION_COOKIE)).toBe(false);

    const [subscription] = (await shop.ctx().stripe.subscriptions.list({ status: "all" })).data;
    expect(subscription?.status).toBe("canceled");
    expect(
      await rows("SELECT name, email, image, status FROM users WHERE id = ?", person.userId),
    ).toEqual([{ name: null, email: null, image: null, status: "deleted" }]);
    expect(await rows("SELECT id FROM orders WHERE user_id = ?", person.userId)).toHaveLength(1);
    for (const table of ["identities", "sessions", "grants", "link_intents"]) {
      expect(await rows(`SELECT * FROM ${table} WHERE user_id = ?`, person.userId)).toEqual([]);
    }
    expect(await rows("SELECT email FROM customers WHERE id = ?", customerId)).toEqual([
      { email: null },
    ]);
  });

  test("leaves no gift, key, device, download or message, and no later sync brings anything back", async () => {
    const { shop, person, customerId } = await newMember();
    const { userId } = person;
    const { id: productId } = await shop.sell({});
    await giveComp(shop.ctx(), { userId, productId, note: "For Mia's review" });
    const [grant] = await rows("SELECT id, benefit_id FROM grants WHERE user_id = ?", userId);
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
        rows(`SELECT * FROM ${table} WHERE user_id = ?`, userId),
      );
      const named = rows("SELECT * FROM activations WHERE id = ?", own("act"));
      return (await Promise.all([...counted, named])).flat();
    };
    expect((await left()).length).toBeGreaterThanOrEqual(tables.length + 1);
    const file = await person.json<Record<string, unknown[]>>("/api/me/account/export");
    for (const name of ["comps", "licenseKeys", "activations", "downloads", "mails"])
      expect([name, file[name]?.length ?? 0]).not.toEqual([name, 0]);

    await person.fetch("/api/me/account", remove);
    expect(await left()).toEqual([]);
    await syncCustomer(shop.ctx(), { customerId: customerId ?? "", force: true });
    expect(await left()).toEqual([]);
  });

  test("lets the same person come back as somebody new", async () => {
    const before = await signInAs("leaving@example.com");
    const { user } = await before.json<{ user: { id: string } }>("/api/me");
    const elsewhere = openBrowser({ jar: new Map(before.jar) });
    await before.fetch("/api/me/account", remove);
    expect(await elsewhere.json("/api/me")).toEqual({ user: null });
    const after = await (
      await signInAs("leaving@example.com")
    ).json<{ user: { id: string } }>("/api/me");
    expect(after.user.id).not.toBe(user.id);
  });

  test("does not happen to the last owner", async () => {
    await env.DB.prepare("UPDATE users SET role = 'buyer'").run();
    const owner = await newBuyer({ role: "owner" });
    expect(await owner.json("/api/me/account/deletion")).toMatchObject({ isLastOwner: true });
    const response = await owner.fetch("/api/me/account", remove);
    expect(await response.json()).toMatchObject({ code: "last_owner" });
    expect(await owner.json("/api/me")).toMatchObject({ user: { role: "owner" } });
  });

  test("leaves one of two owners who go at once, whole", async () => {
    await env.DB.prepare("UPDATE users SET role = 'buyer'").run();
    const owners = [await newBuyer({ role: "owner" }), await newBuyer({ role: "owner" })];
    await Promise.all(owners.map((owner) => owner.fetch("/api/me/account", remove)));
    const left = await rows(
      "SELECT id, name FROM users WHERE role = 'owner' AND status = 'active'",
    );
    expect(left).toHaveLength(1);
    expect(left[0]?.name).toBe("A Buyer");
    expect(await rows("SELECT id FROM sessions WHERE user_id = ?", left[0]?.id)).toHaveLength(1);
  });

  test("deletes nothing when Stripe does not answer", async () => {
    const { shop, person } = await newMember();
    await shop.control("faults", { match: "DELETE /v1/subscriptions/*", times: 10, status: 500 });
    const response = await person.fetch("/api/me/account", remove);
    expect(await response.json()).toMatchObject({ code: "stripe_unavailable" });
    expect(await person.json("/api/me")).toMatchObject({ user: { name: "Mia Member" } });
  });

  test.each([
    ["GET", "/api/me/account/export"],
    ["DELETE", "/api/me/account"],
  ])("and exporting need a fresh sign-in: %s %s", async (method, path) => {
    const person = await newBuyer();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * MINUTE });
    expect(await (await person.fetch(path, { method })).json()).toMatchObject({
      code: "sign_in_again",
    });
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { monthly, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { runRebuild } from "../../testing/fixtures/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser, SESSION_COOKIE, signInAs } from "../../testing/clients/sign-in.ts";
import { deleteAccount } from "../../account/delete-account.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { openCheckout } from "../../checkout/open-checkout.ts";
import { showOffer } from "../../checkout/show-offer.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import { previewMerge } from "./preview-merge.ts";
import { findStripeCustomerOfUser } from "../../sync/customer/store.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";

type Sold = Awaited<ReturnType<TestShop["createPublishedProduct"]>>;

async function buy(shop: TestShop, userId: string, product: Sold) {
  const checkout = await openCheckout(shop.asUser(userId), { priceId: product.prices[0]!.id });
  await shop.pay(checkout.url);
  return confirmCheckout(shop.asUser(userId), { id: checkout.id });
}

async function merge(shop: TestShop, fromId: string, intoId: string) {
  const admin = await createSignedInUser({ role: "admin" });
  // No time passes while it waits for a sync in progress.
  const ctx = { ...shop.asUser(admin.userId), wait: async () => {} };
  await mergeAccounts(ctx, { fromId, intoId });
  return admin.userId;
}

const customersOf = async (userId: string) => {
  const { results } = await env.DB.prepare(
    "SELECT id, is_secondary AS isSecondary, stripe_customer_id AS stripeId, dirty_seq > synced_seq AS isDirty FROM customers WHERE user_id = ? ORDER BY is_secondary",
  )
    .bind(userId)
    .all<{ id: string; isSecondary: 0 | 1; stripeId: string; isDirty: 0 | 1 }>();
  return results;
};

describe("merging two accounts", () => {
  it("a merge moves orders, subscriptions, gifts, keys and grants, and syncs of both keep them there", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    const [book, plan, gift] = [
      await shop.createPublishedProduct({
        benefits: [{ type: "license_key", name: "A license", settings: { prefix: "TIDE" } }],
      }),
      await shop.createPublishedProduct({ prices: [monthly] }),
      await shop.createPublishedProduct({}),
    ];
    await buy(shop, into, await shop.createPublishedProduct({}));
    await buy(shop, from, book);
    await buy(shop, from, plan);
    await createGift(shop.ctx(), { userId: from, productId: gift.id, note: "A gift" });

    const preview = await previewMerge(shop.ctx(), { fromId: from, intoId: into });
    expect(preview).toMatchObject({
      moves: { orders: 1, subscriptions: 1, gifts: 1, grants: 3, licenseKeys: 1 },
      becomesSecondary: true,
      ownedByBoth: [],
    });
    const [own, brought] = [(await customersOf(into))[0]!, (await customersOf(from))[0]!];
    await merge(shop, from, into);

    expect(await customersOf(from)).toEqual([]);
    expect(await customersOf(into)).toEqual([
      { ...own, isSecondary: 0, isDirty: 1 },
      { ...brought, isSecondary: 1, isDirty: 1 },
    ]);
    await expect
      .poll(() => shop.queued.map(({ customerId }) => customerId))
      .toEqual(expect.arrayContaining([own.id, brought.id]));
    await shop.processQueue();
    expect((await customersOf(into)).map(({ isDirty }) => isDirty)).toEqual([0, 0]);
    expect(await listOrders(shop.ctx(), { userId: into })).toHaveLength(2);
    expect(await listSubscriptions(shop.ctx(), { userId: into })).toHaveLength(1);
    expect(await listGrantsInForce(shop.ctx(), { userId: into })).toHaveLength(4);
    expect(await listGrantsInForce(shop.ctx(), { userId: from })).toEqual([]);
    expect(await listAccessReasons(shop, from)).toEqual([]);
    for (const [table, count] of [
      ["license_keys", 1],
      ["payments", 3],
      ["checkouts", 3],
    ] as const) {
      const rows = env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE user_id = ?`);
      expect([table, await rows.bind(into).first("n")]).toEqual([table, count]);
      expect([table, await rows.bind(from).first("n")]).toEqual([table, 0]);
    }
  });

  it("a merge updates the Stripe customer, so that receipts go to the remaining account", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser("right@example.com")];
    await buy(shop, from, await shop.createPublishedProduct({}));
    const { stripeId } = (await customersOf(from))[0]!;
    await merge(shop, from, into);
    await expect
      .poll(async () => {
        const customer = await shop.ctx().stripe.customers.retrieve(stripeId);
        return customer.deleted ? null : [customer.email, customer.metadata["gatehouse_user"]];
      })
      .toEqual(["right@example.com", into]);
  });

  it("a merge makes the moved Stripe customer primary if the other account has none", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    await buy(shop, from, await shop.createPublishedProduct({}));
    const [brought] = await customersOf(from);
    await merge(shop, from, into);
    expect(await customersOf(into)).toMatchObject([{ id: brought!.id, isSecondary: 0 }]);
    expect(await findStripeCustomerOfUser(shop.ctx().db, into, "test")).toMatchObject({
      id: brought!.id,
    });
  });

  it("a merge keeps the account's own Stripe customer primary, also after a second merge", async () => {
    const shop = openTestShop();
    const userIds = [
      await shop.createUser(),
      await shop.createUser(),
      await shop.createUser(),
    ] as const;
    for (const userId of userIds) await buy(shop, userId, await shop.createPublishedProduct({}));
    const [own] = await customersOf(userIds[2]);
    await merge(shop, userIds[0], userIds[1]);
    await merge(shop, userIds[1], userIds[2]);
    expect((await customersOf(userIds[2])).map(({ isSecondary }) => isSecondary)).toEqual([
      0, 1, 1,
    ]);
    expect((await findStripeCustomerOfUser(shop.ctx().db, userIds[2], "test"))?.id).toBe(own!.id);
    expect(await listOrders(shop.ctx(), { userId: userIds[2] })).toHaveLength(3);
  });

  it("a merge adds up the downloads of the same file", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    const { benefits } = await shop.createPublishedProduct({
      benefits: [{ type: "download", name: "Files", settings: {} }],
    });
    expect(benefits).toHaveLength(1);
    const benefitId = await env.DB.prepare(
      "SELECT id FROM benefits WHERE type = 'download' ORDER BY id DESC LIMIT 1",
    ).first<string>("id");
    const version = (at: number) => `fiv_${String(at).padStart(26, "0")}`;
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO files (id, benefit_id, name, created_at) VALUES ('fil_merge', ?, 'A file', 1)",
      ).bind(benefitId),
      ...[1, 2].map((at) =>
        env.DB.prepare(
          "INSERT INTO file_versions (id, file_id, number, file_name, content_type, size, sha256, r2_key, created_at) VALUES (?, 'fil_merge', ?, 'a', 'text/plain', 1, '', ?, 1)",
        ).bind(version(at), at, version(at)),
      ),
      ...(
        [
          [from, 1, 3, 10, 40],
          [from, 2, 1, 20, 20],
          [into, 1, 2, 30, 50],
        ] as const
      ).map(([userId, at, ...counted]) =>
        env.DB.prepare("INSERT INTO downloads VALUES (?, ?, ?, ?, ?)").bind(
          userId,
          version(at),
          ...counted,
        ),
      ),
    ]);
    await merge(shop, from, into);
    const { results } = await env.DB.prepare(
      "SELECT user_id, count, first_at, last_at FROM downloads WHERE user_id IN (?, ?) ORDER BY file_version_id",
    )
      .bind(from, into)
      .all();
    expect(results).toEqual([
      { user_id: into, count: 5, first_at: 10, last_at: 50 },
      { user_id: into, count: 1, first_at: 20, last_at: 20 },
    ]);
  });

  it("a merge writes audit entries for both accounts", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    const adminId = await merge(shop, from, into);
    const { results } = await env.DB.prepare(
      "SELECT action, target_id AS target, actor_id AS actor FROM audit_entries WHERE target_id IN (?, ?) ORDER BY action",
    )
      .bind(from, into)
      .all();
    expect(results).toEqual([
      { action: "account.merged", target: from, actor: adminId },
      { action: "account.received", target: into, actor: adminId },
    ]);
  });
});

describe("signing in", () => {
  it("an identity of the merged account opens the remaining one, and the old sessions end", async () => {
    const shop = openTestShop();
    const [one, other] = [
      `one-${crypto.randomUUID()}@example.com`,
      `two-${crypto.randomUUID()}@example.com`,
    ];
    const [from, into] = [await signInAs(one), await signInAs(other)];
    const idOf = async (browser: typeof from) =>
      (await browser.json<{ user: { id: string } | null }>("/api/me")).user?.id ?? null;
    const [fromId, intoId] = [(await idOf(from))!, (await idOf(into))!];
    await merge(shop, fromId, intoId);
    expect(await idOf(from)).toBeNull();
    expect(from.jar.has(SESSION_COOKIE)).toBe(false);
    const again = await signInAs(one);
    expect(await again.json("/api/me")).toMatchObject({ user: { id: intoId, email: other } });
    expect(await idOf(into)).toBe(intoId);
  });
});

describe("a checkout open during the merge", () => {
  it("a checkout open during the merge is closed at Stripe, and can be started again", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    const product = await shop.createPublishedProduct({});
    const priceId = product.prices[0]!.id;
    const [a, b] = [
      await openCheckout(shop.asUser(from), { priceId }),
      await openCheckout(shop.asUser(into), { priceId }),
    ];
    await merge(shop, from, into);
    await expect(shop.pay(a.url)).rejects.toThrow(/answered 4/);
    await expect(shop.pay(b.url)).rejects.toThrow(/answered 4/);
    const next = await openCheckout(shop.asUser(into), { priceId });
    await shop.pay(next.url);
    expect((await confirmCheckout(shop.asUser(into), { id: next.id })).state).toBe("complete");
  });

  it("a checkout paid just before the merge counts as a purchase", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    const product = await shop.createPublishedProduct({});
    const checkout = await openCheckout(shop.asUser(from), { priceId: product.prices[0]!.id });
    await shop.pay(checkout.url);
    await merge(shop, from, into);
    expect(await listAccessReasons(shop, into)).toEqual(["order_paid"]);
    expect((await confirmCheckout(shop.asUser(into), { id: checkout.id })).state).toBe("complete");
  });
});

describe("a product that both accounts have", () => {
  it("a product that both accounts have stays twice: neither subscription is ended or refunded", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    const planGroup = `g-${crypto.randomUUID().slice(0, 8)}`;
    const plan = await shop.createPublishedProduct({ prices: [monthly], planGroup });
    await buy(shop, from, plan);
    await buy(shop, into, plan);
    expect(await previewMerge(shop.ctx(), { fromId: from, intoId: into })).toMatchObject({
      ownedByBoth: ["A Product"],
    });
    await merge(shop, from, into);
    await shop.processQueue();
    await runRebuild(shop);
    const kept = await listSubscriptions(shop.ctx(), { userId: into });
    expect(kept.map(({ status, duplicateOf }) => [status, duplicateOf])).toEqual([
      ["active", null],
      ["active", null],
    ]);
    const { data: refunds } = await shop.ctx().stripe.refunds.list();
    expect(refunds).toEqual([]);
  });

  it("a product that both accounts have has no trial left if either account had one", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    const trial = await shop.createPublishedProduct({ prices: [{ ...monthly, trialDays: 14 }] });
    const other = await shop.createPublishedProduct({ prices: [{ ...monthly, trialDays: 14 }] });
    await buy(shop, from, trial);
    const offer = () => showOffer(shop.ctx(), { userId: into, productId: other.id });
    expect((await offer()).trialAvailable).toBe(true);
    await merge(shop, from, into);
    expect((await offer()).trialAvailable).toBe(false);
  });
});

describe("a sync", () => {
  it("a sync in progress refuses the merge", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    await buy(shop, from, await shop.createPublishedProduct({}));
    const [customer] = await customersOf(from);
    await env.DB.prepare("UPDATE customers SET lease_token = 'x', lease_until = ? WHERE id = ?")
      .bind(Date.now() + 60_000, customer!.id)
      .run();
    await expect(merge(shop, from, into)).rejects.toMatchObject({ code: "customer_busy" });
    expect(await customersOf(from)).toHaveLength(1);
    expect(await customersOf(into)).toEqual([]);
  });

  it("a sync whose lease expired before the merge writes nothing afterward", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    await buy(shop, from, await shop.createPublishedProduct({}));
    const [customer] = await customersOf(from);
    const customerId = customer!.id;
    const slow = shop.ctx();
    let overtaken = false;
    const { stripe } = slow;
    const retrieve = stripe.customers.retrieve.bind(stripe.customers);
    stripe.customers.retrieve = (async (...args: Parameters<typeof retrieve>) => {
      const answer = await retrieve(...args);
      if (!overtaken) {
        overtaken = true;
        await env.DB.prepare("UPDATE customers SET lease_until = 0 WHERE id = ?")
          .bind(customerId)
          .run();
        await merge(shop, from, into);
      }
      return answer;
    }) as typeof retrieve;
    await expect(syncStripeCustomer(slow, { customerId, force: true })).rejects.toThrow(/fence/);
    expect(overtaken).toBe(true);
    expect(await listGrantsInForce(shop.ctx(), { userId: from })).toEqual([]);
    expect(await listGrantsInForce(shop.ctx(), { userId: into })).toHaveLength(1);
  });
});

describe("after a merge", () => {
  it("a rebuild finds both Stripe customers and assigns them to the remaining user", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    for (const userId of [from, into])
      await buy(shop, userId, await shop.createPublishedProduct({}));
    await merge(shop, from, into);
    expect(await runRebuild(shop)).toMatchObject({ customers: 2, withoutUser: [] });
    expect(await listOrders(shop.ctx(), { userId: into })).toHaveLength(2);
    expect(await customersOf(from)).toEqual([]);
  });

  it("deleting the account ends the subscriptions of both Stripe customers", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    for (const userId of [from, into])
      await buy(shop, userId, await shop.createPublishedProduct({ prices: [monthly] }));
    await merge(shop, from, into);
    await deleteAccount(shop.asUser(into));
    const { data } = await shop.ctx().stripe.subscriptions.list({ status: "all" });
    expect(data.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  });
});

describe("a merge is refused", () => {
  it("the same account twice, a team member's account or a closed account cannot be merged", async () => {
    const shop = openTestShop();
    const [buyer, helper] = [
      await shop.createUser(),
      await createSignedInUser({ role: "support" }),
    ];
    const gone = await shop.createUser();
    await merge(shop, gone, buyer);
    await expect(merge(shop, buyer, buyer)).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "fromId" }],
    });
    await expect(merge(shop, helper.userId, buyer)).rejects.toMatchObject({
      code: "merge_team_member",
    });
    await expect(merge(shop, buyer, helper.userId)).rejects.toMatchObject({
      code: "merge_team_member",
    });
    await expect(merge(shop, gone, buyer)).rejects.toMatchObject({ code: "not_found" });
    await expect(merge(shop, buyer, gone)).rejects.toMatchObject({ code: "not_found" });
  });

  it("a merge changes nothing if Stripe does not answer", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    const product = await shop.createPublishedProduct({});
    await openCheckout(shop.asUser(from), { priceId: product.prices[0]!.id });
    await shop.control("faults", { match: "POST /v1/checkout/sessions/*", times: 10, status: 500 });
    await expect(merge(shop, from, into)).rejects.toMatchObject({ code: "stripe_unavailable" });
    expect(await customersOf(from)).toHaveLength(1);
  });

  it("a merge needs a fresh sign-in and the role admin", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.createUser(), await shop.createUser()];
    const [admin, support] = [
      await createSignedInUser({ role: "admin", env: shop.env }),
      await createSignedInUser({ role: "support", env: shop.env }),
    ];
    const ask = (who: typeof admin) =>
      who.fetch(`/api/admin/customers/${into}/merge`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ fromId: from }),
      });
    expect((await ask(support)).status).toBe(404);
    await env.DB.prepare("UPDATE sessions SET authenticated_at = 0 WHERE user_id = ?")
      .bind(admin.userId)
      .run();
    expect(await (await ask(admin)).json()).toMatchObject({ code: "sign_in_again" });
    await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE user_id = ?")
      .bind(Date.now(), admin.userId)
      .run();
    expect((await ask(admin)).status).toBe(204);
  });
});

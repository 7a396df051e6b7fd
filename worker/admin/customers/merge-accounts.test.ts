import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { monthly, reasonsOf } from "../../testing/purchases.ts";
import { rebuild } from "../../testing/run-rebuild.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer, SESSION_COOKIE, signInAs } from "../../testing/sign-in.ts";
import { deleteAccount } from "../../shop/account/delete-account.ts";
import { confirmCheckout } from "../../shop/checkout/confirm-checkout.ts";
import { openCheckout } from "../../shop/checkout/open-checkout.ts";
import { showOffer } from "../../shop/checkout/show-offer.ts";
import { giveComp } from "../gifts/create-gift.ts";
import { listGrantedBenefits } from "../../access/list-grants.ts";
import { listOrders } from "../../purchases/orders/list-orders.ts";
import { listSubscriptions } from "../../purchases/subscriptions/list-subscriptions.ts";
import { ensureCustomer } from "../../sync/customer/ensure-stripe-customer.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import { previewMerge } from "./preview-merge.ts";
import { findCustomerOfUser } from "../../sync/customer/store.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";

// Each buys and syncs several times over.
vi.setConfig({ testTimeout: 20_000 });

type Sold = Awaited<ReturnType<TestShop["sell"]>>;

async function buy(shop: TestShop, userId: string, product: Sold) {
  const checkout = await openCheckout(shop.as(userId), { priceId: product.prices[0]!.id });
  await shop.pay(checkout.url);
  return confirmCheckout(shop.as(userId), { id: checkout.id });
}

async function merge(shop: TestShop, fromId: string, intoId: string) {
  const admin = await newBuyer({ role: "admin" });
  await mergeAccounts(shop.as(admin.userId), { fromId, intoId });
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

describe("everything of the one becomes the other's", () => {
  it("orders, subscriptions, gifts, keys and what they give, and stays so when both are synced", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    const [book, plan, gift] = [
      await shop.sell({
        benefits: [{ type: "license_key", name: "A license", settings: { prefix: "TIDE" } }],
      }),
      await shop.sell({ prices: [monthly] }),
      await shop.sell({}),
    ];
    await buy(shop, into, await shop.sell({}));
    await buy(shop, from, book);
    await buy(shop, from, plan);
    await giveComp(shop.ctx(), { userId: from, productId: gift.id, note: "A gift" });

    const preview = await previewMerge(shop.ctx(), { fromId: from, intoId: into });
    expect(preview).toMatchObject({
      moves: { orders: 1, subscriptions: 1, comps: 1, grants: 3, licenseKeys: 1 },
      becomesSecondary: true,
      bothHave: [],
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
    await shop.work();
    expect((await customersOf(into)).map(({ isDirty }) => isDirty)).toEqual([0, 0]);
    expect(await listOrders(shop.ctx(), { userId: into })).toHaveLength(2);
    expect(await listSubscriptions(shop.ctx(), { userId: into })).toHaveLength(1);
    expect(await listGrantedBenefits(shop.ctx(), { userId: into })).toHaveLength(4);
    expect(await listGrantedBenefits(shop.ctx(), { userId: from })).toEqual([]);
    expect(await reasonsOf(shop, from)).toEqual([]);
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

  it("is told to Stripe, so that receipts go to who the person is now", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer("right@example.com")];
    await buy(shop, from, await shop.sell({}));
    const { stripeId } = (await customersOf(from))[0]!;
    await merge(shop, from, into);
    await expect
      .poll(async () => {
        const customer = await shop.ctx().stripe.customers.retrieve(stripeId);
        return customer.deleted ? null : [customer.email, customer.metadata["gatehouse_user"]];
      })
      .toEqual(["right@example.com", into]);
  });

  it("a customer becomes the one bought with where the other account has none", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    await buy(shop, from, await shop.sell({}));
    const [brought] = await customersOf(from);
    await merge(shop, from, into);
    expect(await customersOf(into)).toMatchObject([{ id: brought!.id, isSecondary: 0 }]);
    expect(await ensureCustomer(shop.as(into), { userId: into })).toMatchObject({
      id: brought!.id,
    });
  });

  it("goes on buying with its own customer, and a second merge brings a third", async () => {
    const shop = openTestShop();
    const people = [await shop.newBuyer(), await shop.newBuyer(), await shop.newBuyer()] as const;
    for (const userId of people) await buy(shop, userId, await shop.sell({}));
    const [own] = await customersOf(people[2]);
    await merge(shop, people[0], people[1]);
    await merge(shop, people[1], people[2]);
    expect((await customersOf(people[2])).map(({ isSecondary }) => isSecondary)).toEqual([0, 1, 1]);
    expect((await findCustomerOfUser(shop.ctx().db, people[2], "test"))?.id).toBe(own!.id);
    expect(await listOrders(shop.ctx(), { userId: people[2] })).toHaveLength(3);
  });

  it("downloads of one file are added up", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    const { benefits } = await shop.sell({
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

  it("is written in the log of both", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
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
  it("with what opened the one opens the other, and the sessions of the one are over", async () => {
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

describe("what either was about to pay", () => {
  it("is closed at Stripe, and can be begun anew", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    const product = await shop.sell({});
    const priceId = product.prices[0]!.id;
    const [a, b] = [
      await openCheckout(shop.as(from), { priceId }),
      await openCheckout(shop.as(into), { priceId }),
    ];
    await merge(shop, from, into);
    await expect(shop.pay(a.url)).rejects.toThrow(/answered 4/);
    await expect(shop.pay(b.url)).rejects.toThrow(/answered 4/);
    const next = await openCheckout(shop.as(into), { priceId });
    await shop.pay(next.url);
    expect((await confirmCheckout(shop.as(into), { id: next.id })).state).toBe("complete");
  });

  it("is a purchase like any other where it was paid that very moment", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    const product = await shop.sell({});
    const checkout = await openCheckout(shop.as(from), { priceId: product.prices[0]!.id });
    await shop.pay(checkout.url);
    await merge(shop, from, into);
    expect(await reasonsOf(shop, into)).toEqual(["order_paid"]);
    expect((await confirmCheckout(shop.as(into), { id: checkout.id })).state).toBe("complete");
  });
});

describe("two of the same", () => {
  it("are both kept: neither membership is ended or refunded", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    const exclusiveGroup = `g-${crypto.randomUUID().slice(0, 8)}`;
    const plan = await shop.sell({ prices: [monthly], exclusiveGroup });
    await buy(shop, from, plan);
    await buy(shop, into, plan);
    expect(await previewMerge(shop.ctx(), { fromId: from, intoId: into })).toMatchObject({
      bothHave: ["A Product"],
    });
    await merge(shop, from, into);
    await shop.work();
    await rebuild(shop);
    const kept = await listSubscriptions(shop.ctx(), { userId: into });
    expect(kept.map(({ status, duplicateOf }) => [status, duplicateOf])).toEqual([
      ["active", null],
      ["active", null],
    ]);
    const { data: refunds } = await shop.ctx().stripe.refunds.list();
    expect(refunds).toEqual([]);
  });

  it("trials are one: who had one in either account gets none", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    const trial = await shop.sell({ prices: [{ ...monthly, trialDays: 14 }] });
    const other = await shop.sell({ prices: [{ ...monthly, trialDays: 14 }] });
    await buy(shop, from, trial);
    const offer = () => showOffer(shop.ctx(), { userId: into, productId: other.id });
    expect((await offer()).trialAvailable).toBe(true);
    await merge(shop, from, into);
    expect((await offer()).trialAvailable).toBe(false);
  });
});

describe("a sync", () => {
  it("that is under way refuses the merge", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    await buy(shop, from, await shop.sell({}));
    const [customer] = await customersOf(from);
    await env.DB.prepare("UPDATE customers SET lease_token = 'x', lease_until = ? WHERE id = ?")
      .bind(Date.now() + 60_000, customer!.id)
      .run();
    await expect(merge(shop, from, into)).rejects.toMatchObject({ code: "customer_busy" });
    expect(await customersOf(from)).toHaveLength(1);
    expect(await customersOf(into)).toEqual([]);
  });

  it("whose lease ran out before the merge writes nothing afterward", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    await buy(shop, from, await shop.sell({}));
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
    await expect(syncCustomer(slow, { customerId, force: true })).rejects.toThrow(/fence/);
    expect(overtaken).toBe(true);
    expect(await listGrantedBenefits(shop.ctx(), { userId: from })).toEqual([]);
    expect(await listGrantedBenefits(shop.ctx(), { userId: into })).toHaveLength(1);
  });
});

describe("afterward", () => {
  it("a rebuild finds both customers, and gives nobody else anything", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    for (const userId of [from, into]) await buy(shop, userId, await shop.sell({}));
    await merge(shop, from, into);
    expect(await rebuild(shop)).toMatchObject({ customers: 2, withoutUser: [] });
    expect(await listOrders(shop.ctx(), { userId: into })).toHaveLength(2);
    expect(await customersOf(from)).toEqual([]);
  });

  it("deleting the account ends what is paid at either customer", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    for (const userId of [from, into])
      await buy(shop, userId, await shop.sell({ prices: [monthly] }));
    await merge(shop, from, into);
    await deleteAccount(shop.as(into));
    const { data } = await shop.ctx().stripe.subscriptions.list({ status: "all" });
    expect(data.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
  });
});

describe("a merge is refused", () => {
  it("for one account twice, a team member's, and one that is gone", async () => {
    const shop = openTestShop();
    const [buyer, helper] = [await shop.newBuyer(), await newBuyer({ role: "support" })];
    const gone = await shop.newBuyer();
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

  it("with nothing changed where Stripe does not answer", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    const product = await shop.sell({});
    await openCheckout(shop.as(from), { priceId: product.prices[0]!.id });
    await shop.control("faults", { match: "POST /v1/checkout/sessions/*", times: 10, status: 500 });
    await expect(merge(shop, from, into)).rejects.toMatchObject({ code: "stripe_unavailable" });
    expect(await customersOf(from)).toHaveLength(1);
  });

  it("ten minutes after a sign-in, and to who is less than an admin", async () => {
    const shop = openTestShop();
    const [from, into] = [await shop.newBuyer(), await shop.newBuyer()];
    const [admin, support] = [
      await newBuyer({ role: "admin", env: shop.env }),
      await newBuyer({ role: "support", env: shop.env }),
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

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../db/client.ts";
import { buyLicense, createDeviceClient } from "../../testing/fixtures/licenses.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../../testing/clients/sign-in.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { revokeGift } from "../../gifts/revoke-gift.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { showTimeline } from "../../testing/clients/show-timeline.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { showCustomer, type CustomerDetails } from "./show-customer.ts";

/** Fetches the page as a team member. */
async function fetchCustomerDetails(
  shop: TestShop,
  userId: string,
  role: "support" | "admin" = "admin",
) {
  const member = await createSignedInUser({ role, env: shop.env });
  return member.json<CustomerDetails>(`/api/admin/customers/${userId}`);
}

/** Counts database calls. A batch is one call. */
function countCalls(): { db: Database; calls: () => number } {
  let calls = 0;
  const counted = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get(target, name) {
        if (name === "bind") return (...values: unknown[]) => counted(target.bind(...values));
        if (name === "raw" || name === "all" || name === "first") calls++;
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
  const d1 = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") return (query: string) => counted(target.prepare(query));
      if (name === "batch") calls++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { db: openDatabase(d1), calls: () => calls };
}

describe("a customer's page", () => {
  it("a customer's page shows purchases, access and timeline, the same as the user's own library", async () => {
    const shop = openTestShop();
    const { userId, product } = await subscribe(shop);
    const page = await fetchCustomerDetails(shop, userId);
    expect(page.libraryEntries).toMatchObject([
      {
        source: "subscription",
        status: "active",
        product: { id: product.id },
        access: { active: true, reason: "subscription_active" },
        grants: [{ name: "The thing", isInForce: true, revokedAt: null }],
        gift: null,
      },
    ]);
    expect(page.libraryEntries.flatMap(({ timeline }) => timeline)).toEqual(
      await showTimeline(shop.asUser(userId), { userId }),
    );
    expect(page.stripeCustomers).toMatchObject([
      {
        isSecondary: false,
        url: expect.stringMatching(/dashboard\.stripe\.com\/test\/customers\/cus_/),
      },
    ]);
  });

  it("a customer's page shows a gift's note, who gave it, and that it was revoked", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const { id: productId } = await shop.createPublishedProduct({});
    const giver = await createSignedInUser({ role: "support", name: "Sam of Support" });
    const givenGift = await createGift(shop.asUser(giver.userId, Date.now(), "support"), {
      userId,
      productId,
      note: "A review",
    });
    const gift = { note: "A review", givenBy: "Sam of Support", endsAt: null };
    expect((await fetchCustomerDetails(shop, userId)).libraryEntries).toMatchObject([
      { id: givenGift.id, source: "gift", access: { active: true, reason: "gift" }, gift },
    ]);
    await revokeGift(shop.asUser(giver.userId, Date.now(), "support"), givenGift);
    const { libraryEntries, audit } = await fetchCustomerDetails(shop, userId);
    expect(libraryEntries).toMatchObject([
      { access: { active: false, reason: "gift_revoked" }, grants: [{ isInForce: false }] },
    ]);
    expect(audit!.map(({ action, actorName }) => [action, actorName])).toEqual([
      ["gift.ended", "Sam of Support"],
      ["gift.given", "Sam of Support"],
    ]);
  });

  it("a customer's page lists license keys with their activations", async () => {
    const shop = openTestShop();
    const { userId, key } = await buyLicense(shop, { activationLimit: 2 });
    await createDeviceClient(shop)("activate", { key, fingerprint: "f-1", label: "A laptop" });
    const { licenses } = await fetchCustomerDetails(shop, userId);
    expect(licenses).toMatchObject([
      { key, state: "granted", activations: [{ label: "A laptop", fingerprint: "f-1" }] },
    ]);
  });

  it("a customer's page hides the audit log from support, and shows no session secrets", async () => {
    const shop = openTestShop();
    const user = await createSignedInUser();
    const page = await fetchCustomerDetails(shop, user.userId, "support");
    expect(page.audit).toBeNull();
    expect(page.sessions).toMatchObject([{ id: user.sessionId }]);
    expect(JSON.stringify(page)).not.toContain("token");
  });

  it("a customer's page returns 404 for an unknown user, and hides data of the other mode", async () => {
    const shop = openTestShop();
    const support = await createSignedInUser({ role: "support" });
    const nobody = await support.fetch(`/api/admin/customers/usr_${"0".repeat(26)}`);
    expect(nobody.status).toBe(404);
    const { userId, customerId } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    await env.DB.batch(
      ["customers", "orders"].map((table) =>
        env.DB.prepare(`UPDATE ${table} SET mode = 'live' WHERE user_id = ?`).bind(userId),
      ),
    );
    expect(await fetchCustomerDetails(shop, userId)).toMatchObject({
      libraryEntries: [],
      stripeCustomers: [],
    });
  });

  it("a customer's page needs the same number of database calls for a user with many purchases", async () => {
    const shop = openTestShop();
    const empty = await shop.createUser();
    const { userId } = await subscribe(shop);
    for (let gifts = 0; gifts < 5; gifts++) {
      const { id: productId } = await shop.createPublishedProduct({});
      await createGift(shop.ctx(), { userId, productId, note: "One of five" });
    }
    const count = async (of: string) => {
      const { db, calls } = countCalls();
      await showCustomer({ ...shop.asUser(of), db }, { userId: of });
      return calls();
    };
    // One batch; what was paid, packed or not, grants, the history, keys, the policy, the start of outage mode (twice), and the
    // products' names.
    expect(await count(userId)).toBe(10);
    expect(await count(empty)).toBe(10);
  });
});

describe("sessions", () => {
  const remove = (who: Awaited<ReturnType<typeof createSignedInUser>>, path: string) =>
    who.fetch(path, { method: "DELETE" });

  it("a user's sessions can be ended by an admin, one or all, immediately, with an audit entry", async () => {
    const [admin, user] = [await createSignedInUser({ role: "admin" }), await createSignedInUser()];
    const path = `/api/admin/customers/${user.userId}/sessions`;
    expect((await remove(admin, `${path}/${user.sessionId}`)).status).toBe(204);
    expect(await user.json("/api/me")).toEqual({ user: null });
    expect((await remove(admin, `${path}/${user.sessionId}`)).status).toBe(404);
    expect((await remove(admin, path)).status).toBe(204);
    const log = env.DB.prepare(
      "SELECT count(*) AS n FROM audit_entries WHERE action = 'session.ended' AND target_id = ?",
    );
    expect(await log.bind(user.userId).first("n")).toBe(1);
  });

  it("all sessions of one user end, and those of other users stay", async () => {
    const [admin, user, other] = [
      await createSignedInUser({ role: "admin" }),
      await createSignedInUser(),
      await createSignedInUser(),
    ];
    await remove(admin, `/api/admin/customers/${user.userId}/sessions`);
    expect(await user.json("/api/me")).toEqual({ user: null });
    expect(await other.json("/api/me")).toMatchObject({ user: { id: other.userId } });
  });

  it("sessions cannot be ended by support, or under another user's id", async () => {
    const [support, admin] = [
      await createSignedInUser({ role: "support" }),
      await createSignedInUser({ role: "admin" }),
    ];
    const [user, other] = [await createSignedInUser(), await createSignedInUser()];
    const path = `/api/admin/customers/${other.userId}/sessions/${user.sessionId}`;
    expect((await remove(support, path)).status).toBe(404);
    expect((await remove(admin, path)).status).toBe(404);
    expect((await openBrowser().fetch(path, { method: "DELETE" })).status).toBe(401);
    expect(await user.json("/api/me")).toMatchObject({ user: { id: user.userId } });
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { openDatabase, type Database } from "../../db/client.ts";
import { buyLicense, openDevice } from "../../testing/licenses.ts";
import { payForNewProduct } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer, openBrowser } from "../../testing/sign-in.ts";
import { subscribe } from "../../testing/subscribe.ts";
import { endComp } from "../gifts/revoke-gift.ts";
import { giveComp } from "../gifts/create-gift.ts";
import { showTimeline } from "../../delivery/library/show-timeline.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { showCustomer, type CustomerPage } from "./show-customer.ts";

/** The page as somebody of the team is shown it. */
async function open(shop: TestShop, userId: string, role: "support" | "admin" = "admin") {
  const member = await newBuyer({ role, env: shop.env });
  return member.json<CustomerPage>(`/api/admin/customers/${userId}`);
}

/** Counts the calls to the database: a batch is one. */
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

describe("a person's page", () => {
  it("says what they bought, why they have it, and what happened, as their own library does", async () => {
    const shop = openTestShop();
    const { userId, product } = await subscribe(shop);
    const page = await open(shop, userId);
    expect(page.holdings).toMatchObject([
      {
        source: "subscription",
        status: "active",
        product: { id: product.id },
        access: { active: true, reason: "subscription_active" },
        grants: [{ name: "The thing", isInForce: true, revokedAt: null }],
        gift: null,
      },
    ]);
    expect(page.holdings.flatMap(({ timeline }) => timeline)).toEqual(
      await showTimeline(shop.as(userId), { userId }),
    );
    expect(page.stripeCustomers).toMatchObject([
      {
        isSecondary: false,
        url: expect.stringMatching(/dashboard\.stripe\.com\/test\/customers\/cus_/),
      },
    ]);
  });

  it("says why a gift was given and by whom, and that it was taken back", async () => {
    const shop = openTestShop();
    const userId = await shop.newBuyer();
    const { id: productId } = await shop.sell({});
    const giver = await newBuyer({ role: "support", name: "Sam of Support" });
    const comp = await giveComp(shop.as(giver.userId), { userId, productId, note: "A review" });
    const gift = { note: "A review", givenBy: "Sam of Support", endsAt: null };
    expect((await open(shop, userId)).holdings).toMatchObject([
      { id: comp.id, source: "manual", access: { active: true, reason: "manual" }, gift },
    ]);
    await endComp(shop.as(giver.userId), comp);
    const { holdings, audit } = await open(shop, userId);
    expect(holdings).toMatchObject([
      { access: { active: false, reason: "comp_taken_back" }, grants: [{ isInForce: false }] },
    ]);
    expect(audit!.map(({ action, actorName }) => [action, actorName])).toEqual([
      ["comp.ended", "Sam of Support"],
      ["comp.given", "Sam of Support"],
    ]);
  });

  it("lists license keys with where they are in use", async () => {
    const shop = openTestShop();
    const { userId, key } = await buyLicense(shop, { activationLimit: 2 });
    await openDevice(shop)("activate", { key, fingerprint: "f-1", label: "A laptop" });
    const { licenses } = await open(shop, userId);
    expect(licenses).toMatchObject([
      { key, state: "granted", activations: [{ label: "A laptop", fingerprint: "f-1" }] },
    ]);
  });

  it("keeps the audit log from support, and shows no secret of a session", async () => {
    const shop = openTestShop();
    const person = await newBuyer();
    const page = await open(shop, person.userId, "support");
    expect(page.audit).toBeNull();
    expect(page.sessions).toMatchObject([{ id: person.sessionId }]);
    expect(JSON.stringify(page)).not.toContain("token");
  });

  it("shows nothing of who is not there, and of the other mode", async () => {
    const shop = openTestShop();
    const support = await newBuyer({ role: "support" });
    const nobody = await support.fetch(`/api/admin/customers/usr_${"0".repeat(26)}`);
    expect(nobody.status).toBe(404);
    const { userId, customerId } = await payForNewProduct(shop);
    await syncCustomer(shop.ctx(), { customerId, force: true });
    await env.DB.batch(
      ["customers", "orders"].map((table) =>
        env.DB.prepare(`UPDATE ${table} SET mode = 'live' WHERE user_id = ?`).bind(userId),
      ),
    );
    expect(await open(shop, userId)).toMatchObject({ holdings: [], stripeCustomers: [] });
  });

  it("costs as many calls for who has much as for who has nothing", async () => {
    const shop = openTestShop();
    const empty = await shop.newBuyer();
    const { userId } = await subscribe(shop);
    for (let gifts = 0; gifts < 5; gifts++) {
      const { id: productId } = await shop.sell({});
      await giveComp(shop.ctx(), { userId, productId, note: "One of five" });
    }
    const count = async (of: string) => {
      const { db, calls } = countCalls();
      await showCustomer({ ...shop.as(of), db }, { userId: of });
      return calls();
    };
    // One batch; grants, keys, the policy, since when revocations are frozen (twice), and the products' names.
    expect(await count(userId)).toBe(7);
    expect(await count(empty)).toBeLessThanOrEqual(7);
  });
});

describe("sessions", () => {
  const remove = (who: Awaited<ReturnType<typeof newBuyer>>, path: string) =>
    who.fetch(path, { method: "DELETE" });

  it("are ended by an admin, one or all, at once, and the log says so", async () => {
    const [admin, person] = [await newBuyer({ role: "admin" }), await newBuyer()];
    const path = `/api/admin/customers/${person.userId}/sessions`;
    expect((await remove(admin, `${path}/${person.sessionId}`)).status).toBe(204);
    expect(await person.json("/api/me")).toEqual({ user: null });
    expect((await remove(admin, `${path}/${person.sessionId}`)).status).toBe(404);
    expect((await remove(admin, path)).status).toBe(204);
    const log = env.DB.prepare(
      "SELECT count(*) AS n FROM audit_entries WHERE action = 'session.ended' AND target_id = ?",
    );
    expect(await log.bind(person.userId).first("n")).toBe(1);
  });

  it("all of somebody's end, and nobody else's", async () => {
    const [admin, person, other] = [
      await newBuyer({ role: "admin" }),
      await newBuyer(),
      await newBuyer(),
    ];
    await remove(admin, `/api/admin/customers/${person.userId}/sessions`);
    expect(await person.json("/api/me")).toEqual({ user: null });
    expect(await other.json("/api/me")).toMatchObject({ user: { id: other.userId } });
  });

  it("are not for support to end, nor by the wrong name", async () => {
    const [support, admin] = [
      await newBuyer({ role: "support" }),
      await newBuyer({ role: "admin" }),
    ];
    const [person, other] = [await newBuyer(), await newBuyer()];
    const path = `/api/admin/customers/${other.userId}/sessions/${person.sessionId}`;
    expect((await remove(support, path)).status).toBe(404);
    expect((await remove(admin, path)).status).toBe(404);
    expect((await openBrowser().fetch(path, { method: "DELETE" })).status).toBe(401);
    expect(await person.json("/api/me")).toMatchObject({ user: { id: person.userId } });
  });
});

import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { payForNewProduct, reasonsOf } from "../../testing/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import { frozenSince } from "../../access/outage-mode.ts";
import { syncCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { MINUTE } from "../../lib/time.ts";
import type { OutageEnding } from "../../sync/sweeps/end-outage-mode.ts";
import { resumeRebuild, showRebuild, type Rebuild } from "../../sync/sweeps/rebuild.ts";
import type { DriftReport } from "./show-drift-report.ts";

const send = (method: string, body: unknown = {}) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const member = (shop: TestShop, role: "admin" | "owner") => newBuyer({ role, env: shop.env });

const report = (person: Awaited<ReturnType<typeof member>>) =>
  person.json<DriftReport>("/api/admin/sweeps");

async function audited(shop: TestShop, action: string): Promise<string[]> {
  const admin = await member(shop, "admin");
  const { items } = await admin.json<{ items: { actorId: string }[] }>(
    `/api/admin/audit?search=${action}`,
  );
  return items.map(({ actorId }) => actorId);
}

describe("a sweep that the seller asks for", () => {
  it("says what it found, whose it is, and who asked", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    const admin = await member(shop, "admin");
    const answer = await admin.fetch("/api/admin/sweeps", send("POST"));
    expect(await answer.json()).toMatchObject({ state: "finished" });
    const { sweeps, incidents, waiting } = await report(admin);
    expect(sweeps[0]!.drifted).toBeGreaterThan(0);
    expect(incidents.find((incident) => incident.userId === userId)).toMatchObject({
      kind: "drift",
      userName: "A Buyer",
    });
    expect(waiting).toBeGreaterThan(0);
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
    expect(await audited(shop, "sweep.started")).toContain(admin.userId);
  });
});

describe("a rebuild from the console", () => {
  it("goes through Stripe's customers step by step, once, and names whom nobody here is", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const { stripe } = shop.ctx();
    const stranger = await stripe.customers.create({ metadata: { gatehouse_user: "usr_nobody" } });
    await stripe.customers.create({ description: "Somebody else's in the same account" });
    for (let more = 0; more < 26; more++) await stripe.customers.create({});
    const owner = await member(shop, "owner");
    await owner.fetch("/api/admin/rebuild", send("POST"));
    const steps: Rebuild[] = [];
    do {
      const answer = await owner.fetch("/api/admin/rebuild/steps", send("POST"));
      steps.push((await answer.json<{ rebuild: Rebuild }>()).rebuild);
    } while (steps.at(-1)?.finishedAt === null);
    expect(steps).toHaveLength(2);
    expect(steps.at(-1)).toMatchObject({ customers: 1, withoutUser: [stranger.id] });
    expect(shop.queued).toContainEqual({ customerId });
    await shop.work();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
    expect((await report(owner)).rebuild).toEqual(steps.at(-1));
    expect(await audited(shop, "rebuild.started")).toContain(owner.userId);
  });

  it("is gone on with by cron when the page is closed", async () => {
    const shop = openTestShop();
    await payForNewProduct(shop);
    const owner = await member(shop, "owner");
    await owner.fetch("/api/admin/rebuild", send("POST"));
    await resumeRebuild(shop.ctx(), { steps: 4 });
    expect(await showRebuild(shop.ctx())).toMatchObject({
      customers: 1,
      finishedAt: expect.any(Number),
    });
  });

  it("asks for a fresh sign-in", async () => {
    const owner = await newBuyer({ role: "owner" });
    await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE id = ?")
      .bind(Date.now() - 11 * MINUTE, owner.sessionId)
      .run();
    const answer = await owner.fetch("/api/admin/rebuild", send("POST"));
    expect(await answer.json()).toMatchObject({ code: "sign_in_again" });
  });
});

describe("outage mode", () => {
  const end = async (owner: Awaited<ReturnType<typeof member>>, query = "") => {
    const answer = await owner.fetch(`/api/admin/outage${query}`, { method: "DELETE" });
    return answer.json<OutageEnding>();
  };

  it("is begun by the owner, shown to the team, and ended when everybody was looked at", async () => {
    const shop = openTestShop();
    await env.DB.prepare("UPDATE customers SET synced_seq = dirty_seq").run();
    const { customerId, userId } = await payForNewProduct(shop);
    const owner = await member(shop, "owner");
    expect((await report(owner)).frozenSince).toBeNull();
    expect((await owner.fetch("/api/admin/outage", send("PUT"))).status).toBe(204);
    expect((await report(owner)).frozenSince).toEqual(expect.any(Number));
    expect(await end(owner)).toEqual({ state: "fetching", waiting: 1 });
    expect(await frozenSince(shop.ctx())).not.toBeNull();
    await syncCustomer(shop.ctx(), { customerId });
    expect(await end(owner)).toEqual({ state: "ended" });
    expect(await frozenSince(shop.ctx())).toBeNull();
    expect(await reasonsOf(shop, userId)).toEqual(["order_paid"]);
    expect(await audited(shop, "outage.started")).toContain(owner.userId);
    expect(await audited(shop, "outage.ended")).toContain(owner.userId);
    expect(await end(owner)).toEqual({ state: "ended" });
  });

  it("stays on while Stripe does not let us look", async () => {
    const shop = openTestShop();
    await env.DB.prepare("UPDATE sweeps SET started_at = 1, finished_at = 1").run();
    const owner = await member(shop, "owner");
    await owner.fetch("/api/admin/outage", send("PUT"));
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 429 });
    expect(await end(owner)).toEqual({ state: "sweeping" });
    expect(await frozenSince(shop.ctx())).not.toBeNull();
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 429 });
    expect(await end(owner, "?waiting=ignore")).toEqual({ state: "ended" });
  });
});

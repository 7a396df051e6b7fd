import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { payForNewProduct, listAccessReasons } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { findOutageStart } from "../../access/outage-mode.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { DAY, MINUTE } from "../../lib/time.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { createGift } from "../../gifts/create-gift.ts";
import {
  endOutageMode as endOutageModeNow,
  startOutageMode,
} from "../../sync/sweeps/outage-mode.ts";
import type { OutageRecovery } from "../../sync/sweeps/recover-from-outage.ts";
import { runCron } from "../../run-cron.ts";
import { continueRebuild, runRebuildStep } from "../../sync/sweeps/rebuild.ts";
import { showRebuild, type RebuildProgress } from "../../sync/sweeps/rebuild-progress.ts";
import type { DriftReport } from "./show-drift-report.ts";

// Sweeps, rebuilds and outage mode cover all customers.
beforeEach(emptyDatabase);

const send = (method: string, body: unknown = {}) => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const member = (shop: TestShop, role: "admin" | "owner") =>
  createSignedInUser({ role, env: shop.env });

const fetchDriftReport = (admin: Awaited<ReturnType<typeof member>>) =>
  admin.json<DriftReport>("/api/admin/sweeps");

async function listAuditActorIds(shop: TestShop, action: string): Promise<string[]> {
  const admin = await member(shop, "admin");
  const { items } = await admin.json<{ items: { actorId: string }[] }>(
    `/api/admin/audit?search=${action}`,
  );
  return items.map(({ actorId }) => actorId);
}

describe("a manual sweep", () => {
  it("a manual sweep reports its findings with their users, and audits who started it", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    const admin = await member(shop, "admin");
    const answer = await admin.fetch("/api/admin/sweeps", send("POST"));
    expect(await answer.json()).toMatchObject({ state: "finished" });
    const { sweeps, incidents, waiting } = await fetchDriftReport(admin);
    expect(sweeps[0]!.drifted).toBeGreaterThan(0);
    expect(incidents.find((incident) => incident.userId === userId)).toMatchObject({
      kind: "drift",
      userName: "A Buyer",
    });
    expect(waiting).toBeGreaterThan(0);
    await shop.processQueue();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    expect(await listAuditActorIds(shop, "sweep.started")).toContain(admin.userId);
  });
});

describe("a rebuild from the console", () => {
  const requestRebuild = async (
    owner: Awaited<ReturnType<typeof member>>,
    method: string,
    path = "",
  ) => {
    const init = method === "POST" || method === "PUT" ? send(method) : { method };
    const answer = await owner.fetch(`/api/admin/rebuild${path}`, init);
    return (await answer.json<{ rebuild: RebuildProgress | null }>()).rebuild;
  };

  it("a rebuild from the console goes on by itself, and lists Stripe's customers without a user", async () => {
    const shop = openTestShop();
    const { userId } = await payForNewProduct(shop);
    const { stripe } = shop.ctx();
    const unknownCustomer = await stripe.customers.create({
      metadata: { gatehouse_user: "usr_nobody" },
    });
    await stripe.customers.create({ description: "Somebody else's in the same account" });
    for (let more = 0; more < 26; more++) await stripe.customers.create({});
    const owner = await member(shop, "owner");
    expect(await requestRebuild(owner, "GET")).toBeNull();
    expect(await requestRebuild(owner, "POST")).toMatchObject({
      part: "restoring",
      done: 0,
      total: 2,
      finishedAt: null,
      pausedAt: null,
    });
    expect(shop.queued).toEqual([{ job: "rebuild" }]);
    while (shop.queued.length > 0) await shop.processQueue();
    const rebuilt = await requestRebuild(owner, "GET");
    expect(rebuilt).toMatchObject({
      customers: 1,
      withoutUser: [unknownCustomer.id],
      finishedAt: expect.any(Number),
    });
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    expect((await fetchDriftReport(owner)).rebuild).toEqual(rebuilt);
    expect(await listAuditActorIds(shop, "rebuild.started")).toContain(owner.userId);
  });

  it("a rebuild that is started twice is one: the second start joins where the first is", async () => {
    const shop = openTestShop();
    for (let more = 0; more < 30; more++) await shop.createUser();
    const owner = await member(shop, "owner");
    await requestRebuild(owner, "POST");
    await runRebuildStep(shop.ctx());
    expect(await requestRebuild(owner, "POST")).toMatchObject({ done: 25, total: 31 });
    expect(shop.queued).toEqual([{ job: "rebuild" }]);
    expect(await listAuditActorIds(shop, "rebuild.started")).toHaveLength(1);
    await continueRebuild(shop.ctx(), { steps: Infinity });
    expect(await requestRebuild(owner, "POST")).toMatchObject({ part: "restoring", done: 0 });
  });

  it("a paused rebuild stays where it is, and resumed by the owner, it goes on from there", async () => {
    const shop = openTestShop();
    for (let more = 0; more < 30; more++) await shop.createUser();
    const owner = await member(shop, "owner");
    await requestRebuild(owner, "POST");
    await runRebuildStep(shop.ctx());
    const paused = await requestRebuild(owner, "PUT", "/pause");
    expect(paused).toMatchObject({ done: 25, pausedAt: expect.any(Number), timeLeftMs: null });
    while (shop.queued.length > 0) await shop.processQueue();
    // A second pause is none, and a start joins the paused one.
    expect(await requestRebuild(owner, "PUT", "/pause")).toEqual(paused);
    expect(await requestRebuild(owner, "POST")).toEqual(paused);
    expect(shop.queued).toEqual([]);
    expect(await listAuditActorIds(shop, "rebuild.paused")).toEqual([owner.userId]);
    expect(await requestRebuild(owner, "DELETE", "/pause")).toMatchObject({
      done: 25,
      pausedAt: null,
    });
    while (shop.queued.length > 0) await shop.processQueue();
    expect(await requestRebuild(owner, "GET")).toMatchObject({ finishedAt: expect.any(Number) });
    expect(await listAuditActorIds(shop, "rebuild.resumed")).toEqual([owner.userId]);
    expect(await requestRebuild(owner, "PUT", "/pause")).toMatchObject({ pausedAt: null });
  });

  it("a rebuild is continued by cron if its message was lost", async () => {
    const shop = openTestShop();
    await payForNewProduct(shop);
    const owner = await member(shop, "owner");
    await requestRebuild(owner, "POST");
    shop.loseMessages();
    await runCron(shop.ctx(undefined, Date.now() + 5 * MINUTE), "*/5 * * * *");
    expect(await showRebuild(shop.ctx())).toMatchObject({
      customers: 1,
      finishedAt: expect.any(Number),
    });
  });

  it("a rebuild from the console requires a recent sign-in", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE id = ?")
      .bind(Date.now() - 11 * MINUTE, owner.sessionId)
      .run();
    const answer = await owner.fetch("/api/admin/rebuild", send("POST"));
    expect(await answer.json()).toMatchObject({ code: "sign_in_again" });
  });
});

describe("outage mode", () => {
  it("outage mode is started and ended only after a fresh sign-in", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    await env.DB.prepare("UPDATE sessions SET authenticated_at = ? WHERE id = ?")
      .bind(Date.now() - 11 * MINUTE, owner.sessionId)
      .run();
    const start = await owner.fetch("/api/admin/outage", send("PUT"));
    expect(await start.json()).toMatchObject({ status: 403, code: "sign_in_again" });
    const end = await owner.fetch("/api/admin/outage", { method: "DELETE" });
    expect(await end.json()).toMatchObject({ status: 403, code: "sign_in_again" });
  });

  const endOutageMode = async (owner: Awaited<ReturnType<typeof member>>, query = "") => {
    const answer = await owner.fetch(`/api/admin/outage${query}`, { method: "DELETE" });
    return answer.json<OutageRecovery>();
  };

  it("outage mode is started by the owner, shown to the team, and ends once all customers are synced", async () => {
    const shop = openTestShop();
    const { customerId, userId } = await payForNewProduct(shop);
    const owner = await member(shop, "owner");
    expect((await fetchDriftReport(owner)).frozenSince).toBeNull();
    expect((await owner.fetch("/api/admin/outage", send("PUT"))).status).toBe(204);
    expect((await fetchDriftReport(owner)).frozenSince).toEqual(expect.any(Number));
    expect(await endOutageMode(owner)).toEqual({ state: "fetching", waiting: 1 });
    expect(await findOutageStart(shop.ctx())).not.toBeNull();
    await syncStripeCustomer(shop.ctx(), { customerId });
    expect(await endOutageMode(owner)).toEqual({ state: "ended", waiting: 1 });
    expect(await findOutageStart(shop.ctx())).toBeNull();
    expect(await listAccessReasons(shop, userId)).toEqual(["order_paid"]);
    expect(await listAuditActorIds(shop, "outage.started")).toContain(owner.userId);
    expect(await listAuditActorIds(shop, "outage.ended")).toContain(owner.userId);
    await shop.processQueue();
    expect(await endOutageMode(owner)).toEqual({ state: "ended", waiting: 0 });
  });

  it("outage mode ends without cron, and the next message closes access that was refunded meanwhile", async () => {
    const shop = openTestShop();
    const { customerId, userId } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const readLibrary = () => showLibrary(shop.asUser(userId), { userId });
    expect(await readLibrary()).toMatchObject([
      { access: { active: true }, isKeptByOutageMode: false },
    ]);
    const owner = await member(shop, "owner");
    await owner.fetch("/api/admin/outage", send("PUT"));
    const { stripe } = shop.ctx();
    const [charge] = (await stripe.charges.list()).data;
    await stripe.refunds.create({ charge: charge!.id });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const readCustomer = () =>
      owner.json<{
        libraryEntries: { isKeptByOutageMode: boolean; grants: { isInForce: boolean }[] }[];
      }>(`/api/admin/customers/${userId}`);
    expect(await readLibrary()).toMatchObject([
      {
        access: { active: false, reason: "order_refunded" },
        isKeptByOutageMode: true,
        benefits: [{ name: "The thing" }],
      },
    ]);
    expect((await readCustomer()).libraryEntries).toMatchObject([
      { isKeptByOutageMode: true, grants: [{ isInForce: true }] },
    ]);
    // Its sweep finds the events that were not delivered.
    expect(await endOutageMode(owner)).toEqual({ state: "fetching", waiting: 1 });
    await shop.processQueue();
    expect(await readLibrary()).toMatchObject([{ isKeptByOutageMode: true }]);
    expect(await endOutageMode(owner)).toEqual({ state: "ended", waiting: 1 });
    expect(shop.queued).toEqual([{ customerId }]);
    expect(await readLibrary()).toMatchObject([{ isKeptByOutageMode: true }]);
    await shop.processQueue();
    expect(await readLibrary()).toMatchObject([
      {
        access: { active: false, reason: "order_refunded" },
        isKeptByOutageMode: false,
        benefits: [],
      },
    ]);
    expect((await readCustomer()).libraryEntries).toMatchObject([
      { isKeptByOutageMode: false, grants: [{ isInForce: false }] },
    ]);
  });

  it("access that would have ended by time during outage mode closes at its end", async () => {
    const shop = openTestShop();
    const userId = await shop.createUser();
    const { id: productId } = await shop.createPublishedProduct({});
    const start = Date.now();
    await createGift(shop.ctx(), { userId, productId, note: "", endsAt: start + DAY });
    await startOutageMode(shop.ctx(undefined, start));
    const readLibrary = () => showLibrary(shop.asUser(userId, start + 2 * DAY), { userId });
    expect(await readLibrary()).toMatchObject([
      { access: { active: true }, isKeptByOutageMode: true },
    ]);
    await endOutageModeNow(shop.ctx(undefined, start + 2 * DAY));
    expect(await readLibrary()).toMatchObject([
      { access: { active: false, reason: "gift_ended" }, isKeptByOutageMode: false, benefits: [] },
    ]);
  });

  it("outage mode stays on while Stripe cannot be read", async () => {
    const shop = openTestShop();
    const owner = await member(shop, "owner");
    await owner.fetch("/api/admin/outage", send("PUT"));
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 99, status: 429 });
    expect(await endOutageMode(owner)).toEqual({ state: "sweeping" });
    expect(await findOutageStart(shop.ctx())).not.toBeNull();
    await shop.control("faults", { match: "GET /v1/subscriptions", times: 0, status: 429 });
    expect(await endOutageMode(owner, "?waiting=ignore")).toEqual({ state: "ended", waiting: 0 });
  });
});

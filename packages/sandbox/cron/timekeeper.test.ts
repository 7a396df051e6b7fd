import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createTestAccount, startTestSandbox } from "../testing/test-account.ts";

// Only stops tests that hang.
vi.setConfig({ testTimeout: 120_000 });

const day = 86_400;
const daily = "23 3 * * *";
const stops: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));

/** What the shop saw, in order: an event or a run of a scheduled job, and the time of its clock then. */
type Sight = { event?: Stripe.Event; cron?: string; now: number };

/** Creates a customer with a subscription of $9 a month. */
async function subscribe({
  stripe,
  customer,
  price,
}: ReturnType<typeof createTestAccount>): Promise<void> {
  await stripe.subscriptions.create({
    customer: (await customer()).id,
    items: [{ price: (await price(900)).id }],
  });
}

/** Starts a sandbox and a shop that reads the sandbox's clock. */
async function startShop(expressions: string[]) {
  const seen: Sight[] = [];
  const cronCalls = new EventTarget();
  const server = createServer(async (request, response) => {
    const { now } = await readClock();
    const cron = new URL(request.url ?? "", "http://shop").searchParams.get("cron");
    let body = "";
    for await (const chunk of request) body += String(chunk);
    if (cron !== null) {
      seen.push({ cron, now });
      cronCalls.dispatchEvent(new Event("call"));
      response.writeHead(cron === "59 23 * * *" ? 500 : 200).end("the answer");
      return;
    }
    const signature = String(request.headers["stripe-signature"]);
    const event = await new Stripe(key).webhooks.constructEventAsync(
      body,
      signature,
      "whsec_test",
      300,
      undefined,
      now * 1000,
    );
    // As in the Worker: the event is acknowledged first, and its sync asks Stripe later.
    response.writeHead(200).end();
    await account.stripe.customers.list();
    seen.push({ event, now: (await readClock()).now });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sandbox = await startTestSandbox({
    webhook: { url: `${origin}/webhook`, secret: "whsec_test", events: ["invoice.paid"] },
    cron: { url: `${origin}/run`, expressions },
  });
  stops.push(async () => {
    server.closeAllConnections();
    server.close();
    await sandbox.stop();
  });
  const key = "sk_test_sandbox";
  const account = createTestAccount(sandbox, key);
  const readClock = async () =>
    (await account.control<{ now: number; offsetSeconds: number }>("clock")).body;
  return { sandbox, account, seen, cronCalls, readClock };
}

describe("when time passes", () => {
  it("the shop sees every renewal of a monthly plan at its time, and its daily job runs each day", async () => {
    const { account, seen, readClock } = await startShop([daily]);
    const { control } = account;
    await subscribe(account);
    const before = (await readClock()).now;
    await control("clock", { advanceSeconds: 65 * day });
    expect((await readClock()).now).toBeGreaterThanOrEqual(before + 65 * day);
    const renewals = seen.filter(({ event, now }) => event && now > before + day);
    expect(renewals).toHaveLength(2);
    for (const { event, now } of renewals) expect(now - event!.created).toBeLessThan(60);
    const runs = seen.filter(({ cron }) => cron === daily).map(({ now }) => now);
    expect(runs).toHaveLength(65);
    expect(new Set(runs.map((now) => Math.floor(now / day))).size).toBe(65);
    expect(seen.map(({ now }) => now)).toEqual(seen.map(({ now }) => now).toSorted());
  });

  it("in a long time, the most frequent job runs each day, and the others once a week and at the end", async () => {
    const { account, seen } = await startShop(["0 * * * *", "0 3 * * *", "0 4 * * *"]);
    const count = (expression: string) => seen.filter(({ cron }) => cron === expression).length;
    await account.control("clock", { advanceSeconds: 10 * day });
    expect([count("0 3 * * *"), count("0 4 * * *")]).toEqual([10, 10]);
    seen.length = 0;
    await account.control("clock", { advanceSeconds: 42 * day });
    expect(count("0 * * * *")).toBeGreaterThanOrEqual(42);
    for (const nightly of ["0 3 * * *", "0 4 * * *"]) {
      expect(count(nightly)).toBeGreaterThanOrEqual(6);
      expect(count(nightly)).toBeLessThanOrEqual(7);
    }
  });

  it("in steps of a week, the shop sees what Stripe did at the end of each, dated when it happened", async () => {
    const { account, seen, readClock } = await startShop(["*/5 * * * *"]);
    const { control } = account;
    await subscribe(account);
    const before = (await readClock()).now;
    await control("clock", { advanceSeconds: 35 * day, stepSeconds: 7 * day });
    expect(seen.filter(({ cron }) => cron)).toHaveLength(5);
    const [renewal, ...others] = seen.filter(({ event, now }) => event && now > before + day);
    expect(others).toEqual([]);
    expect(renewal!.event!.created).toBeLessThan(before + 32 * day);
    expect(renewal!.now).toBeGreaterThanOrEqual(before + 35 * day);
  });

  it("in more than 100 days, the shop sees each day at its end", async () => {
    const { account, seen, readClock } = await startShop(["*/5 * * * *"]);
    const { control } = account;
    await subscribe(account);
    const before = (await readClock()).now;
    await control("clock", { advanceSeconds: 101 * day });
    expect(seen.filter(({ cron }) => cron)).toHaveLength(101);
    const renewals = seen.filter(({ event, now }) => event && now > before + day);
    expect(renewals).toHaveLength(3);
    for (const { event, now } of renewals) expect(now - event!.created).toBeLessThanOrEqual(day);
  });

  it("a new account can begin in the past", async () => {
    const sandbox = await startTestSandbox({ clockOffsetSeconds: -400 * day });
    stops.push(() => sandbox.stop());
    const { stripe } = createTestAccount(sandbox, "sk_test_sandbox");
    const { created } = await stripe.customers.create({ name: "Ann" });
    expect(Math.abs(Date.now() / 1000 - 400 * day - created)).toBeLessThan(60);
  });

  it("a second request waits for the first, so that both periods pass", async () => {
    const { account, readClock } = await startShop([daily]);
    const { offsetSeconds } = await readClock();
    await Promise.all([
      account.control("clock", { advanceSeconds: 3 * day }),
      account.control("clock", { advanceSeconds: 2 * day }),
    ]);
    const passed = (await readClock()).offsetSeconds - offsetSeconds;
    // The seconds that passed by themselves count too.
    expect(passed).toBeGreaterThan(5 * day - 60);
    expect(passed).toBeLessThanOrEqual(5 * day);
  });

  it("time stands still for a visitor's request, and until a buyer on Stripe's page has paid", async () => {
    const { sandbox, account, seen } = await startShop([daily]);
    const { stripe } = account;
    const visit = async () => {
      const url = `${sandbox.url}/_sandbox/clock`;
      const answer = await fetch(url, { headers: { "x-visit": "1" } });
      return ((await answer.json()) as { now: number }).now;
    };
    const passing = account.control("clock", { advanceSeconds: 20 * day });
    const now = await visit();
    const customer = await stripe.customers.create({ email: "ann@example.com" });
    const price = await account.price(2900, { recurring: undefined as never });
    await stripe.checkout.sessions.list({ customer: customer.id });
    const session = await stripe.checkout.sessions.create({
      mode: "payment",
      customer: customer.id,
      success_url: "http://localhost:8787/",
      expires_at: now + 31 * 60,
      line_items: [{ price: price.id, quantity: 1 }],
    });
    expect((await fetch(session.url!)).status).toBe(200);
    expect((await account.pay(session.id)).body).toMatchObject({ payment_status: "paid" });
    const { body } = await account.control<{ now: number }>("clock");
    expect(body.now - now).toBeLessThan(60);
    await passing;
    expect(seen.filter(({ cron }) => cron)).toHaveLength(20);
  });

  it("a visitor sees the shop after its jobs, also those that run once a week in a long time", async () => {
    const { sandbox, account, seen, cronCalls } = await startShop(["0 * * * *", daily]);
    const passing = account.control("clock", { advanceSeconds: 40 * day });
    const visit = async () => {
      const answer = await fetch(`${sandbox.url}/_sandbox/clock`, { headers: { "x-visit": "1" } });
      const { now } = (await answer.json()) as { now: number };
      return now - (seen.findLast(({ cron }) => cron === daily)?.now ?? 0);
    };
    // In the middle of a step, some days after the first one, which ran every job.
    for (let calls = 0; calls < 6; calls++) await once(cronCalls, "call");
    expect(await visit()).toBeLessThan(day + 60);
    await fetch(`${sandbox.url}/desk/clock/stop`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: sandbox.url },
    });
    await passing;
  });

  it("the other accounts of the sandbox keep their time, and jump at once", async () => {
    const { sandbox, seen, readClock } = await startShop([daily]);
    const other = createTestAccount(sandbox);
    await other.control("clock", { advanceSeconds: 400 * day });
    expect(await readClock()).toMatchObject({ offsetSeconds: 0 });
    expect(seen).toEqual([]);
    const url = `${sandbox.url}/_sandbox/clock?account=${other.key}`;
    expect(await (await fetch(url)).json()).toMatchObject({ offsetSeconds: 400 * day });
  });

  it("Stripe forgets idempotency keys after 24 hours", async () => {
    const { sandbox } = await startShop([daily]);
    const { stripe, control } = createTestAccount(sandbox);
    const create = () => stripe.customers.create({ name: "Ann" }, { idempotencyKey: "one" });
    const { id } = await create();
    expect((await create()).id).toBe(id);
    await control("clock", { advanceSeconds: day + 60 });
    expect((await create()).id).not.toBe(id);
  });
});

describe("a scheduled job", () => {
  it("a scheduled job starts by itself when its time has come", async () => {
    const { account, seen, cronCalls, readClock } = await startShop(["* * * * *"]);
    // Two seconds before the next minute.
    const secondsLeft = 118 - ((await readClock()).now % 60);
    await account.control("clock", { advanceSeconds: secondsLeft });
    const called = once(cronCalls, "call");
    await called;
    const { now } = await readClock();
    expect(seen.at(-1)).toMatchObject({ cron: "* * * * *" });
    expect(now % 60).toBeLessThan(30);
    expect((await account.control<{ jobs: unknown[] }>("cron")).body.jobs).toEqual([
      { cron: "* * * * *", latestRun: expect.objectContaining({ status: 200, error: null }) },
    ]);
  });

  it("a scheduled job can be started at any time, and says what the shop answered", async () => {
    const { account, seen } = await startShop([daily, "59 23 * * *"]);
    expect(await account.control("cron", { cron: daily })).toMatchObject({
      status: 200,
      body: { cron: daily, status: 200, error: null },
    });
    expect((await account.control("cron", { cron: "59 23 * * *" })).body).toMatchObject({
      status: 500,
      error: "the answer",
    });
    expect(seen.map(({ cron }) => cron)).toEqual([daily, "59 23 * * *"]);
    expect((await account.control("cron", { cron: "* * * * *" })).status).toBe(404);
  });
});

describe("the desk", () => {
  it("the desk lets a year pass in one press, shows how far it is, and stops it", async () => {
    const { sandbox, account, seen } = await startShop([daily]);
    const press = (path: string, body: Record<string, string> = {}) =>
      fetch(`${sandbox.url}/desk/${path}`, {
        method: "POST",
        redirect: "manual",
        headers: { origin: sandbox.url },
        body: new URLSearchParams(body),
      });
    const open = async () => {
      const page = await fetch(sandbox.url);
      return { refresh: page.headers.get("refresh"), text: await page.text() };
    };
    const before = await open();
    expect(before.refresh).toBeNull();
    const year = /value="(\d+)">\+ 1 year</.exec(before.text)?.[1] ?? "";
    expect((await press("clock", { seconds: year })).status).toBe(303);
    const passing = await open();
    expect(passing.refresh).toBe("1");
    expect(passing.text).toContain("Time passes until");
    expect(passing.text).not.toContain("+ 1 year");
    // Waits for the step that runs now.
    await press("clock/stop");
    await account.control("clock", { advanceSeconds: 1 });
    expect((await open()).text).toContain("+ 1 year");
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(366);
  });

  it("the desk runs a scheduled job, and shows its outcome", async () => {
    const { sandbox, seen } = await startShop(["59 23 * * *"]);
    await fetch(`${sandbox.url}/desk/cron`, {
      method: "POST",
      redirect: "manual",
      headers: { origin: sandbox.url },
      body: new URLSearchParams({ cron: "59 23 * * *" }),
    });
    expect(seen.map(({ cron }) => cron)).toEqual(["59 23 * * *"]);
    expect(await (await fetch(sandbox.url)).text()).toContain("failed: the answer");
  });
});

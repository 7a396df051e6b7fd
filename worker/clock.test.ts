import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, describe, expect, inject, it, vi } from "vitest";
import { readClockOffset } from "./clock.ts";
import { createContext } from "./context.ts";
import worker from "./index.ts";
import { DAY, MINUTE, SECOND } from "./lib/time.ts";
import { deliverEvents } from "./webhooks/deliver-events.ts";
import { openTestShop, signWebhook, type TestShop } from "./testing/shop.ts";
import { openBrowser, postToAuth, signInAs, SESSION_COOKIE } from "./testing/clients/sign-in.ts";
import { createTestEndpoint, insertTestEvents, openReceiver } from "./testing/fakes/webhooks.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const YEAR = 365 * DAY;

/** Opens a shop whose time is the sandbox's, and moves it. */
async function openMovedShop(movedMs: number): Promise<TestShop & { env: Env }> {
  const shop = openTestShop({ hasEmailSender: true });
  await shop.control("clock", { advanceSeconds: movedMs / SECOND });
  const clockUrl = `${inject("sandboxUrl")}/_sandbox/clock?account=${shop.stripeKey}`;
  return { ...shop, env: { ...shop.env, CLOCK_URL: clockUrl } as Env };
}

describe("a year after the clock was moved", () => {
  it("a user signs in, proves it with a fresh sign-in, and buys", async () => {
    const shop = await openMovedShop(YEAR);
    const product = await shop.createPublishedProduct({});
    const browser = await signInAs(
      `${crypto.randomUUID()}@example.com`,
      openBrowser({ env: shop.env }),
    );
    const { user } = await browser.json<{ user: { id: string } }>("/api/me");
    expect((await browser.fetch("/api/me/account/export")).status).toBe(200);
    const answer = await browser.fetch("/api/me/checkouts", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ priceId: product.prices[0]!.id }),
    });
    const checkout = await answer.json<{ id: string; url: string }>();
    expect(checkout).toMatchObject({ url: expect.stringContaining("/checkout/") });
    await shop.pay(checkout.url);
    const confirmation = await browser.fetch(`/api/me/checkouts/${checkout.id}/confirmation`, {
      method: "POST",
    });
    expect(await confirmation.json()).toMatchObject({ state: "complete" });
    const { entries } = await browser.json<{ entries: { access: { since: number } }[] }>(
      "/api/me/library",
    );
    expect(entries).toMatchObject([{ access: { active: true } }]);
    expect(entries[0]!.access.since).toBeGreaterThan(Date.now() + YEAR - MINUTE);
    expect((await shop.emailsTo(user.id)).map(({ subject }) => subject)).toHaveLength(1);
  });

  it("a sign-in link works for 15 minutes of the shop's time", async () => {
    const shop = await openMovedShop(YEAR);
    const openLink = async (afterMs: number) => {
      const email = `${crypto.randomUUID()}@example.com`;
      const browser = openBrowser({ env: shop.env });
      await postToAuth(browser, "/api/auth/signin/email", { email, callbackUrl: "/library" });
      const emails = await fetch(`${inject("sandboxUrl")}/mail/messages?to=${email}`);
      const [message] = (await emails.json<{ messages: { text: string }[] }>()).messages;
      const link = new URL(/https?:\/\/\S+/.exec(message?.text ?? "")?.[0] ?? "");
      await shop.control("clock", { advanceSeconds: afterMs / SECOND });
      await browser.fetch("/api/auth/callback/email", {
        method: "POST",
        headers: { "content-type": "application/json", "x-auth-return-redirect": "1" },
        body: JSON.stringify(Object.fromEntries(new URLSearchParams(link.hash.slice(1)))),
      });
      return browser.jar.has(SESSION_COOKIE);
    };
    expect(await openLink(14 * MINUTE)).toBe(true);
    expect(await openLink(16 * MINUTE)).toBe(false);
  });

  it("an event that Stripe signs then is accepted, and one that it signed before is refused", async () => {
    const shop = await openMovedShop(YEAR);
    await shop.ctx().stripe.customers.create({ name: "Ann" });
    const [event] = await shop.events();
    const deliverSignedAt = async (signedAt: number) => {
      const payload = JSON.stringify(event);
      const execution = createExecutionContext();
      const request = new Request("http://localhost:8787/api/stripe/webhook", {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "stripe-signature": await signWebhook(payload, signedAt),
        },
        body: payload,
      });
      const { status } = await worker.fetch(request, shop.env, execution);
      await waitOnExecutionContext(execution);
      return status;
    };
    expect(await deliverSignedAt(Date.now() + YEAR)).toBe(200);
    expect(await deliverSignedAt(Date.now())).toBe(400);
  });

  it("the shop's own webhooks carry the real time, which their receivers compare with theirs", async () => {
    const shop = await openMovedShop(YEAR);
    const receiver = openReceiver();
    const offset = await readClockOffset(shop.env);
    expect(offset).toBe(YEAR);
    const ctx = createContext(
      shop.env,
      { waitUntil: () => {} },
      { type: "system", job: "test" },
      offset,
    );
    const { id } = await createTestEndpoint(ctx, { url: receiver.url });
    await insertTestEvents(ctx, [null]);
    await deliverEvents(ctx, { endpointId: id, limit: 40 });
    const [hook] = await receiver.received();
    const sentAt = Number(hook?.headers["webhook-timestamp"]) * SECOND;
    expect(Math.abs(sentAt - Date.now())).toBeLessThan(5 * MINUTE);
  });
});

describe("in a storm of requests", () => {
  it("700 requests at once ask the clock a few times, and all get its time", async () => {
    const shop = await openMovedShop(YEAR);
    const reads = vi.spyOn(globalThis, "fetch");
    const offsets = await Promise.all(
      Array.from({ length: 700 }, () => readClockOffset(shop.env, true)),
    );
    expect(new Set(offsets)).toEqual(new Set([YEAR]));
    expect(reads.mock.calls.length).toBeLessThanOrEqual(40);
  });
});

describe("two years after the clock was moved", () => {
  it("a session that is extended still answers, with a cookie that lasts as long as the session", async () => {
    const shop = await openMovedShop(2 * YEAR);
    const browser = await signInAs(
      `${crypto.randomUUID()}@example.com`,
      openBrowser({ env: shop.env }),
    );
    await shop.control("clock", { advanceSeconds: (3 * DAY) / SECOND });
    const answer = await browser.fetch("/api/me");
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie().join()).toMatch(/Max-Age=\d{6,7};/);
  });
});

describe("the time of a shop", () => {
  it("the time of a shop is the real time where no clock is configured, and costs no request", async () => {
    const { env } = openTestShop();
    const requests = vi.spyOn(globalThis, "fetch");
    expect(await readClockOffset(env)).toBe(0);
    expect(requests).not.toHaveBeenCalled();
  });

  it("the time of a shop is never guessed: without an answer of the configured clock, nothing is sold", async () => {
    const { env } = openTestShop();
    const readFrom = (path: string) =>
      readClockOffset({ ...env, CLOCK_URL: `${inject("sandboxUrl")}${path}` } as Env);
    await expect(readFrom("/nowhere")).rejects.toThrow("answered 404");
    await expect(readFrom("/_sandbox/settings")).rejects.toThrow("no whole offsetSeconds");
    const browser = openBrowser({ env: { ...env, CLOCK_URL: "http://127.0.0.1:9/" } as Env });
    expect((await browser.fetch("/api/shop")).status).toBe(500);
  });
});

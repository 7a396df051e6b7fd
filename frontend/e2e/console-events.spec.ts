import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { withShop } from "../../scripts/shop/with-shop.ts";
import { pauseRebuild } from "../../worker/sync/sweeps/pause-rebuild.ts";
import { startRebuild } from "../../worker/sync/sweeps/rebuild.ts";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";
import { openCheckout } from "./purchases.ts";
import {
  flushWebhooks,
  moveWebhookEndpoint,
  payWithoutBrowser,
  setFault,
  setWebhooks,
} from "./sandbox.ts";
import { runScheduledJob, shopEnvironment, shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();
const FAILING_REQUEST = "GET /v1/subscriptions";
let owner: HttpSession;

beforeAll(async () => {
  owner = await signIn(shopUrl(), "owner");
});
afterEach(async () => {
  await setFault(FAILING_REQUEST, 0);
  await setWebhooks("deliver");
  await moveWebhookEndpoint(`${shopUrl()}/api/stripe/webhook`);
});

const openAsOwner = (path: string) => browser.openAs(owner, path);

it("an event that could not be processed shows its error and succeeds when replayed", async () => {
  const email = newGuestEmail();
  const user = await signIn(shopUrl(), email);
  await setWebhooks("hold");
  const { sessionId } = await openCheckout(user, "field-handbook");
  await payWithoutBrowser(sessionId, "4242424242424242");
  await setFault(FAILING_REQUEST, 999);
  await setWebhooks("deliver");
  await flushWebhooks();

  const page = await openAsOwner("/admin/events");
  await page.getByPlaceholder("Event ID, customer ID or email").fill(email);
  const row = page.getByRole("row", { name: /checkout\.session\.completed .*Pending/ });
  await row.waitFor();
  await expect
    .poll(async () => (await page.reload(), row.getByRole("cell").nth(4).textContent()))
    .not.toBe("0");
  await row.getByRole("link", { name: "checkout.session.completed" }).click();
  await expectHeading(page, "checkout.session.completed");
  await page.getByText(/StripeAPIError/).waitFor();
  await page.getByText("Show payload").click();
  await page.getByText(`"type": "checkout.session.completed"`).waitFor();

  await setFault(FAILING_REQUEST, 0);
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByText("Replaying 1 event.").waitFor();
  await page.getByText("Processed.", { exact: true }).waitFor();
  expect(await page.getByText(/StripeAPIError/).count()).toBe(0);
});

/** Repeats the checks until `result` appears. On a busy machine a check may time out after six seconds. */
async function recheckUntil(page: Page, result: string): Promise<void> {
  const recheckButton = page.getByRole("button", { name: "Check again" });
  await expect
    .poll(async () => {
      await recheckButton.click();
      await recheckButton.waitFor();
      return page.getByText(result).count();
    })
    .toBe(1);
}

it("the doctor reports no problems, and explains the fix when the webhook endpoint is missing", async () => {
  // Catches up on events from before the shop was running.
  await runScheduledJob("17 * * * *");
  await runScheduledJob("*/5 * * * *");
  const page = await openAsOwner("/admin/doctor");
  await recheckUntil(page, "All checks passed.");
  await page.getByRole("button", { name: "Send me a test email" }).click();
  await page.getByText("Test email sent to owner@example.com.").waitFor();

  await moveWebhookEndpoint("https://elsewhere.example/webhook");
  await recheckUntil(page, "1 check needs your attention.");
  expect(await page.getByText("All checks passed.").count()).toBe(0);
  const check = page.getByRole("listitem").filter({ hasText: "Webhook endpoint" });
  await check.getByText("npm run stripe:setup").waitFor();
  await moveWebhookEndpoint(`${shopUrl()}/api/stripe/webhook`);
  await recheckUntil(page, "All checks passed.");
});

it("the owner can run a sweep and a rebuild, and turn outage mode on and off", async () => {
  const page = await openAsOwner("/admin/doctor/stripe");
  await page.getByRole("button", { name: "Compare now" }).click();
  await page
    .getByText(/compared, /)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Rebuild from Stripe" }).click();
  await page.getByRole("button", { name: "Rebuild", exact: true }).click();
  await page.getByText(/^Last finished on /).waitFor();
  await withShop(shopEnvironment(), "test", async (newCtx) => {
    await startRebuild(newCtx());
    await pauseRebuild(newCtx());
  });
  await page.reload();
  await page.getByText(/^Paused since /).waitFor();
  await page.getByRole("button", { name: "Resume rebuild" }).click();
  await page.getByText(/^Last finished on /).waitFor();
  await page.getByRole("button", { name: "Turn on outage mode" }).click();
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  await page.getByText(/^Outage mode has been on since /).waitFor();
  const end = page.getByRole("button", { name: "Turn off outage mode" });
  const off = page.getByText("Outage mode is off.", { exact: true });
  // Outage mode stays on while customers still need a sync, so try again until it is off.
  await expect
    .poll(async () => {
      if (await end.isVisible()) await end.click({ timeout: 10_000 }).catch(() => undefined);
      return off.count();
    })
    .toBe(1);
});

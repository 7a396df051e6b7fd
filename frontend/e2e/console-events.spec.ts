import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { flushWebhooks, moveWebhookEndpoint, setFault, setWebhooks } from "./sandbox.ts";
import { shopUrl, useShop } from "./shop.ts";

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

/** Runs the Worker's scheduled handler now. Miniflare serves it at this path, not at wrangler's older one. */
async function runScheduledJob(cron: string): Promise<void> {
  const query = new URLSearchParams({ cron });
  const response = await fetch(`${shopUrl()}/cdn-cgi/local/scheduled?${query}`);
  expect(await response.text()).toBe("ok");
}

it("an event that could not be processed shows its error and succeeds when replayed", async () => {
  const email = newGuestEmail();
  const user = await signIn(shopUrl(), email);
  await setWebhooks("hold");
  await buyOverHttp(user, "field-handbook", { card: "4242424242424242" });
  await setFault(FAILING_REQUEST, 999);
  await setWebhooks("deliver");
  await flushWebhooks();

  const page = await openAsOwner("/admin/events");
  await page.getByPlaceholder("Event id, customer id or email").fill(email);
  const row = page.getByRole("row", { name: /checkout\.session\.completed .*Waiting/ });
  await row.waitFor();
  await expect
    .poll(async () => (await page.reload(), row.getByRole("cell").nth(4).textContent()))
    .not.toBe("0");
  await row.getByRole("link", { name: "checkout.session.completed" }).click();
  await expectHeading(page, "checkout.session.completed");
  await page.getByText(/StripeAPIError/).waitFor();
  await page.getByText("Show it").click();
  await page.getByText(`"type": "checkout.session.completed"`).waitFor();

  await setFault(FAILING_REQUEST, 0);
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByText("One event is being looked at again.").waitFor();
  await page.getByText("Done.", { exact: true }).waitFor();
  expect(await page.getByText(/StripeAPIError/).count()).toBe(0);
});

/** Repeats the checks until `result` appears. On a busy machine a check may time out after six seconds. */
async function recheckUntil(page: Page, result: string): Promise<void> {
  const recheckButton = page.getByRole("button", { name: "Look again" });
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
  await recheckUntil(page, "All is well.");
  await page.getByRole("button", { name: "Send me a test mail" }).click();
  await page.getByText("It is on its way to owner@example.com.").waitFor();

  await moveWebhookEndpoint("https://elsewhere.example/webhook");
  await recheckUntil(page, "One thing needs a look.");
  expect(await page.getByText("All is well.").count()).toBe(0);
  const check = page.getByRole("listitem").filter({ hasText: "Webhook endpoint" });
  await check.getByText("npm run stripe:setup").waitFor();
  await moveWebhookEndpoint(`${shopUrl()}/api/stripe/webhook`);
  await recheckUntil(page, "All is well.");
});

it("the owner can run a sweep and a rebuild, and turn outage mode on and off", async () => {
  const page = await openAsOwner("/admin/doctor/stripe");
  await page.getByRole("button", { name: "Compare now" }).click();
  await page
    .getByText(/compared, /)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Rebuild everything" }).click();
  await page.getByRole("button", { name: "Rebuild", exact: true }).click();
  await page.getByText(/^Last done on /).waitFor();
  await page.getByRole("button", { name: "Begin outage mode" }).click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByText(/^It is on since /).waitFor();
  const end = page.getByRole("button", { name: "End outage mode" });
  const off = page.getByText("It is off.");
  // Outage mode stays on while customers still need a sync, so try again until it is off.
  await expect
    .poll(async () => {
      if (await end.isVisible()) await end.click({ timeout: 10_000 }).catch(() => undefined);
      return off.count();
    })
    .toBe(1);
});

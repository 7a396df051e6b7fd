import type { Page } from "playwright-core";
import { afterEach, beforeAll, expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuest } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { flushWebhooks, moveWebhookEndpoint, setFault, setWebhooks } from "./sandbox.ts";

const browser = useBrowser();
const FAILING = "GET /v1/subscriptions";
let owner: HttpSession;

beforeAll(async () => {
  owner = await signIn(inject("shopUrl"), "owner");
});
afterEach(async () => {
  await setFault(FAILING, 0);
  await setWebhooks("deliver");
  await moveWebhookEndpoint(`${inject("shopUrl")}/api/stripe/webhook`);
});

async function openAsOwner(path: string): Promise<Page> {
  const page = await browser.open("about:blank");
  await page.context().addCookies(owner.cookies());
  await page.goto(path);
  return page;
}

/** Has the Worker's clockwork do its work now. */
const tick = (cron: string) =>
  fetch(`${inject("shopUrl")}/cdn-cgi/handler/scheduled?${new URLSearchParams({ cron })}`);

it("an event whose work failed is seen, understood, replayed, and done", async () => {
  const email = newGuest();
  const buyer = await signIn(inject("shopUrl"), email);
  await setWebhooks("hold");
  await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" });
  await setFault(FAILING, 999);
  await setWebhooks("deliver");
  await flushWebhooks();

  const page = await openAsOwner("/admin/events");
  await page.getByPlaceholder("Event id, customer id or email").fill(email);
  const row = page.getByRole("row", { name: /checkout\.session\.completed .*Waiting/ });
  await row.waitFor();
  await expect
    .poll(async () => (await page.reload(), row.getByRole("cell").nth(4).textContent()), {
      timeout: 20_000,
    })
    .not.toBe("0");
  await row.getByRole("link", { name: "checkout.session.completed" }).click();
  await expectHeading(page, "checkout.session.completed");
  await page.getByText(/StripeAPIError/).waitFor();
  await page.getByText("Show it").click();
  await page.getByText(`"type": "checkout.session.completed"`).waitFor();

  await setFault(FAILING, 0);
  await page.getByRole("button", { name: "Replay" }).click();
  await page.getByText("One event is being looked at again.").waitFor();
  await page.getByText("Done.", { exact: true }).waitFor();
  expect(await page.getByText(/StripeAPIError/).count()).toBe(0);
});

it("the doctor is well, and says what to do when the webhook endpoint is gone", async () => {
  // What other journeys had dropped on the way is made up for.
  await tick("17 * * * *");
  await tick("*/5 * * * *");
  const page = await openAsOwner("/admin/doctor");
  await page.getByText("All is well.").waitFor();
  await page.getByRole("button", { name: "Send me a test mail" }).click();
  await page.getByText("It is on its way to owner@example.com.").waitFor();

  await moveWebhookEndpoint("https://elsewhere.example/webhook");
  await page.getByRole("button", { name: "Look again" }).click();
  await page.getByText("One thing needs a look.").waitFor();
  expect(await page.getByText("All is well.").count()).toBe(0);
  const check = page.getByRole("listitem").filter({ hasText: "Webhook endpoint" });
  await check.getByText("npm run stripe:setup").waitFor();
  await moveWebhookEndpoint(`${inject("shopUrl")}/api/stripe/webhook`);
  await page.getByRole("button", { name: "Look again" }).click();
  await page.getByText("All is well.").waitFor();
});

it("the owner compares with Stripe, rebuilds, and begins and ends outage mode", async () => {
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
  // While somebody is still to be fetched it stays on, and is ended again.
  await expect
    .poll(
      async () => {
        if (await end.isVisible()) await end.click({ timeout: 1000 }).catch(() => undefined);
        return off.count();
      },
      { timeout: 40_000 },
    )
    .toBe(1);
}, 60_000);

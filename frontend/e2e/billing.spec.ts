import type { Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { signIn } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectFocus, findViolations } from "./page-checks.ts";
import { expectHeading, newGuest, payAtStripe } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { swapCard } from "./sandbox.ts";

const GOOD_CARD = "4242424242424242";
const FAILS_LATER = "4000000000000341";

const browser = useBrowser();

/** One member through all of it: the trial is over, so that money moves. */
let page: Page;
let customerId: string;

beforeAll(async () => {
  const member = await signIn(inject("shopUrl"), newGuest());
  await buyOverHttp(member, "membership", { card: GOOD_CARD });
  page = await browser.open("about:blank");
  await page.context().addCookies(member.cookies());
  await page.goto("/account/billing");
  const data = await (await member.fetch("/api/me/account/export")).json();
  customerId = (data as { customers: { stripeCustomerId: string }[] }).customers[0]!
    .stripeCustomerId;
});

const status = () => page.getByRole("status").first();
const inDialog = (name: string | RegExp) => page.getByRole("dialog").getByRole("button", { name });

describe("seats", () => {
  it("are chosen before paying, kept through sign-in, and changed for what the preview said", async () => {
    const teacher = await browser.open("/p/classroom");
    await teacher.getByLabel("Seats").fill("3");
    await teacher.getByRole("button", { name: "Subscribe for $9 a month" }).click();
    await teacher.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await teacher.getByLabel("Someone else").fill(newGuest());
    await teacher.getByRole("button", { name: "Continue" }).click();
    await payAtStripe(teacher, GOOD_CARD);
    await expectHeading(teacher, /thank you/i);
    await teacher.goto("/account/billing");
    await teacher.getByText(/at \$9 a month for 3 seats/).waitFor();
    await teacher.getByRole("button", { name: /^Change seats/ }).click();
    await teacher.getByRole("spinbutton", { name: "Seats" }).fill("5");
    await teacher.getByRole("button", { name: "Pay $6.00 and change" }).click();
    await teacher.getByText(/at \$15 a month for 5 seats/).waitFor();
    await expectFocus(teacher, "Change seats");
  });
});

describe("a membership, in billing", () => {
  it("is canceled with its period, and kept after all", async () => {
    await page.getByRole("button", { name: "Cancel Tidewater Membership" }).click();
    expect(await findViolations(page)).toEqual([]);
    await inDialog("Cancel subscription").click();
    await status()
      .getByText(/Your free trial ends on/)
      .waitFor();
    await expectFocus(page, "Keep it after all");
    await page.keyboard.press("Enter");
    await status()
      .getByText(/^Free until/)
      .waitFor();
    await expectFocus(page, "Cancel");
  });

  it("is ended at once, and bought again without another trial", async () => {
    await page.getByRole("button", { name: "Cancel Tidewater Membership" }).click();
    await page.getByRole("radio", { name: /At once/ }).check();
    await inDialog("End it now").click();
    await status()
      .getByText(/^Ended on/)
      .waitFor();
    await expectFocus(page, "Subscriptions");
    await page.goto("/p/membership");
    await page.getByText("You have had your free trial").waitFor();
    await page.getByRole("button", { name: "Subscribe for $9 a month" }).click();
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, /thank you/i);
    await page.goto("/account/billing");
    await status()
      .getByText(/^Renews on .* at \$9 a month/)
      .waitFor();
    await page.getByRole("link", { name: /^Receipt/ }).waitFor();
  });

  it("is paused, and resumed", async () => {
    await page.getByRole("button", { name: "Pause Tidewater Membership" }).click();
    await inDialog("Pause").click();
    await status()
      .getByText(/^Paused/)
      .waitFor();
    await expectFocus(page, "Resume");
    await page.keyboard.press("Enter");
    await inDialog("Resume").click();
    await status()
      .getByText(/^Renews on/)
      .waitFor();
  });

  it("becomes yearly for what the preview said", async () => {
    await page.getByRole("button", { name: "Change plan Tidewater Membership" }).click();
    await inDialog("Pay $81.00 and change").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await inDialog("Pay $81.00 and change").click();
    await status()
      .getByText(/^Renews on .* at \$90 a year/)
      .waitFor();
    await expectFocus(page, "Change plan");
    await page.getByText("$81.00").waitFor();
  });

  it("stays what it is when the bank refuses, and the change waits for its payment", async () => {
    await swapCard(customerId, FAILS_LATER);
    await page.reload();
    await page.getByRole("button", { name: "Change plan Tidewater Membership" }).click();
    await page.getByRole("radio", { name: /Studio Membership.*Yearly/ }).check();
    await inDialog(/^Pay .* and change/).click();
    await page.getByRole("dialog").getByText("Your bank did not accept the payment.").waitFor();
    await inDialog("Leave it").click();
    await page.getByText("Your change of plan waits for its payment.").waitFor();
    await status()
      .getByText(/at \$90 a year/)
      .waitFor();
    expect(await findViolations(page)).toEqual([]);
  });

  it("is paid by another card, which is given at Stripe", async () => {
    await page.getByText("Visa ending in 0341").waitFor();
    await page.getByRole("button", { name: /^Update card/ }).click();
    await page.getByRole("heading", { name: "Change card" }).waitFor();
    await page.getByRole("button", { name: "Save card" }).click();
    await page.waitForURL(/\/account\/billing$/);
    await page.getByText("Visa ending in 4242").waitFor();
    expect(await page.getByText("Visa ending in 0341").count()).toBe(0);
  });
});

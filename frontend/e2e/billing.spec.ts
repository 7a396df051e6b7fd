import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectFocus, findAccessibilityViolations } from "./page-checks.ts";
import { expectHeading, newGuestEmail, payAtStripe } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { replaceCard } from "./sandbox.ts";
import { shopUrl, useShop } from "./shop.ts";

const GOOD_CARD = "4242424242424242";
const FAILS_LATER = "4000000000000341";

useShop();
const browser = useBrowser();

/** The subscription tests share one user and run in order. The second one ends the trial, so prices apply. */
let page: Page;
let stripeCustomerId: string;

beforeAll(async () => {
  const user = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(user, "membership", { card: GOOD_CARD });
  page = await browser.openAs(user, "/account/billing");
  const data = await (await user.fetch("/api/me/account/export")).json();
  stripeCustomerId = (data as { customers: { stripeCustomerId: string }[] }).customers[0]!
    .stripeCustomerId;
});

const statusMessage = () => page.getByRole("status").first();
const dialogButton = (name: string | RegExp) =>
  page.getByRole("dialog").getByRole("button", { name });

describe("seats", () => {
  it("the number is kept through sign-in, and changing it later costs what the preview showed", async () => {
    const teacher = await browser.open("/p/classroom");
    await teacher.getByLabel("Seats").fill("3");
    await teacher.getByRole("button", { name: "Subscribe for $9 a month" }).click();
    await teacher.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await teacher.getByLabel("Someone else").fill(newGuestEmail());
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

describe("a subscription on the billing page", () => {
  it("can be canceled at the end of the period, and the cancellation can be undone", async () => {
    await page.getByRole("button", { name: "Cancel Tidewater Membership" }).click();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialogButton("Cancel subscription").click();
    await statusMessage()
      .getByText(/Your free trial ends on/)
      .waitFor();
    await expectFocus(page, "Keep it after all");
    await page.keyboard.press("Enter");
    await statusMessage()
      .getByText(/^Free until/)
      .waitFor();
    await expectFocus(page, "Cancel");
  });

  it("can be ended immediately, and buying it again includes no second trial", async () => {
    await page.getByRole("button", { name: "Cancel Tidewater Membership" }).click();
    await page.getByRole("radio", { name: /At once/ }).check();
    await dialogButton("End it now").click();
    await statusMessage()
      .getByText(/^Ended on/)
      .waitFor();
    await expectFocus(page, "Subscriptions");
    await page.goto("/p/membership");
    await page.getByText("You have had your free trial").waitFor();
    await page.getByRole("button", { name: "Subscribe for $9 a month" }).click();
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, /thank you/i);
    await page.goto("/account/billing");
    await statusMessage()
      .getByText(/^Renews on .* at \$9 a month/)
      .waitFor();
    await page.getByRole("link", { name: /^Receipt/ }).waitFor();
  });

  it("can be paused and resumed", async () => {
    await page.getByRole("button", { name: "Pause Tidewater Membership" }).click();
    await dialogButton("Pause").click();
    await statusMessage()
      .getByText(/^Paused/)
      .waitFor();
    await expectFocus(page, "Resume");
    await page.keyboard.press("Enter");
    await dialogButton("Resume").click();
    await statusMessage()
      .getByText(/^Renews on/)
      .waitFor();
  });

  it("can be switched to yearly billing at the price shown in the preview", async () => {
    await page.getByRole("button", { name: "Change plan Tidewater Membership" }).click();
    await dialogButton("Pay $81.00 and change").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialogButton("Pay $81.00 and change").click();
    await statusMessage()
      .getByText(/^Renews on .* at \$90 a year/)
      .waitFor();
    await expectFocus(page, "Change plan");
    await page.getByText("$81.00").waitFor();
  });

  it("keeps its plan when the bank declines, and the plan change waits for payment", async () => {
    await replaceCard(stripeCustomerId, FAILS_LATER);
    await page.reload();
    await page.getByRole("button", { name: "Change plan Tidewater Membership" }).click();
    await page.getByRole("radio", { name: /Studio Membership.*Yearly/ }).check();
    await dialogButton(/^Pay .* and change/).click();
    await page.getByRole("dialog").getByText("Your bank did not accept the payment.").waitFor();
    await dialogButton("Leave it").click();
    await page.getByText("Your change of plan waits for its payment.").waitFor();
    await statusMessage()
      .getByText(/at \$90 a year/)
      .waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("uses the new card after the user updates it at Stripe", async () => {
    await page.getByText("Visa ending in 0341").waitFor();
    await page.getByRole("button", { name: /^Update card/ }).click();
    await page.getByRole("heading", { name: "Change card" }).waitFor();
    await page.getByRole("button", { name: "Save card" }).click();
    await page.waitForURL(/\/account\/billing$/);
    await page.getByText("Your card was updated.").waitFor();
    await page.getByText("Visa ending in 4242").waitFor();
    expect(await page.getByText("Visa ending in 0341").count()).toBe(0);
  });

  it("is billed to the address and VAT ID that the user enters at Stripe", async () => {
    await page.getByRole("button", { name: "Change at Stripe" }).click();
    await page.getByRole("link", { name: "Update information" }).click();
    await page.getByLabel("City").fill("Berlin");
    await page.getByLabel("Country").fill("DE");
    await page.getByLabel("VAT ID").fill("DE12");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("Your VAT ID is invalid.").waitFor();
    await page.getByLabel("VAT ID").fill("DE123456789");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("VAT ID DE123456789").waitFor();
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await expectHeading(page, "Billing details");
  });
});

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { requestJson, signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { expectFocus, findAccessibilityViolations } from "./page-checks.ts";
import { expectHeading, newGuestEmail, payAtStripe } from "./user-actions.ts";
import { buyOverHttp, payShownCheckout } from "./purchases.ts";
import { replaceCard, setDnsRecord } from "./sandbox.ts";
import { shopUrl, useShop } from "./shop.ts";

const GOOD_CARD = "4242424242424242";
const FAILS_LATER = "4000000000000341";

useShop();
const browser = useBrowser();

/** The subscription tests share one user and run in order. The second one ends the trial, so prices apply. */
let page: Page;
let stripeCustomerId: string;
let owner: HttpSession;

beforeAll(async () => {
  owner = await signIn(shopUrl(), "owner");
  const user = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(user, "membership");
  page = await browser.openAs(user, "/account/billing");
  const data = await (await user.fetch("/api/me/account/export")).json();
  const { customers } = data as { customers: { stripeCustomerId: string }[] };
  stripeCustomerId = customers[0]!.stripeCustomerId;
});

const statusMessage = () => page.getByRole("status").first();
const dialogButtonOf = (of: Page, name: string | RegExp) =>
  of.getByRole("dialog").getByRole("button", { name });
const dialogButton = (name: string | RegExp) => dialogButtonOf(page, name);

/**
 * Gives two seats, of which somebody in another browser accepts one and manages the others; takes the other invitation
 * back, and then the seat with a change to fewer seats.
 */
async function giveAndTakeBackSeats(teacher: Page) {
  await teacher.getByRole("link", { name: "Give seats" }).click();
  await expectHeading(teacher, "Who has a seat");
  await teacher.getByText("1 of 5 seats used.").waitFor();
  const email = newGuestEmail();
  await teacher.getByLabel("Email addresses").fill(`Student <${email}>, ${newGuestEmail()}`);
  await teacher.getByRole("button", { name: "Give seats" }).click();
  await teacher.getByText("2 people were invited.").waitFor();
  expect(await findAccessibilityViolations(teacher)).toEqual([]);
  const seatsPath = `/api/me/seats/${teacher.url().split("/").at(-1)}`;
  const { invited } = (await (await teacher.request.get(seatsPath)).json()) as {
    invited: { email: string; url: string }[];
  };
  const student = await browser.openAs(
    await signIn(shopUrl(), newGuestEmail()),
    invited.find((seat) => seat.email === email)!.url,
  );
  await student.setViewportSize({ width: 390, height: 860 });
  await expectHeading(student, /^A seat for you: /);
  expect(await findAccessibilityViolations(student)).toEqual([]);
  await student.getByRole("button", { name: "Accept seat" }).click();
  await student.getByText(/^A seat from .* since/).waitFor();
  await teacher.setViewportSize({ width: 390, height: 860 });
  await teacher.reload();
  await teacher.getByText("3 of 5 seats used.").waitFor();
  expect(await teacher.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
    390,
  );
  await offerSeatsToDomain(teacher);
  await teacher
    .getByRole("button", { name: /^Take back/ })
    .first()
    .click();
  await dialogButtonOf(teacher, "Take back").click();
  await teacher.getByText("2 of 5 seats used.").waitFor();
  await expectFocus(teacher, "Who has a seat");
  await teacher.getByRole("button", { name: /^Make manager/ }).click();
  await teacher.getByText("Manager: gives and takes back seats.").waitFor();
  await student.reload();
  await student.getByRole("link", { name: /^Manage seats/ }).click();
  await student.getByText(/^You manage these seats\./).waitFor();
  await student.getByText("2 of 5 seats used.").waitFor();
  await teacher.getByRole("link", { name: "View in billing" }).click();
  await teacher.getByRole("button", { name: /^Change seats/ }).click();
  await teacher.getByRole("spinbutton", { name: "Seats" }).fill("1");
  await teacher.getByText("Choose whose seat to take back").waitFor();
  await dialogButtonOf(teacher, /change seats$/i).waitFor({ state: "detached" });
  await teacher.getByRole("dialog").getByRole("checkbox").check();
  expect(await findAccessibilityViolations(teacher)).toEqual([]);
  await dialogButtonOf(teacher, /change seats$/i).click();
  await teacher
    .getByText(/at \$3 a month/)
    .first()
    .waitFor();
  await student.goto("/library");
  await student.getByText(/^A seat from .* Your access ended/).waitFor();
}

/** Proves an email domain, of which a colleague is offered a seat in the library; then takes the domain back. */
async function offerSeatsToDomain(teacher: Page) {
  const domain = "example.net";
  await teacher.getByLabel("Domain", { exact: true }).fill(domain);
  await teacher.getByRole("button", { name: "Add domain" }).click();
  await teacher.getByRole("button", { name: "Check now" }).click();
  await teacher.getByText("The record wasn’t found.").waitFor();
  const [name, value] = await teacher.locator("code").allTextContents();
  await setDnsRecord({ name: name!, value: value! });
  await teacher.getByRole("button", { name: "Check now" }).click();
  await teacher.getByText("The domain is proven").waitFor();
  const email = `colleague-${crypto.randomUUID().slice(0, 8)}@${domain}`;
  const colleague = await browser.openAs(await signIn(shopUrl(), email), "/library");
  await colleague.setViewportSize({ width: 390, height: 860 });
  await colleague.getByText("Your organization has free seats of").waitFor();
  expect(await findAccessibilityViolations(colleague)).toEqual([]);
  await colleague.getByRole("button", { name: "Take a seat" }).waitFor();
  await teacher.getByRole("button", { name: "Remove domain" }).click();
  await teacher.getByText("The domain is proven").waitFor({ state: "detached" });
  await expectFocus(teacher, "Give seats to an email domain");
  await colleague.close();
}

describe("a win-back offer", () => {
  it("whoever is about to cancel sees the offer once, and can take it", async () => {
    const offer = { kind: "percent", percentOff: 50, amountOffMinor: null, currency: null };
    const path = "/api/admin/settings/win-back";
    await requestJson(owner, "PUT", path, { ...offer, months: 3 });
    const user = await signIn(shopUrl(), newGuestEmail());
    await buyOverHttp(user, "classroom");
    const subscriber = await browser.openAs(user, "/account/billing");
    await subscriber.getByRole("button", { name: /^Cancel / }).click();
    await subscriber.getByText("50% off for 3 months").waitFor();
    expect(await findAccessibilityViolations(subscriber)).toEqual([]);
    await dialogButtonOf(subscriber, "Keep with discount").click();
    await subscriber.getByText(/^Your subscription continues, and your discount/).waitFor();
    await expectFocus(subscriber, "Cancel");
    await subscriber.keyboard.press("Enter");
    await dialogButtonOf(subscriber, "Keep subscription").click();
    await requestJson(owner, "PUT", path, { ...offer, kind: "none", percentOff: null, months: 3 });
  });
});

describe("seats", () => {
  it("changing the number costs what the preview showed, and seats are given and taken back", async () => {
    const teacher = await browser.openAs(await signIn(shopUrl(), newGuestEmail()), "/p/classroom");
    await teacher.getByLabel("Seats", { exact: true }).fill("3");
    await teacher.getByText("Due today $9", { exact: true }).waitFor();
    await teacher.getByRole("button", { name: "Order and pay" }).click();
    await payShownCheckout(teacher, GOOD_CARD);
    // The webhook of the payment arrives on its own.
    const listSubscriptions = async () =>
      (await (await teacher.request.get("/api/me/billing")).json()).subscriptions;
    await expect.poll(listSubscriptions).toHaveLength(1);
    await teacher.goto("/account/billing");
    await teacher.getByText(/at \$9 a month for 3 seats/).waitFor();
    await teacher.getByRole("button", { name: /^Change seats/ }).click();
    await teacher.getByRole("spinbutton", { name: "Seats" }).fill("5");
    await teacher.getByRole("button", { name: "Pay $6.00 and change seats" }).click();
    await teacher.getByText(/at \$15 a month for 5 seats/).waitFor();
    await expectFocus(teacher, "Change seats");
    await giveAndTakeBackSeats(teacher);
  });
});

describe("a subscription on the billing page", () => {
  it("a subscription can be canceled at the end of the period, and the cancellation can be undone", async () => {
    await page.getByRole("button", { name: "Cancel Tidewater Membership" }).click();
    await page.getByLabel("Why are you canceling?").selectOption("It’s too expensive");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialogButton("Cancel subscription").click();
    await statusMessage()
      .getByText(/Your free trial ends on/)
      .waitFor();
    await expectFocus(page, "Resume subscription");
    await page.keyboard.press("Enter");
    await statusMessage()
      .getByText(/^Your free trial ends on .* After that, you pay/)
      .waitFor();
    await expectFocus(page, "Cancel");
  });

  it("a subscription can be ended immediately, and buying it again includes no second trial", async () => {
    await page.getByRole("button", { name: "Cancel Tidewater Membership" }).click();
    await page.getByRole("radio", { name: /Immediately/ }).check();
    await page.getByText("ends immediately, and you won’t be charged.").waitFor();
    await dialogButton("End subscription now").click();
    await statusMessage()
      .getByText(/^Ended on/)
      .waitFor();
    await expectFocus(page, "Subscriptions");
    await page.getByRole("link", { name: "Subscribe again to Tidewater Membership" }).click();
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, "Thanks for your purchase.");
    await page.goto("/account/billing");
    await statusMessage()
      .getByText(/^Renews on .* at \$9 a month/)
      .waitFor();
    await page.getByRole("link", { name: /^Receipt/ }).waitFor();
  });

  it("a subscription on the billing page can be paused and resumed", async () => {
    await page.getByRole("button", { name: "Pause Tidewater Membership" }).click();
    await dialogButton("Pause subscription").click();
    await statusMessage()
      .getByText(/^Paused/)
      .waitFor();
    await expectFocus(page, "End pause");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Due today").waitFor();
    await dialogButton("End pause").click();
    await page.getByText(/^The pause has ended\./).waitFor();
    await statusMessage()
      .getByText(/^Renews on/)
      .waitFor();
  });

  it("a subscription can be switched to yearly billing at the price shown in the preview", async () => {
    await page.getByRole("button", { name: "Change plan Tidewater Membership" }).click();
    await dialogButton("Pay $81.00 and change plan").waitFor();
    const currentPlan = page.getByRole("radio", { name: /Monthly.*Current plan/ });
    expect(await currentPlan.isDisabled()).toBe(true);
    await dialogButton("Pay $81.00 and change plan").click();
    await statusMessage()
      .getByText(/^Renews on .* at \$90 a year/)
      .waitFor();
    await expectFocus(page, "Change plan");
    await page.getByText("Your plan has changed. You paid $81.00.").waitFor();
    await page.getByRole("listitem").getByText("$81.00", { exact: true }).waitFor();
  });

  it("a subscription keeps its plan when the bank declines, and the plan change waits for payment", async () => {
    await replaceCard(stripeCustomerId, FAILS_LATER);
    await page.reload();
    await page.getByRole("button", { name: "Change plan Tidewater Membership" }).click();
    await page.getByRole("radio", { name: /Studio Membership.*Yearly/ }).check();
    await dialogButton(/^Pay .* and change/).click();
    await page.getByRole("dialog").getByText("Your payment was declined.").waitFor();
    await dialogButton("Keep current plan").click();
    await page.getByText("Your plan change isn’t paid yet.").waitFor();
    await statusMessage()
      .getByText(/at \$90 a year/)
      .waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("a subscription on the billing page uses the new card after the user updates it at Stripe", async () => {
    await page.getByText("Visa ending in 0341").waitFor();
    await page.getByRole("button", { name: /^Update card/ }).click();
    await page.getByRole("heading", { name: "Change card" }).waitFor();
    await page.getByRole("button", { name: "Save card" }).click();
    await page.waitForURL(/\/account\/billing$/);
    await page.getByText("Your card was updated.").waitFor();
    await page.getByText("Visa ending in 4242").waitFor();
    expect(await page.getByText("Visa ending in 0341").count()).toBe(0);
  });
});

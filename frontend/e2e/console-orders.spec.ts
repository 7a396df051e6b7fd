import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { openDatabase } from "../../worker/db/client.ts";
import { createStatement } from "../../worker/testing/fixtures/statements.ts";
import { useBrowser } from "./browser.ts";
import { expectGoodScreen, findAccessibilityViolations } from "./page-checks.ts";
import { setFault } from "./sandbox.ts";
import {
  expectHeading,
  followLink,
  newGuestEmail,
  payAtStripe,
  readDownload,
} from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopBindings, shopUrl, useShop } from "./shop.ts";

const CARD = "4242424242424242";

useShop();
const browser = useBrowser();

/** A user with an order and a subscription. */
let guest: HttpSession;
const email = newGuestEmail();
let owner: HttpSession;
/** The owner's page. */
let page: Page;

beforeAll(async () => {
  guest = await signIn(shopUrl(), email);
  for (const slug of ["field-handbook", "classroom"]) await buyOverHttp(guest, slug);
  owner = await signIn(shopUrl(), "owner");
  page = await browser.openAs(owner);
});

async function getAccessReasons(): Promise<string[]> {
  const { entries } = (await (await guest.fetch("/api/me/library")).json()) as {
    entries: { access: { reason: string } }[];
  };
  return entries.map(({ access }) => access.reason).toSorted();
}

async function openFromList(list: string, product: string): Promise<void> {
  await followLink(page, list);
  await page.getByRole("searchbox").fill(email.slice(0, -4).toUpperCase());
  await page.getByText(/^(Orders|Subscriptions): 1 result$/).waitFor();
  await page.getByRole("link", { name: product }).click();
  await expectHeading(page, product);
}

const dialog = () => page.getByRole("dialog");
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const pressInDialog = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
const hear = (text: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(text).waitFor();
const waitForDetail = (text: string | RegExp) =>
  page.getByRole("definition").getByText(text).waitFor();

describe("an order", () => {
  it("an order is found by email and refunded in part, then in full, after a dialog shows the effect", async () => {
    await openFromList("/admin/orders", "The Field Handbook");
    await press("Refund…");
    await dialog()
      .getByText(/loses .*The handbook/)
      .waitFor();
    await dialog()
      .getByRole("radio", { name: /^Partial refund/ })
      .check();
    await dialog().getByLabel("Amount in USD").fill("10");
    await dialog().getByText("A partial refund doesn’t change access.").waitFor();
    await pressInDialog("Refund");
    await waitForDetail("Partially refunded");
    expect(await getAccessReasons()).toContain("order_paid");

    await press("Refund…");
    await pressInDialog("Refund");
    await waitForDetail(/^Refunded$/);
    await page
      .getByText(/^Ended on /)
      .first()
      .waitFor();
    expect(await getAccessReasons()).toContain("order_refunded");
  });

  it("an order is in the CSV export of a search, and its list keeps the height of the rows", async () => {
    await followLink(page, `/admin/orders?search=${encodeURIComponent(email)}`);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const lines = String(await readDownload(await downloading))
      .trim()
      .split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("The Field Handbook");

    const heightOfRow = async () => (await page.getByRole("row").nth(1).boundingBox())!.height;
    const comfortable = await heightOfRow();
    await press("Compact rows");
    await page.reload();
    await page.getByRole("button", { name: "Comfortable rows" }).waitFor();
    await expect.poll(heightOfRow).toBeLessThan(comfortable);
    await press("Comfortable rows");
    await expect.poll(heightOfRow).toBe(comfortable);
  });
});

describe("a subscription", () => {
  it("a subscription is found by a saved filter, and canceled with others although one fails at first", async () => {
    const mark = `bulk-${crypto.randomUUID().slice(0, 8)}`;
    for (const number of [1, 2]) {
      const user = await signIn(shopUrl(), `${mark}-${number}@example.com`);
      await buyOverHttp(user, "classroom");
    }
    await followLink(page, "/admin/subscriptions");
    const views = page.getByRole("navigation", { name: "Saved filters" });
    await views.getByRole("link", { name: "Active", exact: true }).click();
    await page.getByRole("combobox", { name: "Started", exact: true }).selectOption("Today");
    await page.getByRole("searchbox").fill(mark);
    await page.waitForURL(/search=/);
    await press("Save filter");
    await dialog().getByLabel("Name").fill("Started today");
    await pressInDialog("Save");
    await hear("Filter saved");
    await followLink(page, "/admin/subscriptions");
    await views.getByRole("link", { name: "Started today" }).click();
    await page.waitForURL(/from=.*search=.*status=active/);
    await page.getByText(/^2 subscriptions$/).waitFor();

    const table = page.getByRole("table", { name: "Subscriptions" });
    const boxes = table.getByRole("checkbox", { name: /^Select Classroom/ });
    await boxes.first().check();
    await boxes.last().click({ modifiers: ["Shift"] });
    await page.getByText("2 selected").waitFor();
    await press("Cancel at period end");
    const list = (await (await owner.fetch(`/api/admin/subscriptions?search=${mark}`)).json()) as {
      items: { stripeSubscriptionId: string }[];
    };
    const failing = `POST /v1/subscriptions/${list.items[0]!.stripeSubscriptionId}`;
    await setFault(failing, 999);
    await dialog().getByLabel("Reason").fill("The course is over");
    await pressInDialog("Cancel at period end");
    const results = dialog().getByRole("list", { name: "Results" });
    await dialog()
      .getByText(/^1 done and 1 failed$/)
      .waitFor();
    await results.getByText(/payment provider isn’t responding/).waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await setFault(failing, 0);
    await pressInDialog("Retry 1 row");
    await dialog()
      .getByText(/^2 done$/)
      .waitFor();
    await pressInDialog("Close");
    await table
      .getByText(/^Ends /)
      .nth(1)
      .waitFor();

    await press("Edit filter");
    await pressInDialog("Delete filter");
    await hear("Filter deleted");
  });

  it("a subscription is canceled, resumed, and then refunded and ended in one step", async () => {
    await openFromList("/admin/subscriptions", "Classroom Seats");
    await press("Change");
    await press("Cancel subscription…");
    await pressInDialog("Cancel subscription");
    await dialog().getByText("Enter a reason.").waitFor();
    await dialog().getByLabel("Reason").fill("Asked by phone");
    await pressInDialog("Cancel subscription");
    await page.getByText(/^Canceled\. Ends on/).waitFor();
    await page.getByText("Asked by phone").waitFor();
    await press("Change");
    await press("Resume subscription");
    await page.getByText(/^Renews on/).waitFor();

    await press("Refund…");
    await dialog().getByText("Access doesn’t change").waitFor();
    await dialog()
      .getByRole("radio", { name: /Ends today/ })
      .check();
    await dialog()
      .getByText(/loses .*Class player/)
      .waitFor();
    await pressInDialog("Refund and cancel immediately");
    await page
      .getByText(/^Ended on .*\d\.$/)
      .first()
      .waitFor();
    expect(await getAccessReasons()).toContain("subscription_ended");
  });
});

describe("a discount", () => {
  const code = `SPRING-${crypto.randomUUID().slice(0, 6).toUpperCase()}`;

  it("a discount is created, renamed and ended", async () => {
    await followLink(page, "/admin/discounts");
    await page.getByRole("link", { name: "New discount code" }).click();
    await page.getByLabel("Name").fill("Spring");
    await page.getByLabel("Code").fill(code);
    await page.getByLabel("Percent off", { exact: true }).fill("25");
    await page.getByLabel("The Field Handbook").check();
    await press("Create discount code");
    await page
      .getByRole("row", { name: new RegExp(`${code}.*25% off the first payment`) })
      .waitFor();

    await page.getByRole("button", { name: `Edit ${code}` }).click();
    await dialog().getByLabel("Name").fill("Early spring");
    await pressInDialog("Save");
    await hear("Discount renamed");
    await page.getByRole("button", { name: `Deactivate ${code}` }).click();
    await pressInDialog("Deactivate");
    await page.getByRole("row", { name: new RegExp(`${code}.*Deactivated`) }).waitFor();
    expect(await page.getByRole("row", { name: new RegExp(code) }).count()).toBe(1);
  });
});

describe("several products at once", () => {
  it("a seller offers an add-on, a buyer pays for both at once, and one of them is refunded", async () => {
    await followLink(page, "/admin/products");
    await page.getByRole("link", { name: "Shoreline" }).first().click();
    await page.getByLabel("Offer a product").selectOption({ label: "The Field Handbook" });
    await page.getByRole("button", { name: "Remove The Field Handbook" }).waitFor();
    await press("Save");
    await hear("Changes saved");

    const buyer = await signIn(shopUrl(), newGuestEmail());
    const shop = await browser.openAs(buyer, "/p/shoreline");
    await shop.getByRole("checkbox", { name: /The Field Handbook/ }).press("Space");
    await expectGoodScreen(shop, "add-ons");
    await shop.getByRole("button", { name: "Order and pay" }).click();
    await payAtStripe(shop, CARD);
    await expectHeading(shop, "Thanks for your purchase.");
    await expectHeading(shop, "Shoreline");
    await expectHeading(shop, "The Field Handbook");
    await followLink(shop, "/account/billing");
    await shop.getByText(/Shoreline and The Field Handbook/).waitFor();

    await followLink(page, "/admin/orders");
    await page.getByRole("link", { name: "Shoreline" }).first().click();
    await expectHeading(page, "Shoreline and The Field Handbook");
    await press("Refund…");
    await dialog()
      .getByRole("radio", { name: /^Some products/ })
      .check();
    await dialog().getByLabel("The Field Handbook").check();
    await expectGoodScreen(page, "console refund lines");
    await pressInDialog("Refund");
    await waitForDetail(/refunded on/);
    const { entries } = (await (await buyer.fetch("/api/me/library")).json()) as {
      entries: { product: { name: string }; access: { reason: string } }[];
    };
    expect(entries.map(({ product, access }) => [product.name, access.reason]).toSorted()).toEqual([
      ["Shoreline", "order_paid"],
      ["The Field Handbook", "order_refunded"],
    ]);
  });
});

describe("a statement", () => {
  it("a withdrawal from an unknown contract is assigned, refunded, and shown at the order", async () => {
    const buyerEmail = newGuestEmail();
    await buyOverHttp(await signIn(shopUrl(), buyerEmail), "field-handbook");
    const { DB } = await shopBindings();
    await createStatement(openDatabase(DB), {
      email: buyerEmail,
      contract: "The book about the field",
    });
    await page.goto("/admin");
    await page
      .getByRole("link", { name: /^Withdrawals and cancellations ?1 open$/ })
      .first()
      .click();
    await page.getByRole("link", { name: "Withdrawal", exact: true }).click();
    await page.getByText("No order or subscription is known for this statement.").waitFor();

    await page.locator("details").getByRole("button", { name: "Search" }).click();
    await page.getByRole("button", { name: /^Assign The Field Handbook/ }).click();
    await page.getByText("The handbook (content)").waitFor();
    const amount = page.getByLabel("Refund in USD");
    await amount.fill("1000");
    await press("Accept and refund");
    await page.getByText(/^Enter an amount in USD, up to/).waitFor();
    await press("Refuse");
    await page.getByText("Tell the buyer why you refuse it.").waitFor();
    await page.getByLabel("Message to the buyer").fill("Thank you for trying it.");
    await amount.fill("10");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await press("Accept and refund");
    await page.getByText(/^Accepted by Olive Owner, /).waitFor();
    await page.getByText("Refunded: $10.00").waitFor();
    await page.getByText("Thank you for trying it.").waitFor();
    await page.getByText("1 open").waitFor({ state: "detached" });

    await page.getByRole("link", { name: "The Field Handbook" }).click();
    await expectHeading(page, "The Field Handbook");
    const section = page.getByRole("region", { name: "Withdrawals and cancellations" });
    await section.getByText("Accepted").waitFor();
    await followLink(page, "/admin/statements?state=open");
    await page.getByText("Nothing matches your search and filters.").waitFor();
  });
});

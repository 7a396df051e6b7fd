import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations } from "./page-checks.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

const CARD = "4242424242424242";

useShop();
const browser = useBrowser();

/** A user with an order and a subscription. */
let guest: HttpSession;
const email = newGuestEmail();
/** The owner's page. */
let page: Page;

beforeAll(async () => {
  guest = await signIn(shopUrl(), email);
  for (const slug of ["field-handbook", "classroom"])
    await buyOverHttp(guest, slug, { card: CARD }).then(({ returnPath }) =>
      confirmCheckout(returnPath),
    );
  const owner = await signIn(shopUrl(), "owner");
  page = await browser.openAs(owner);
});

async function confirmCheckout(returnPath: string): Promise<void> {
  const id = new URLSearchParams(returnPath.split("?")[1]).get("checkout");
  await guest.fetch(`/api/me/checkouts/${id}/confirmation`, { method: "POST" });
}

async function getAccessReasons(): Promise<string[]> {
  const { entries } = (await (await guest.fetch("/api/me/library")).json()) as {
    entries: { access: { reason: string } }[];
  };
  return entries.map(({ access }) => access.reason).toSorted();
}

async function openFromList(list: string, product: string): Promise<void> {
  await page.goto(list);
  await page.getByRole("searchbox").fill(email.slice(0, -4).toUpperCase());
  await page.getByText(/^1 (Orders|Subscriptions)$/).waitFor();
  await page.getByRole("link", { name: product }).click();
  await expectHeading(page, product);
}

const dialog = () => page.getByRole("dialog");
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const pressInDialog = (name: string) => dialog().getByRole("button", { name, exact: true }).click();
const waitForDetail = (text: string | RegExp) =>
  page.getByRole("definition").getByText(text).waitFor();

describe("an order", () => {
  it("is found by email and refunded in part, then in full, after a dialog shows the effect", async () => {
    await openFromList("/admin/orders", "The Field Handbook");
    await press("Refund…");
    await dialog()
      .getByText(/loses .*The handbook/)
      .waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await dialog()
      .getByRole("radio", { name: /^A part/ })
      .check();
    await dialog().getByLabel("Amount in USD").fill("ten");
    await pressInDialog("Refund");
    await dialog()
      .getByText(/Write an amount in USD/)
      .waitFor();
    await dialog().getByLabel("Amount in USD").fill("10");
    await dialog().getByText("A part that is refunded changes no access.").waitFor();
    await pressInDialog("Refund");
    await waitForDetail("Refunded in part");
    expect(await getAccessReasons()).toContain("order_paid");

    await press("Refund…");
    await pressInDialog("Refund");
    await waitForDetail(/^Refunded$/);
    await page.getByText("Over since").first().waitFor();
    expect(await getAccessReasons()).toContain("order_refunded");
  });

  it("is in the CSV export of a search", async () => {
    await page.goto(`/admin/orders?search=${encodeURIComponent(email)}`);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const file = join(await mkdtemp(join(tmpdir(), "gatehouse-")), "orders.csv");
    // The browser may run elsewhere, so its own copy of the file may be out of reach.
    await (await downloading).saveAs(file);
    const lines = (await readFile(file, "utf8")).trim().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain("The Field Handbook");
  });
});

describe("a subscription", () => {
  it("is canceled, resumed, and then refunded and ended in one step", async () => {
    await openFromList("/admin/subscriptions", "Classroom Seats");
    await press("Cancel…");
    await pressInDialog("Cancel subscription");
    await page.getByText(/It was canceled and ends on/).waitFor();
    await press("Undo cancellation");
    await page.getByText(/It renews on/).waitFor();

    await press("Refund…");
    await dialog().getByText("Access stays as it is").waitFor();
    await dialog()
      .getByRole("radio", { name: /Ends today/ })
      .check();
    await dialog()
      .getByText(/loses .*Class player/)
      .waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await pressInDialog("Refund and end now");
    await page.getByText(/It ended on/).waitFor();
    expect(await getAccessReasons()).toContain("subscription_ended");
  });
});

describe("a discount", () => {
  const code = `SPRING-${crypto.randomUUID().slice(0, 6).toUpperCase()}`;

  it("shows an error at the invalid field and keeps the input, then is created and ended", async () => {
    await page.goto("/admin/discounts");
    await page.getByRole("link", { name: "New discount" }).click();
    await page.getByLabel("Name").fill("Spring");
    await page.getByLabel("Code").fill(code);
    await page.getByLabel("Percent", { exact: true }).fill("120");
    await press("Create discount");
    await page.getByText("Take off at most 100 %").waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("Spring");
    await page.getByLabel("Percent", { exact: true }).fill("25");
    await page.getByLabel("The Field Handbook").check();
    await press("Create discount");
    await page.getByRole("row", { name: new RegExp(`${code}.*25 % off once`) }).waitFor();

    await page.getByRole("button", { name: `End ${code}` }).click();
    await pressInDialog("End it");
    await page.getByRole("row", { name: new RegExp(`${code}.*Ended`) }).waitFor();
  });
});

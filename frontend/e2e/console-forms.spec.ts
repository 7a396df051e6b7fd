import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

let owner: HttpSession;
/** The pages of the objects that this file creates and edits. */
const paths = { product: "", page: "", order: "", customer: "" };

beforeAll(async () => {
  owner = await signIn(shopUrl(), "owner");
  const suffix = crypto.randomUUID().slice(0, 8);
  const product = await post("/api/admin/products", {
    name: `Forms ${suffix}`,
    slug: `forms-${suffix}`,
    tagline: "",
    description: "",
    prices: [{ type: "one_time", amountMinor: 500, currency: "usd" }],
    benefits: [{ type: "link", name: "A note", settings: {} }],
  });
  const page = await post("/api/admin/pages", {
    title: `Forms ${suffix}`,
    slug: `forms-${suffix}`,
    excerpt: "",
    body: "",
  });
  const email = newGuestEmail();
  const user = await signIn(shopUrl(), email);
  const { returnPath } = await buyOverHttp(user, "field-handbook", { card: "4242424242424242" });
  const checkout = new URLSearchParams(returnPath.split("?")[1]).get("checkout");
  await user.fetch(`/api/me/checkouts/${checkout}/confirmation`, { method: "POST" });
  paths.product = `/admin/products/${product}`;
  paths.page = `/admin/pages/${page}`;
  paths.order = `/admin/orders/${await getFirstId(`/api/admin/orders?search=${email}`)}`;
  paths.customer = `/admin/customers/${await getFirstId(`/api/admin/customers?search=${email}`)}`;
});

async function post(path: string, body: object): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await owner.fetch(path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return ((await response.json()) as { id: string }).id;
}

async function getFirstId(list: string): Promise<string> {
  const { items } = (await (await owner.fetch(list)).json()) as { items: { id: string }[] };
  return items[0]!.id;
}

const openAsOwner = (path: string) => browser.openAs(owner, path);

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).press("Enter");
const inSection = (name: string) => (page: Page) => page.getByRole("region", { name, exact: true });
const inDialog = (page: Page) => page.getByRole("dialog").first();
const field = (name: string) => (within: Page | Locator) =>
  within.getByRole("textbox", { name, exact: true });

/** A form, an invalid input for one of its fields, and the error expected there. */
type Case = {
  form: string;
  path: () => string;
  open?: (page: Page) => Promise<void>;
  within?: (page: Page) => Locator;
  field: (within: Page | Locator) => Locator;
  invalidInput: string;
  submitLabel: string;
  expectedError: RegExp;
};

const pageForms: Case[] = [
  {
    form: "new product",
    path: () => "/admin/products/new",
    open: (page) => field("Name")(page).fill("Unsaved"),
    field: field("Address"),
    invalidInput: "Not an address",
    submitLabel: "Create draft",
    expectedError: /letters/i,
  },
  {
    form: "product",
    path: () => paths.product,
    within: inSection("Details"),
    field: field("Address"),
    invalidInput: "Not an address",
    submitLabel: "Save",
    expectedError: /letters/i,
  },
  {
    form: "price",
    path: () => paths.product,
    open: (page) => press(page, "Add a price"),
    within: inSection("Prices"),
    field: field("Amount"),
    invalidInput: "0.10",
    submitLabel: "Add price",
    expectedError: /at least \$0\.50/,
  },
  {
    form: "new benefit",
    path: () => paths.product,
    open: async (page) => {
      await press(page, "Add a benefit");
      await page.getByLabel("What it is").selectOption("license_key");
      await inSection("Benefits")(page).getByLabel("Name", { exact: true }).fill("A key");
    },
    within: inSection("Benefits"),
    field: field("Prefix"),
    invalidInput: "T",
    submitLabel: "Add benefit",
    expectedError: /2 to 10 capital letters/,
  },
  {
    form: "benefit",
    path: () => paths.product,
    open: (page) => press(page, "Edit A note"),
    within: inSection("Benefits"),
    field: field("Address"),
    invalidInput: "http://plain.example",
    submitLabel: "Save",
    expectedError: /https/,
  },
  {
    form: "discount",
    path: () => "/admin/discounts/new",
    open: (page) => field("Name")(page).fill("Unsaved"),
    field: field("Percent"),
    invalidInput: "150",
    submitLabel: "Create discount",
    expectedError: /at most 100 %/i,
  },
  {
    form: "new page",
    path: () => "/admin/pages/new",
    open: (page) => field("Title")(page).fill("Unsaved"),
    field: field("Address"),
    invalidInput: "Not an address",
    submitLabel: "Write it",
    expectedError: /letters/i,
  },
  {
    form: "page",
    path: () => paths.page,
    field: field("Title"),
    invalidInput: " ",
    submitLabel: "Save",
    expectedError: /Give it a title/,
  },
  {
    form: "license import",
    path: () => "/admin/licenses/import",
    field: field("Keys, as CSV"),
    invalidInput: "nothing,of,this",
    submitLabel: "Look through them",
    expectedError: /key/i,
  },
  {
    form: "shop settings",
    path: () => "/admin/settings",
    field: field("Email for buyers"),
    invalidInput: "nobody",
    submitLabel: "Save name",
    expectedError: /Write an address like/,
  },
  {
    form: "color",
    path: () => "/admin/settings",
    field: field("Color"),
    invalidInput: "mud",
    submitLabel: "Save color",
    expectedError: /Write it as #0b7285/,
  },
  {
    form: "legal pages",
    path: () => "/admin/settings/legal",
    field: field("Imprint"),
    invalidInput: "x".repeat(100_001),
    submitLabel: "Save legal pages",
    expectedError: /At most/,
  },
  {
    form: "access",
    path: () => "/admin/settings/access",
    field: field("Hours without news from Stripe"),
    invalidInput: "soon",
    submitLabel: "Save access",
    expectedError: /whole number of hours/,
  },
  {
    form: "invitation",
    path: () => "/admin/team",
    field: field("Email"),
    invalidInput: "nobody",
    submitLabel: "Invite",
    expectedError: /Write an address like/,
  },
];

const dialogForms: Case[] = [
  {
    form: "gift",
    path: () => paths.customer,
    open: async (page) => {
      await press(page, "Give access…");
      await inDialog(page).getByLabel("Until").fill("2020-01-01");
    },
    within: inDialog,
    field: field("Why"),
    invalidInput: "For the review",
    submitLabel: "Give it",
    expectedError: /still to come/,
  },
  {
    form: "refund",
    path: () => paths.order,
    open: async (page) => {
      await press(page, "Refund…");
      await inDialog(page)
        .getByRole("radio", { name: /A part/ })
        .press("Space");
    },
    within: inDialog,
    field: field("Amount in USD"),
    invalidInput: "9999",
    submitLabel: "Refund",
    expectedError: /At most \$29\.00 is left/,
  },
];

/** Fills in the field, moves to the submit button with Tab, and presses Enter. */
async function submitWithKeyboard(
  page: Page,
  { field, invalidInput, submitLabel }: Case,
  within: Page | Locator,
) {
  await field(within).fill(invalidInput);
  await field(within).focus();
  const button = within.getByRole("button", { name: submitLabel, exact: true });
  for (let steps = 0; steps < 40; steps++) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
}

/** Expects focus on the one invalid field, with `expectedError` as its description. */
async function expectFieldError(page: Page, { expectedError }: Case, within: Page | Locator) {
  const invalidField = within.locator('[aria-invalid="true"]');
  await invalidField.waitFor();
  await expect
    .poll(() => invalidField.evaluate((element) => element === document.activeElement))
    .toBe(true);
  await expect.poll(() => getDescription(invalidField)).toMatch(expectedError);
  expect(await within.getByRole("alert").count()).toBe(1);
}

/** Returns the field's accessible description, which screen readers announce after its name. */
function getDescription(input: Locator): Promise<string> {
  return input.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent)
      .join(" "),
  );
}

describe("a console form with an invalid field keeps the input, shows the error, and warns before leaving", () => {
  it.each(pageForms)("$form", async (testCase) => {
    const page = await openAsOwner(testCase.path());
    await testCase.open?.(page);
    const within = testCase.within?.(page) ?? page.getByRole("main");
    await submitWithKeyboard(page, testCase, within);
    await expectFieldError(page, testCase, within);
    expect(await testCase.field(within).inputValue()).toBe(testCase.invalidInput);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, `refused ${testCase.form}`);

    await page
      .getByRole("navigation", { name: "Console" })
      .getByRole("link", { name: "Audit log" })
      .press("Enter");
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await testCase.field(within).inputValue()).toBe(testCase.invalidInput);
    await page
      .getByRole("navigation", { name: "Console" })
      .getByRole("link", { name: "Audit log" })
      .press("Enter");
    await press(page, "Leave");
    await page.waitForURL("**/admin/audit");
  });

  it.each(dialogForms)("$form, in a dialog", async (testCase) => {
    const page = await openAsOwner(testCase.path());
    await testCase.open?.(page);
    const within = testCase.within!(page);
    await submitWithKeyboard(page, testCase, within);
    await expectFieldError(page, testCase, within);
    expect(await testCase.field(within).inputValue()).toBe(testCase.invalidInput);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, `refused ${testCase.form}`);

    const leaveDialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await page.keyboard.press("Escape");
    await leaveDialog.waitFor();
    await press(page, "Stay");
    await leaveDialog.waitFor({ state: "detached" });
    expect(await testCase.field(within).inputValue()).toBe(testCase.invalidInput);
    await page.keyboard.press("Escape");
    await press(page, "Leave");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

describe("a console form whose request fails", () => {
  it.each([
    ["mails", "/admin/settings/mails", "Paid twice", "Save mails"],
    ["tax", "/admin/settings/tax", "Always ask for a billing address", "Save tax"],
  ])(
    "%s: keeps the input while offline, shows an error, and saves on the next try",
    async (_, path, choice, save) => {
      const page = await openAsOwner(path);
      const box = page.getByLabel(choice, { exact: true });
      const before = await box.isChecked();
      await box.press("Space");
      await page.context().setOffline(true);
      await press(page, save);
      await page.getByText("There was no answer.").waitFor();
      expect(await box.isChecked()).toBe(!before);
      await page.getByRole("link", { name: "Audit log" }).press("Enter");
      await press(page, "Stay");
      await page.context().setOffline(false);
      await press(page, save);
      await page.getByText("Saved.").waitFor();
      await box.press("Space");
      await press(page, save);
      await page.getByText("Saved.").waitFor();
      expect(await box.isChecked()).toBe(before);
    },
  );

  it("keeps the input when the session has ended, and saves after a sign-in in another tab", async () => {
    const page = await openAsOwner(paths.product);
    const descriptionField = field("One line about it")(page);
    await descriptionField.fill("Typed before it ended");
    await page.context().clearCookies();
    await descriptionField.press("Enter");
    await page.getByText("Your session has ended.").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, "refused session ended");
    const link = page.getByRole("link", { name: "Sign in in another tab" });
    expect(await link.getAttribute("href")).toContain("/signin");
    await page.context().addCookies(owner.cookies());
    await descriptionField.press("Enter");
    await page.getByText("Saved.").waitFor();
    await page.getByRole("link", { name: "Team" }).press("Enter");
    await page.getByRole("table", { name: "Members" }).waitFor();
  });
});

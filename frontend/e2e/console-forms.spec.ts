import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { followLink, newGuestEmail } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

let owner: HttpSession;
/** The pages of the objects that this file creates and edits. */
const paths = { product: "", page: "", order: "" };

beforeAll(async () => {
  owner = await signIn(shopUrl(), "owner");
  const suffix = crypto.randomUUID().slice(0, 8);
  const product = await post("/api/admin/products", {
    name: `Forms ${suffix}`,
    slug: `forms-${suffix}`,
    tagline: "",
    description: "",
    prices: [{ type: "one_time", amountMinor: 500, currency: "usd" }],
    benefits: [{ benefit: { type: "link", name: "A note", settings: {} } }],
  });
  const email = newGuestEmail();
  const user = await signIn(shopUrl(), email);
  await buyOverHttp(user, "field-handbook");
  paths.product = `/admin/products/${product}`;
  paths.page = `/admin/pages/${await getFirstId("/api/admin/pages")}`;
  paths.order = `/admin/orders/${await getFirstId(`/api/admin/orders?search=${email}`)}`;
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

/** Goes to `path` in the page that the owner has already. */
async function followAsOwner(path: string): Promise<Page> {
  const page = await browser.openAs(owner);
  await followLink(page, path);
  return page;
}

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).press("Enter");
/** Opens what few products need. */
const openMore = (page: Page) =>
  page
    .getByText(/^URL(, plan group, tax code, and link preview|, plan group, and tax code)$/)
    .press("Enter");
const field = (name: string) => (within: Page | Locator) =>
  within.getByRole("textbox", { name, exact: true });

/** A form, an invalid input for one of its fields, and the error expected there. */
type Case = {
  form: string;
  path: () => string;
  open?: (page: Page) => Promise<void>;
  field: (within: Page | Locator) => Locator;
  invalidInput: string;
  submitLabel: string;
  expectedError: RegExp;
};

const pageForms: Case[] = [
  {
    form: "new product",
    path: () => "/admin/products/new",
    open: async (page) => {
      await field("Name")(page).fill("Unsaved");
      await openMore(page);
    },
    field: field("URL"),
    invalidInput: "Not an address",
    submitLabel: "Save draft",
    expectedError: /letters/i,
  },
  {
    form: "benefit",
    path: () => paths.product,
    open: (page) => press(page, "Edit A note"),
    field: field("URL"),
    invalidInput: "http://plain.example",
    submitLabel: "Save draft",
    expectedError: /https/,
  },
  {
    form: "page",
    path: () => paths.page,
    field: field("Title"),
    invalidInput: " ",
    submitLabel: "Save",
    expectedError: /Enter a title/,
  },
  {
    form: "license import",
    path: () => "/admin/licenses/import",
    field: field("Keys (CSV)"),
    invalidInput: "nothing,of,this",
    submitLabel: "Preview import",
    expectedError: /key/i,
  },
  {
    form: "shop settings",
    path: () => "/admin/settings",
    field: field("Support email"),
    invalidInput: "nobody",
    submitLabel: "Save name",
    expectedError: /Enter an email address like/,
  },
  {
    form: "color",
    path: () => "/admin/settings",
    field: field("Color"),
    invalidInput: "mud",
    submitLabel: "Save color",
    expectedError: /Enter a color like #0b7285/,
  },
  {
    form: "legal pages",
    path: () => "/admin/settings/legal",
    field: field("Imprint"),
    invalidInput: "x".repeat(50_001),
    submitLabel: "Save legal pages",
    expectedError: /50,000 characters or fewer/,
  },
  {
    form: "access",
    path: () => "/admin/settings/access",
    field: field("Grace period for late renewals (hours)"),
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
    expectedError: /Enter an email address like/,
  },
];

const refundForm: Case = {
  form: "refund",
  path: () => paths.order,
  open: async (page) => {
    await press(page, "Refund…");
    await page.getByRole("radio", { name: /Partial refund/ }).press("Space");
  },
  field: field("Amount in USD"),
  invalidInput: "9999",
  submitLabel: "Refund",
  expectedError: /Enter at most \$29\.00/,
};

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

/** Submits an invalid input: it is kept, and its field has the focus and the error. */
async function expectRefusal(page: Page, testCase: Case, within: Page | Locator) {
  await submitWithKeyboard(page, testCase, within);
  await expectFieldError(page, testCase, within);
  expect(await testCase.field(within).inputValue()).toBe(testCase.invalidInput);
  await saveScreenshots(page, `refused ${testCase.form}`);
}

const followNavigation = (page: Page) =>
  page
    .getByRole("navigation", { name: "Console" })
    .getByRole("link", { name: "Audit log" })
    .press("Enter");

describe("a console form with an invalid field keeps the input, shows the error, and warns before leaving", () => {
  it.each(pageForms)("$form", async (testCase) => {
    const page = await followAsOwner(testCase.path());
    await testCase.open?.(page);
    await expectRefusal(page, testCase, page.getByRole("main"));
    await followNavigation(page);
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await press(page, "Leave");
    await page.waitForURL("**/admin/audit");
  });

  it("refund, in a dialog", async () => {
    const page = await followAsOwner(refundForm.path());
    await refundForm.open?.(page);
    const dialog = page.getByRole("dialog").first();
    await expectRefusal(page, refundForm, dialog);
    expect(await findAccessibilityViolations(page)).toEqual([]);

    const leaveDialog = page.getByRole("dialog", { name: "Leave without saving?" });
    await page.keyboard.press("Escape");
    await leaveDialog.waitFor();
    await press(page, "Stay");
    await leaveDialog.waitFor({ state: "detached" });
    expect(await refundForm.field(dialog).inputValue()).toBe(refundForm.invalidInput);
    await page.keyboard.press("Escape");
    await press(page, "Leave");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

describe("a console form whose request fails", () => {
  it("a form keeps the input while offline, shows an error, and saves on the next try", async () => {
    const page = await followAsOwner("/admin/settings/tax");
    const box = page.getByLabel("Require a billing address", { exact: true });
    const before = await box.isChecked();
    await box.press("Space");
    await page.context().setOffline(true);
    await press(page, "Save tax");
    await page.getByText("Couldn’t connect.").waitFor();
    await page.getByText("Your changes are still here.").waitFor();
    expect(await box.isChecked()).toBe(!before);
    await followNavigation(page);
    await press(page, "Stay");
    await page.context().setOffline(false);
    await press(page, "Save tax");
    await page.getByText("Saved.").waitFor();
    expect(await box.isChecked()).toBe(!before);
  });

  it("a refused save names each field in the save bar, and the link leads to the field", async () => {
    const page = await followAsOwner("/admin/discounts/new");
    await page.getByLabel("Code").fill("NO SPACES");
    await page.getByLabel("Percent off", { exact: true }).fill("120");
    await press(page, "Create discount code");
    const bar = page.getByRole("region", { name: "Fields to fix" });
    const percent = bar.getByRole("link", { name: "Percent off" });
    await percent.press("Enter");
    await expect
      .poll(() => page.getByLabel("Percent off", { exact: true }).evaluate(hasFocus))
      .toBe(true);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, "refused with a save bar");
    const count = await bar.getByRole("link").count();
    await page.getByLabel("Percent off", { exact: true }).fill("20");
    await expect.poll(() => bar.getByRole("link").count()).toBe(count - 1);
    await followNavigation(page);
    await press(page, "Leave");
    await page.waitForURL("**/admin/audit");
  });

  it("a list that could not be loaded is loaded again when the connection returns", async () => {
    const page = await followAsOwner("/admin/orders");
    await page.getByRole("table", { name: "Orders" }).waitFor();
    await page.context().setOffline(true);
    await page.getByText("You’re offline.").waitFor();
    await page.getByRole("link", { name: "Disputed" }).press("Enter");
    await page.getByText("Couldn’t connect.").waitFor();
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await saveScreenshots(page, "list offline");
    await page.context().setOffline(false);
    await page.getByText("Nothing matches your search and filters.").waitFor();
    await page.getByText("You’re offline.").waitFor({ state: "detached" });
  });

  it("a console form keeps its input when the session has ended, and saves after another sign-in", async () => {
    const page = await followAsOwner(paths.product);
    const descriptionField = field("Short description")(page);
    await descriptionField.fill("Typed before it ended");
    await page.context().clearCookies();
    await descriptionField.press("Enter");
    await page.getByText("Your session has expired.").waitFor();
    await saveScreenshots(page, "refused session ended");
    const link = page.getByRole("link", { name: "Sign in in a new tab" });
    expect(await link.getAttribute("href")).toContain("/signin");
    await page.context().addCookies(owner.cookies());
    await descriptionField.press("Enter");
    await page.getByText("Draft saved").waitFor();
  });
});

const hasFocus = (element: Element) => element === document.activeElement;

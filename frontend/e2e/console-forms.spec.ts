import type { Locator, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findViolations, saveScreenshots } from "./page-checks.ts";
import { newGuest } from "./user-actions.ts";
import { buyOverHttp } from "./purchases.ts";

const browser = useBrowser();

let owner: HttpSession;
/** Where things of this file's own are edited: nothing that another journey looks at. */
const made = { product: "", page: "", order: "", customer: "" };

beforeAll(async () => {
  owner = await signIn(inject("shopUrl"), "owner");
  const mark = crypto.randomUUID().slice(0, 8);
  const product = await post("/api/admin/products", {
    name: `Forms ${mark}`,
    slug: `forms-${mark}`,
    tagline: "",
    description: "",
    prices: [{ type: "one_time", amountMinor: 500, currency: "usd" }],
    benefits: [{ type: "link", name: "A note", settings: {} }],
  });
  const page = await post("/api/admin/pages", {
    title: `Forms ${mark}`,
    slug: `forms-${mark}`,
    excerpt: "",
    body: "",
  });
  const email = newGuest();
  const buyer = await signIn(inject("shopUrl"), email);
  const { returnPath } = await buyOverHttp(buyer, "field-handbook", { card: "4242424242424242" });
  const checkout = new URLSearchParams(returnPath.split("?")[1]).get("checkout");
  await buyer.fetch(`/api/me/checkouts/${checkout}/confirmation`, { method: "POST" });
  made.product = `/admin/products/${product}`;
  made.page = `/admin/pages/${page}`;
  made.order = `/admin/orders/${await idOf(`/api/admin/orders?search=${email}`)}`;
  made.customer = `/admin/customers/${await idOf(`/api/admin/customers?search=${email}`)}`;
}, 60_000);

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

async function idOf(list: string): Promise<string> {
  const { items } = (await (await owner.fetch(list)).json()) as { items: { id: string }[] };
  return items[0]!.id;
}

async function openAsOwner(path: string): Promise<Page> {
  const page = await browser.open("about:blank");
  await page.context().addCookies(owner.cookies());
  await page.goto(path);
  return page;
}

const press = (page: Page, name: string) =>
  page.getByRole("button", { name, exact: true }).press("Enter");
const inPart = (name: string) => (page: Page) => page.getByRole("region", { name, exact: true });
const inDialog = (page: Page) => page.getByRole("dialog").first();
const field = (name: string) => (within: Page | Locator) =>
  within.getByRole("textbox", { name, exact: true });

/** A form, something that is refused in one of its fields, and what is said there. */
type Case = {
  form: string;
  path: () => string;
  open?: (page: Page) => Promise<void>;
  within?: (page: Page) => Locator;
  field: (within: Page | Locator) => Locator;
  typed: string;
  save: string;
  says: RegExp;
};

const inPage: Case[] = [
  {
    form: "new product",
    path: () => "/admin/products/new",
    open: (page) => field("Name")(page).fill("Unsaved"),
    field: field("Address"),
    typed: "Not an address",
    save: "Create draft",
    says: /letters/i,
  },
  {
    form: "product",
    path: () => made.product,
    within: inPart("Details"),
    field: field("Address"),
    typed: "Not an address",
    save: "Save",
    says: /letters/i,
  },
  {
    form: "price",
    path: () => made.product,
    open: (page) => press(page, "Add a price"),
    within: inPart("Prices"),
    field: field("Amount"),
    typed: "0.10",
    save: "Add price",
    says: /at least \$0\.50/,
  },
  {
    form: "new benefit",
    path: () => made.product,
    open: async (page) => {
      await press(page, "Add a benefit");
      await page.getByLabel("What it is").selectOption("license_key");
      await inPart("Benefits")(page).getByLabel("Name", { exact: true }).fill("A key");
    },
    within: inPart("Benefits"),
    field: field("Prefix"),
    typed: "T",
    save: "Add benefit",
    says: /2 to 10 capital letters/,
  },
  {
    form: "benefit",
    path: () => made.product,
    open: (page) => press(page, "Edit A note"),
    within: inPart("Benefits"),
    field: field("Address"),
    typed: "http://plain.example",
    save: "Save",
    says: /https/,
  },
  {
    form: "discount",
    path: () => "/admin/discounts/new",
    open: (page) => field("Name")(page).fill("Unsaved"),
    field: field("Percent"),
    typed: "150",
    save: "Create discount",
    says: /at most 100 %/i,
  },
  {
    form: "new page",
    path: () => "/admin/pages/new",
    open: (page) => field("Title")(page).fill("Unsaved"),
    field: field("Address"),
    typed: "Not an address",
    save: "Write it",
    says: /letters/i,
  },
  {
    form: "page",
    path: () => made.page,
    field: field("Title"),
    typed: " ",
    save: "Save",
    says: /Give it a title/,
  },
  {
    form: "license import",
    path: () => "/admin/licenses/import",
    field: field("Keys, as CSV"),
    typed: "nothing,of,this",
    save: "Look through them",
    says: /key/i,
  },
  {
    form: "shop settings",
    path: () => "/admin/settings",
    field: field("Email for buyers"),
    typed: "nobody",
    save: "Save name",
    says: /Write an address like/,
  },
  {
    form: "color",
    path: () => "/admin/settings",
    field: field("Color"),
    typed: "mud",
    save: "Save color",
    says: /Write it as #0b7285/,
  },
  {
    form: "legal pages",
    path: () => "/admin/settings/legal",
    field: field("Imprint"),
    typed: "x".repeat(100_001),
    save: "Save legal pages",
    says: /At most/,
  },
  {
    form: "access",
    path: () => "/admin/settings/access",
    field: field("Hours without news from Stripe"),
    typed: "soon",
    save: "Save access",
    says: /whole number of hours/,
  },
  {
    form: "invitation",
    path: () => "/admin/team",
    field: field("Email"),
    typed: "nobody",
    save: "Invite",
    says: /Write an address like/,
  },
];

const inDialogs: Case[] = [
  {
    form: "gift",
    path: () => made.customer,
    open: async (page) => {
      await press(page, "Give access…");
      await inDialog(page).getByLabel("Until").fill("2020-01-01");
    },
    within: inDialog,
    field: field("Why"),
    typed: "For the review",
    save: "Give it",
    says: /still to come/,
  },
  {
    form: "refund",
    path: () => made.order,
    open: async (page) => {
      await press(page, "Refund…");
      await inDialog(page)
        .getByRole("radio", { name: /A part/ })
        .press("Space");
    },
    within: inDialog,
    field: field("Amount in USD"),
    typed: "9999",
    save: "Refund",
    says: /At most \$29\.00 is left/,
  },
];

/** Types into the field and goes to the button with Tab alone. */
async function sendByKeyboard(page: Page, { field, typed, save }: Case, within: Page | Locator) {
  await field(within).fill(typed);
  await field(within).focus();
  const button = within.getByRole("button", { name: save, exact: true });
  for (let steps = 0; steps < 40; steps++) {
    if (await button.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
}

/** What was typed is there, and what is wrong with it is said where the focus is. */
async function expectRefused(page: Page, { says }: Case, within: Page | Locator) {
  const wrong = within.locator('[aria-invalid="true"]');
  await wrong.waitFor();
  await expect.poll(() => wrong.evaluate((one) => one === document.activeElement)).toBe(true);
  await expect.poll(() => wordsAt(wrong)).toMatch(says);
  expect(await within.getByRole("alert").count()).toBe(1);
}

/** What a screen reader reads out beside the field's name. */
function wordsAt(input: Locator): Promise<string> {
  return input.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent)
      .join(" "),
  );
}

describe("a form of the console keeps what was typed, says what is wrong with it, and is not left unasked", () => {
  it.each(inPage)("$form", async (one) => {
    const page = await openAsOwner(one.path());
    await one.open?.(page);
    const within = one.within?.(page) ?? page.getByRole("main");
    await sendByKeyboard(page, one, within);
    await expectRefused(page, one, within);
    expect(await one.field(within).inputValue()).toBe(one.typed);
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshots(page, `refused ${one.form}`);

    await page
      .getByRole("navigation", { name: "Console" })
      .getByRole("link", { name: "Audit log" })
      .press("Enter");
    await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await one.field(within).inputValue()).toBe(one.typed);
    await page
      .getByRole("navigation", { name: "Console" })
      .getByRole("link", { name: "Audit log" })
      .press("Enter");
    await press(page, "Leave");
    await page.waitForURL("**/admin/audit");
    await page.context().close();
  });

  it.each(inDialogs)("$form, in its dialog", async (one) => {
    const page = await openAsOwner(one.path());
    await one.open?.(page);
    const within = one.within!(page);
    await sendByKeyboard(page, one, within);
    await expectRefused(page, one, within);
    expect(await one.field(within).inputValue()).toBe(one.typed);
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshots(page, `refused ${one.form}`);

    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await page.keyboard.press("Escape");
    await question.waitFor();
    await press(page, "Stay");
    await question.waitFor({ state: "detached" });
    expect(await one.field(within).inputValue()).toBe(one.typed);
    await page.keyboard.press("Escape");
    await press(page, "Leave");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await page.context().close();
  });
});

describe("a form of the console that cannot be sent", () => {
  it.each([
    ["mails", "/admin/settings/mails", "Paid twice", "Save mails"],
    ["tax", "/admin/settings/tax", "Always ask for a billing address", "Save tax"],
  ])(
    "%s: is as it was filled in, says so, and is sent by the next try",
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
      await page.context().close();
    },
  );

  it("is kept when the session has ended, and saved after signing in beside it", async () => {
    const page = await openAsOwner(made.product);
    const line = field("One line about it")(page);
    await line.fill("Typed before it ended");
    await page.context().clearCookies();
    await line.press("Enter");
    await page.getByText("Your session has ended.").waitFor();
    expect(await findViolations(page)).toEqual([]);
    await saveScreenshots(page, "refused session ended");
    const link = page.getByRole("link", { name: "Sign in in another tab" });
    expect(await link.getAttribute("href")).toContain("/signin");
    await page.context().addCookies(owner.cookies());
    await line.press("Enter");
    await page.getByText("Saved.").waitFor();
    await page.getByRole("link", { name: "Team" }).press("Enter");
    await page.getByRole("table", { name: "Members" }).waitFor();
    await page.context().close();
  });
});

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { expectHeading, followLink, newGuestEmail, signInAs } from "./user-actions.ts";
import { shopUrl, useShop } from "./shop.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

useShop();
const browser = useBrowser();

type Shop = Record<"name" | "line" | "supportEmail" | "accent" | "accentDark", string | null>;
let owner: HttpSession;
let savedSettings: Shop & { logoSaysName: boolean };
let page: Page;

const put = (path: string, body: object) =>
  owner.fetch(path, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  owner = await signIn(shopUrl(), "owner");
  savedSettings = await (await owner.fetch("/api/admin/settings/shop")).json();
  page = await browser.openAs(owner);
});

afterAll(async () => {
  const { name, line, supportEmail, accent, accentDark, logoSaysName } = savedSettings;
  await put("/api/admin/settings/shop", { name, line, supportEmail });
  await put("/api/admin/settings/look", { accent, accentDark, logoSaysName });
});

const allLanguages = ["en", "de", "fr", "es", "pt-BR", "ja", "ar"];

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const getAccentColor = (target: Page) =>
  target.evaluate(() => {
    const probe = document.createElement("i");
    document.body.append(probe);
    probe.style.color = "var(--accent)";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

describe("the shop", () => {
  it("the shop shows a new name immediately to the owner and to visitors", async () => {
    await page.goto("/admin/settings");
    await field("Name").fill("North Light");
    await field("Support email").fill("hello@example.com");
    await press("Save name");
    await page.getByRole("banner").getByText("North Light").waitFor();
    const visitor = await browser.open("/");
    await visitor.getByRole("banner").getByText("North Light").waitFor();
    await expect.poll(() => visitor.title()).toContain("North Light");
    expect(await visitor.getByRole("link", { name: "Contact" }).getAttribute("href")).toBe(
      "mailto:hello@example.com",
    );
  });

  it("the shop refuses a color with too little contrast and accepts the suggested one", async () => {
    await field("Color").fill("#ffb000");
    await press("Save color");
    await page.getByText(/contrast of 1\.\d:1, but text needs at least 4\.5:1/).waitFor();
    const suggestion = page.getByRole("button", { name: /^Use #/ });
    const color = (await suggestion.textContent())!.replace("Use ", "");
    await suggestion.click();
    await page.getByText("Easy to read in light mode: contrast 4.5:1.").waitFor();
    await press("Save color");
    await page.getByRole("region", { name: "Color" }).getByText("Saved.").waitFor();
    const rgb = [1, 3, 5]
      .map((start) => Number.parseInt(color.slice(start, start + 2), 16))
      .join(", ");
    await expect.poll(() => getAccentColor(page)).toBe(`rgb(${rgb})`);
    const dark = await browser.open("/", { colorScheme: "dark" });
    expect(await getAccentColor(dark)).not.toBe(`rgb(${rgb})`);
    expect(await findAccessibilityViolations(dark)).toEqual([]);
  });

  it("the shop shows an uploaded logo and refuses a file that is not a picture", async () => {
    const picture = page.getByLabel("Upload logo", { exact: true });
    const file = { name: "logo.png", mimeType: "image/png" };
    await picture.setInputFiles({ ...file, buffer: Buffer.from("<svg/>") });
    await page.getByText("Must be a PNG, JPEG or WebP picture.").waitFor();
    await picture.setInputFiles({ ...file, buffer: Buffer.from(PNG, "base64") });
    const logo = page.getByRole("banner").locator("img");
    await expect.poll(() => logo.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    await press("Remove logo");
    await logo.waitFor({ state: "detached" });
  });

  it("buyers get the languages that the owner has chosen, and the default one where none fits", async () => {
    await followLink(page, "/admin/settings");
    await page.getByLabel("Default language").selectOption("ja");
    expect(await page.getByRole("checkbox", { name: "Japanese" }).isDisabled()).toBe(true);
    for (const name of ["English", "French", "Spanish", "Brazilian Portuguese", "Arabic"])
      await page.getByRole("checkbox", { name, exact: true }).uncheck();
    await press("Save languages");
    await page.getByText("Saved.").waitFor();
    const visitor = await browser.open("/legal/terms");
    expect(await visitor.locator("html").getAttribute("lang")).toBe("ja");
    await visitor.locator("footer summary").click();
    expect(await visitor.locator("footer form button").allTextContents()).toEqual([
      "Deutsch",
      "日本語",
    ]);
    await put("/api/admin/settings/languages", { default: "en", offered: allLanguages });
  });

  it("a legal page from a template is in the footer once it has no gap, and while it has a text", async () => {
    const title = "Right of withdrawal";
    // Else its translations have the gaps, too.
    await put("/api/admin/settings/languages", { default: "en", offered: ["en"] });
    // The demo shop's seller has an address, with which the template has no gap.
    const eInvoices = await owner.fetch("/api/admin/settings/e-invoices");
    const { version: _, ...seller } = (await eInvoices.json()) as Record<string, unknown>;
    await put("/api/admin/settings/e-invoices", { ...seller, street: "" });
    await page.goto("/admin/settings/legal");
    await press(`Start from a template: ${title}`);
    await page.getByText("[[Street and number]]", { exact: false }).first().waitFor();
    await saveScreenshots(page, "legal pages with gaps");
    await press("Save legal pages");
    await page.getByText(/^Fill in or delete what is in double brackets: \[\[/).waitFor();
    const text = await field(title).inputValue();
    await field(title).fill(text.replaceAll(/\[\[[^\]]+\]\]/g, "Hafenstraße 1"));
    await press("Save legal pages");
    const link = page.getByRole("contentinfo").getByRole("link", { name: title, exact: true });
    await link.click();
    await page.waitForURL("**/legal/withdrawal");
    await expectHeading(page, title);
    await page.getByText("Hafenstraße 1").first().waitFor();
    await page.goto("/admin/settings/legal");
    await page.getByText("Began as the template of").waitFor();
    await field(title).fill("");
    await press("Save legal pages");
    await link.waitFor({ state: "detached" });
    await put("/api/admin/settings/languages", { default: "en", offered: allLanguages });
  });
});

describe("the team", () => {
  it("the team gains a member who signs in with the invited email and sees only what the role allows", async () => {
    const email = newGuestEmail();
    await followLink(page, "/admin/team");
    await page.getByRole("table", { name: "Members" }).waitFor();
    await field("Email").fill(email);
    await press("Invite");
    await page.getByRole("cell", { name: email, exact: true }).waitFor();

    const invited = await browser.open("about:blank");
    await signInAs(invited, email, "/admin/orders");
    await expectHeading(invited, "Orders");
    const nav = invited.getByRole("navigation", { name: "Console" });
    expect(await nav.getByRole("heading").allTextContents()).toEqual([
      "Customers",
      "Sales",
      "Operations",
      "Settings",
    ]);
    expect(await nav.getByRole("link").allTextContents()).toEqual([
      "Overview",
      "Customers",
      "License keys",
      "Orders",
      "Subscriptions",
      "Withdrawals and cancellations",
      "Stripe events",
      "Notifications",
    ]);
    await page.reload();
    const row = page.getByRole("row").filter({ hasText: email });
    await row.getByRole("button", { name: /^Remove/ }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: "Remove member", exact: true })
      .click();
    await row.waitFor({ state: "detached" });
  });
});

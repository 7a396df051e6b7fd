import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findViolations } from "./page-checks.ts";
import { expectHeading, newGuest, signInAs } from "./user-actions.ts";

const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const browser = useBrowser();

type Shop = Record<"name" | "line" | "supportEmail" | "accent" | "accentDark", string | null>;
let owner: HttpSession;
let before: Shop & { logoSaysName: boolean };
let page: Page;

const put = (path: string, body: object) =>
  owner.fetch(path, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

beforeAll(async () => {
  owner = await signIn(inject("shopUrl"), "owner");
  before = await (await owner.fetch("/api/admin/settings/shop")).json();
  page = await browser.open("about:blank");
  await page.context().addCookies(owner.cookies());
}, 60_000);

// The shop is everybody's: other journeys find it as it was.
afterAll(async () => {
  const { name, line, supportEmail, accent, accentDark, logoSaysName } = before;
  await put("/api/admin/settings/shop", { name, line, supportEmail });
  await put("/api/admin/settings/look", { accent, accentDark, logoSaysName });
});

const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const field = (name: string) => page.getByRole("textbox", { name, exact: true });
const accentOf = (of: Page) =>
  of.evaluate(() => {
    const probe = document.createElement("i");
    document.body.append(probe);
    probe.style.color = "var(--accent)";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });

describe("the shop", () => {
  it("has the name that its owner gives it, at once and for everybody", async () => {
    await page.goto("/admin/settings");
    await expectHeading(page, "Settings");
    expect(await findViolations(page)).toEqual([]);
    await field("Name").fill("North Light");
    await field("Email for buyers").fill("not an address");
    await press("Save name");
    await page.getByText("Write an address like").waitFor();
    expect(await field("Name").inputValue()).toBe("North Light");
    await field("Email for buyers").fill("hello@example.com");
    await press("Save name");
    await page.getByRole("banner").getByText("North Light").waitFor();
    const visitor = await browser.open("/");
    await visitor.getByRole("banner").getByText("North Light").waitFor();
    await expect.poll(() => visitor.title()).toContain("North Light");
    expect(await visitor.getByRole("link", { name: "Contact" }).getAttribute("href")).toBe(
      "mailto:hello@example.com",
    );
  });

  it("refuses a color that nobody could read, and takes the one that it proposes", async () => {
    await field("Color").fill("#ffb000");
    await press("Save color");
    await page.getByText(/contrast of 1\.\d to 1, and text needs 4\.5/).waitFor();
    const proposal = page.getByRole("button", { name: /^Use #/ });
    const color = (await proposal.textContent())!.replace("Use ", "");
    await proposal.click();
    await page.getByText("Contrast 4.5 to 1.").first().waitFor();
    expect(await findViolations(page)).toEqual([]);
    await press("Save color");
    await page.getByText("Saved.").waitFor();
    const rgb = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)).join(", ");
    await expect.poll(() => accentOf(page)).toBe(`rgb(${rgb})`);
    const visitor = await browser.open("/");
    expect(await accentOf(visitor)).toBe(`rgb(${rgb})`);
    const dark = await browser.open("/", { colorScheme: "dark" });
    expect(await accentOf(dark)).not.toBe(`rgb(${rgb})`);
    expect(await findViolations(dark)).toEqual([]);
  });

  it("has the logo that its owner gives it beside its name, and is told what is none", async () => {
    const picture = page.getByLabel("Picture", { exact: true });
    const file = { name: "logo.png", mimeType: "image/png" };
    await picture.setInputFiles({ ...file, buffer: Buffer.from("<svg/>") });
    await page.getByText("This is no PNG, JPEG or WebP picture.").waitFor();
    await picture.setInputFiles({ ...file, buffer: Buffer.from(PNG, "base64") });
    const shown = page.getByRole("banner").locator("img");
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    expect(await findViolations(page)).toEqual([]);
    await press("Remove the logo");
    await shown.waitFor({ state: "detached" });
  });

  it("has legal pages in its footer once they are written", async () => {
    await page.goto("/admin/settings/legal");
    await field("Refunds").fill("# Money back\n\nWithin **30 days**.");
    await press("Save legal pages");
    const link = page.getByRole("contentinfo").getByRole("link", { name: "Refunds" });
    await link.click();
    await expectHeading(page, "Refunds");
    await page.getByText("30 days").waitFor();
    await page.goto("/admin/settings/legal");
    await field("Refunds").fill("");
    await press("Save legal pages");
    await link.waitFor({ state: "detached" });
  });
});

describe("the team", () => {
  it("is joined by who signs in with the address that was invited, and shows them their part", async () => {
    const email = newGuest();
    await page.goto("/admin/team");
    await page.getByRole("table", { name: "Members" }).waitFor();
    await field("Email").fill(email);
    await press("Invite");
    await page.getByRole("cell", { name: email, exact: true }).waitFor();
    expect(await findViolations(page)).toEqual([]);

    const invited = await browser.open("/");
    await signInAs(invited, email, "/admin/orders");
    await expectHeading(invited, "Orders");
    const nav = invited.getByRole("navigation", { name: "Console" });
    expect(await nav.getByRole("link", { name: "Settings" }).count()).toBe(0);
    await invited.goto("/admin/team");
    await expectHeading(invited, /not/i);

    await page.reload();
    const row = page.getByRole("row").filter({ hasText: email });
    await row.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
    await row.waitFor({ state: "detached" });
    await invited.goto("/admin/orders");
    await expectHeading(invited, /not/i);
  });
});

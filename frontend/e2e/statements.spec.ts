import { describe, expect, it } from "vitest";
import { requestJson, signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { buyOverHttp, payShownCheckout } from "./purchases.ts";
import { listMessages, setTermsUrl } from "./sandbox.ts";
import { shopUrl, useShop } from "./shop.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";

useShop();
const browser = useBrowser();

/** The words of the forms, as the laws of the countries ask for them. */
const words = {
  en: {
    footer: "Withdraw from a contract",
    fields: ["Your name", "Contract", "Email"],
    go: "Continue",
    confirm: "Confirm withdrawal",
    received: "We have received your withdrawal",
  },
  de: {
    footer: "Verträge hier kündigen",
    fields: ["Ihr Name", "Vertrag", "E-Mail"],
    go: "Weiter",
    confirm: "Jetzt kündigen",
    received: "Ihre Kündigung ist eingegangen",
  },
} as const;

/** Declares something where no script runs, on a phone, from the link at the foot of the storefront. */
async function declare(locale: keyof typeof words, statement: { contract: string; email: string }) {
  const { page, runScripts } = await browser.openWithoutScripts("/", { width: 390 });
  if (locale !== "en") {
    await page.getByRole("contentinfo").locator("summary").click();
    await page.locator(`button[lang="${locale}"]`).click();
    await page.locator(`html[lang="${locale}"]`).waitFor();
  }
  const check = (name: string) =>
    runScripts(async () => {
      expect(await findAccessibilityViolations(page)).toEqual([]);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(390);
      await saveScreenshots(page, `statement ${locale}, ${name}`);
      await page.setViewportSize({ width: 390, height: 860 });
    });
  const { footer, fields, go, confirm, received } = words[locale];
  const [name, contract, email] = fields;
  await page.getByRole("contentinfo").getByRole("link", { name: footer, exact: true }).click();
  await expectHeading(page, footer);
  await page.getByLabel(name, { exact: true }).fill("Mia Member");
  await page.getByLabel(contract, { exact: true }).fill(statement.contract);
  await page.getByLabel(email, { exact: true }).fill(statement.email);
  await check("enter");
  await page.getByRole("button", { name: go, exact: true }).click();
  await page.getByRole("button", { name: confirm, exact: true }).waitFor();
  await check("confirm");
  await page.getByRole("button", { name: confirm, exact: true }).press("Enter");
  await expectHeading(page, received);
  await check("received");
  const text = await page.getByRole("main").innerText();
  for (const part of ["Mia Member", statement.contract, statement.email])
    expect(text).toContain(part);
  // A customer gets an email about the subscription besides.
  const findReceipt = async () =>
    (await listMessages(statement.email)).find(({ subject }) => subject === received);
  await expect.poll(findReceipt).toBeDefined();
  return { text, receipt: (await findReceipt())! };
}

it("a stranger withdraws in English without scripts, and the receipt says what and when", async () => {
  const email = newGuestEmail();
  const { receipt } = await declare("en", { contract: "The field handbook", email });
  for (const part of ["Mia Member", "The field handbook", email, "UTC", "withdraw from this"])
    expect(receipt.text).toContain(part);
});

it("a subscriber cancels in German without signing in, and finds the end of it in the account", async () => {
  const email = newGuestEmail();
  const buyer = await signIn(shopUrl(), email);
  await buyOverHttp(buyer, "membership");
  await declare("de", { contract: "Mitgliedschaft", email });
  const readEnd = async () => {
    const billing = await (await buyer.fetch("/api/me/billing")).json();
    return (billing as { subscriptions: { cancelAt: number | null }[] }).subscriptions[0]?.cancelAt;
  };
  await expect.poll(readEnd).toEqual(expect.any(Number));
});

const TERMS = "## Delivery\n\nBe **kind**.";

describe("a purchase with consent", () => {
  it("what a German buyer agrees to is in their email and in the console, with the terms as they were", async () => {
    await setTermsUrl(`${shopUrl()}/legal/terms`);
    const owner = await signIn(shopUrl(), "owner");
    const rest = { privacy: "", refunds: "", imprint: "" };
    await requestJson(owner, "PUT", "/api/admin/settings/legal", { terms: TERMS, ...rest });
    await requestJson(owner, "PUT", "/api/admin/settings/consent", {
      ask: "terms_and_waiver",
      text: null,
    });

    const guest = newGuestEmail();
    const session = await signIn(shopUrl(), guest);
    await requestJson(session, "PUT", "/api/me/language", { locale: "de" });
    const buyer = await browser.openAs(session, "/p/field-handbook");
    await buyer
      .getByRole("button", { name: /kaufen|bestellen/i })
      .first()
      .click();
    await buyer.getByLabel(/dadurch mein Widerrufsrecht verliere/).waitFor();
    await payShownCheckout(buyer, "4242424242424242", { country: "DE" });
    await expect.poll(async () => (await listMessages(guest)).length).toBe(1);
    const [email] = await listMessages(guest);
    const text = email!.text.replace(/\s+/g, " ");
    expect(text).toContain("Was Sie vereinbart haben");
    expect(text).toContain("mein Widerrufsrecht verliere");
    expect(text).toContain("Be kind.");

    await requestJson(owner, "PUT", "/api/admin/settings/legal", { terms: "Pay more.", ...rest });
    const [version] = /\/legal\/terms@[0-9a-f]{64}/.exec(text.replaceAll(" ", ""))!;
    await buyer.goto(version);
    await buyer.getByText("kind").waitFor();
    expect(await findAccessibilityViolations(buyer)).toEqual([]);

    const team = await browser.openAs(owner, "/admin/orders");
    await team
      .getByRole("link", { name: /Field Handbook/ })
      .first()
      .click();
    await team.getByText(/Agreed to immediate delivery of content/).waitFor();
    await team.getByText(/Confirmed by email on/).waitFor();
    await expectHeading(team, "Benefits");
  });
});

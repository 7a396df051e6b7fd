import { expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations, saveScreenshots } from "./page-checks.ts";
import { buyOverHttp } from "./purchases.ts";
import { listMessages } from "./sandbox.ts";
import { sandboxUrl, shopUrl, useShop } from "./shop.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";

useShop();
const browser = useBrowser();

const GOOD_CARD = "4242424242424242";

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
  fr: {
    footer: "Résilier votre contrat",
    fields: ["Votre nom", "Contrat", "Adresse e-mail"],
    go: "Continuer",
    confirm: "Notification de la résiliation",
    received: "Nous avons reçu votre résiliation",
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
  const mailbox = await browser.open(sandboxUrl());
  await mailbox.getByRole("link", { name: "Mail", exact: true }).click();
  const message = mailbox.getByRole("article").filter({ hasText: email });
  await message.getByRole("link", { name: receipt.subject }).click();
  await mailbox.getByText("The field handbook").first().waitFor();
  await saveScreenshots(mailbox, "statement en, receipt");
});

it("a subscriber cancels in German without signing in, and finds the end of it in the account", async () => {
  const email = newGuestEmail();
  const buyer = await signIn(shopUrl(), email);
  const { returnPath } = await buyOverHttp(buyer, "membership", { card: GOOD_CARD });
  const confirmation = returnPath.replace(/.*checkout=(.*)/, "/api/me/checkouts/$1/confirmation");
  await buyer.fetch(confirmation, { method: "POST" });
  await declare("de", { contract: "Mitgliedschaft", email });
  const readEnd = async () => {
    const billing = await (await buyer.fetch("/api/me/billing")).json();
    return (billing as { subscriptions: { cancelAt: number | null }[] }).subscriptions[0]?.cancelAt;
  };
  await expect.poll(readEnd).toEqual(expect.any(Number));
});

it("a stranger cancels in French without scripts, and is told the same as a customer", async () => {
  const { text, receipt } = await declare("fr", {
    contract: "ord_01kb2z8q3mh7w5t0d9x6n4c1rv",
    email: newGuestEmail(),
  });
  expect(text).toContain("La date la plus proche possible");
  expect(receipt.text).toContain("je résilie ce contrat");
});

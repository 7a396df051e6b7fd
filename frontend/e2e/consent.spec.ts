import { describe, expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { findAccessibilityViolations } from "./page-checks.ts";
import { listMessages, payWithoutBrowser, setTermsUrl } from "./sandbox.ts";
import { shopUrl, useShop } from "./shop.ts";
import { expectHeading, newGuestEmail } from "./user-actions.ts";

useShop();
const browser = useBrowser();

const TERMS = "## Delivery\n\nBe **kind**.";

describe("a purchase with consent", () => {
  it("what a German buyer agrees to is in their email and in the console, with the terms as they were", async () => {
    await setTermsUrl(`${shopUrl()}/legal/terms`);
    const owner = await signIn(shopUrl(), "owner");
    const put = (path: string, body: object) =>
      owner.fetch(path, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const rest = { privacy: "", refunds: "", imprint: "" };
    await put("/api/admin/settings/legal", { terms: TERMS, ...rest });
    await put("/api/admin/settings/consent", { ask: "terms_and_waiver", text: null });

    const guest = newGuestEmail();
    const session = await signIn(shopUrl(), guest);
    await session.fetch("/api/me/language", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ locale: "de" }),
    });
    const buyer = await browser.openAs(session, "/p/field-handbook");
    await buyer
      .getByRole("button", { name: /kaufen|bestellen/i })
      .first()
      .click();
    await buyer.waitForURL(/\/checkout\/cs_/);
    await buyer.getByLabel(/dadurch mein Widerrufsrecht verliere/).waitFor();
    const sessionId = new URL(buyer.url()).pathname.split("/").at(-1)!;
    await payWithoutBrowser(sessionId, "4242424242424242", { country: "DE" });
    await expect.poll(async () => (await listMessages(guest)).length).toBe(1);
    const [email] = await listMessages(guest);
    const text = email!.text.replace(/\s+/g, " ");
    expect(text).toContain("Was Sie vereinbart haben");
    expect(text).toContain("mein Widerrufsrecht verliere");
    expect(text).toContain("Be kind.");

    await put("/api/admin/settings/legal", { terms: "Pay more.", ...rest });
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

import { afterEach, describe, expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { expectHeading, newGuest, payAtStripe, signInAs } from "./user-actions.ts";
import { payBehindTheScenes, setWebhooks } from "./sandbox.ts";

const GOOD_CARD = "4242424242424242";

const browser = useBrowser();
afterEach(() => setWebhooks("deliver"));

describe("buying a membership", () => {
  it("as Ann, from the storefront to the library, signing in on the way", async () => {
    const page = await browser.open("/");
    await page.getByRole("link", { name: "Tidewater Membership" }).first().click();
    await page.getByRole("button", { name: "Start your 14 free days" }).click();
    await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
    await page.getByRole("button", { name: /Ann/ }).click();
    // The purchase goes on by itself after sign-in.
    await payAtStripe(page, GOOD_CARD);
    await page.waitForURL(/\/checkout\/return/);
    const returned = performance.now();
    await expectHeading(page, /thank you/i);
    await page.goto("/library");
    await expectHeading(page, "Tidewater Membership");
    expect(performance.now() - returned).toBeLessThan(2000);
    expect(await page.getByText(/Your free trial runs until/).isVisible()).toBe(true);
  });

  it("with every webhook lost: coming back is enough", async () => {
    await setWebhooks("drop");
    const page = await browser.open("/");
    await signInAs(page, newGuest(), "/p/membership");
    await page.getByRole("button", { name: "Start your 14 free days" }).click();
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, /thank you/i);
    await page.goto("/library");
    await expectHeading(page, "Tidewater Membership");
  });

  it("with the tab closed before coming back: the webhook is enough", async () => {
    const guest = newGuest();
    const page = await browser.open("/");
    await signInAs(page, guest, "/p/membership");
    await page.getByRole("button", { name: "Start your 14 free days" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    const sessionId = new URL(page.url()).pathname.split("/").at(-1)!;
    await page.close();
    await payBehindTheScenes(sessionId, GOOD_CARD);

    const later = await browser.open("/");
    await signInAs(later, guest, "/library");
    // The library is read again until the queue has worked; the buyer would press reload.
    await expect
      .poll(
        async () => {
          await later.reload();
          await later.getByRole("heading", { level: 1 }).waitFor();
          return later.getByRole("heading", { name: "Tidewater Membership" }).count();
        },
        { timeout: 15_000 },
      )
      .toBe(1);
  });

  it("with every delivery doubled: there is one membership", async () => {
    await setWebhooks("duplicate");
    const page = await browser.open("/");
    await signInAs(page, newGuest(), "/p/membership");
    await page.getByRole("button", { name: "Start your 14 free days" }).click();
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, /thank you/i);
    await page.goto("/library");
    await expectHeading(page, "Tidewater Membership");
    expect(await page.getByRole("article").count()).toBe(1);
  });
});

describe("a card that is declined", () => {
  it("says so and lets the buyer try another", async () => {
    const page = await browser.open("/");
    await signInAs(page, newGuest(), "/p/field-handbook");
    await page.getByRole("button", { name: "Buy for $29" }).click();
    await payAtStripe(page, "4000000000000002");
    await page
      .getByRole("alert")
      .getByText(/declined/i)
      .waitFor();
    await payAtStripe(page, GOOD_CARD);
    await expectHeading(page, /thank you/i);
  });
});

describe("a purchase left at Stripe's page", () => {
  it("can be gone back to, and is not opened twice", async () => {
    const page = await browser.open("/");
    await signInAs(page, newGuest(), "/p/shoreline");
    await page.getByRole("button", { name: "Buy for $49" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    const first = page.url();
    await page.goBack();
    await page.getByRole("button", { name: "Buy for $49" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    expect(page.url()).toBe(first);
  });
});

describe("what is owned", () => {
  it("is not sold again", async () => {
    const page = await browser.open("/");
    await signInAs(page, newGuest(), "/p/first-light");
    await page.getByRole("button", { name: "Get it for free" }).click();
    await page.waitForURL(/\/checkout\/cs_/);
    await page.getByRole("button", { name: /^(Pay|Complete|Get)/ }).click();
    await expectHeading(page, /thank you/i);
    await page.goto("/p/first-light");
    await page.getByText("You own this.").waitFor();
    expect(await page.getByRole("button", { name: "Get it for free" }).count()).toBe(0);
  });
});

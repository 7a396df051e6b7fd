import { beforeEach, describe, expect, it, test } from "vitest";
import { saveLegalTexts } from "../../settings/legal-pages.ts";
import { saveShopSettings } from "../../settings/shop-settings.ts";
import { isFirstHour } from "../../setup/read-setup.ts";
import { listSetupItems, type Setup, type SetupFacts } from "../../setup/setup-items.ts";
import { confirmCheckout } from "../../checkout/confirm-checkout.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import {
  authorize,
  createSignedInUser,
  openBrowser,
  ORIGIN,
} from "../../testing/clients/sign-in.ts";
import { publishProduct } from "../products/publish-product.ts";

// The checklist is about the whole shop.
beforeEach(emptyDatabase);

const path = "/api/admin/setup";
const stateOf = ({ items }: Setup, id: string) => items.find((item) => item.id === id);
const findOpen = ({ items }: Setup) =>
  items.filter(({ state }) => state === "todo").map(({ id }) => id);

describe("the checklist of a new shop", () => {
  it("the checklist of a new shop has each item done after the shop has what it asks for", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    const read = () => owner.json<Setup>(path);
    const empty = await read();
    // Beside the sandbox, there is nothing to go live with.
    expect(stateOf(empty, "go_live")?.state).toBe("not_needed");
    expect([empty.done, empty.total, empty.isFinished]).toEqual([0, 6, false]);
    expect(findOpen(empty)).toEqual([
      "brand",
      "product",
      "test_purchase",
      "legal",
      "email",
      "share",
    ]);

    const ctx = shop.ctx();
    await saveShopSettings(ctx, { name: "North Light", line: "", supportEmail: null });
    expect(stateOf(await read(), "brand")?.details).toEqual({ missing: ["look"] });
    await saveShopSettings(ctx, { accent: "#0b7285", accentDark: null, logoSaysName: false });
    expect(stateOf(await read(), "brand")?.state).toBe("done");

    const { id, slug } = await shop.createDraftProduct({ name: "Tides" });
    expect(stateOf(await read(), "product")).toMatchObject({
      state: "todo",
      details: { draft: { id, name: "Tides" } },
    });
    await publishProduct(ctx, { productId: id });
    const published = await read();
    expect(stateOf(published, "product")?.state).toBe("done");
    expect(stateOf(published, "test_purchase")).toMatchObject({
      state: "todo",
      details: { publishedSlug: slug },
    });
    // A picture that a browser drew of the settings is nothing that was shared.
    await saveShopSettings(ctx, { sharePicture: { sha256: "a".repeat(64), source: "b" } });
    expect(stateOf(await read(), "share")?.state).toBe("todo");
    const { userId, checkout } = await payForNewProduct(shop);
    await confirmCheckout(shop.asUser(userId), { id: checkout.id });
    const bought = await read();
    expect(["test_purchase", "share"].map((id) => stateOf(bought, id)?.state)).toEqual([
      "done",
      "done",
    ]);

    const texts = { terms: "Pay first.", privacy: "Little.", refunds: " ", imprint: "" };
    await saveLegalTexts(ctx, texts);
    expect(stateOf(await read(), "legal")?.details).toEqual({ missing: ["refunds"] });
    await saveLegalTexts(ctx, { ...texts, refunds: "30 days." });
    expect(stateOf(await read(), "legal")?.state).toBe("done");

    expect(stateOf(await read(), "email")).toMatchObject({
      state: "todo",
      details: { isConfigured: true },
    });
    const sent = await owner.fetch("/api/admin/doctor/email", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    expect(sent.status).toBe(200);
    expect(stateOf(await read(), "email")?.state).toBe("done");
    expect(await read()).toMatchObject({ done: 6, total: 6, isFinished: true });
  });

  it("the checklist counts a test email only while a sender is configured", async () => {
    const shop = openTestShop();
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    expect(stateOf(await owner.json<Setup>(path), "email")).toMatchObject({
      state: "todo",
      details: { isConfigured: false },
    });
  });

  it("an owner can skip what a shop can do without, and undo that; both are in the audit log", async () => {
    const shop = openTestShop();
    const owner = await createSignedInUser({ role: "owner", env: shop.env });
    const send = (method: string, item: string) => owner.fetch(`${path}/${item}/skip`, { method });
    const skipped = await (await send("PUT", "legal")).json<Setup>();
    expect(stateOf(skipped, "legal")?.state).toBe("skipped");
    expect([skipped.done, skipped.total]).toEqual([0, 5]);
    await send("PUT", "share");
    const back = await (await send("DELETE", "legal")).json<Setup>();
    expect(findOpen(back)).toEqual(["brand", "product", "test_purchase", "legal", "email"]);

    const refused = await send("PUT", "product");
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ fields: [{ path: "item" }] });
    expect((await send("PUT", "nothing")).status).toBe(422);

    const { items } = await owner.json<{ items: Record<string, unknown>[] }>("/api/admin/audit");
    expect(items.map(({ action, targetId, after }) => [action, targetId, after])).toEqual([
      ["settings.updated", "setup", { legal: "todo" }],
      ["settings.updated", "setup", { share: "skipped" }],
      ["settings.updated", "setup", { legal: "skipped" }],
    ]);
  });
});

const ready: SetupFacts = {
  isLive: true,
  isSandbox: false,
  brand: { hasOwnName: true, hasColor: false, hasLogo: true },
  publishedSlug: "tides",
  draft: null,
  hasTestPurchase: false,
  legalPages: ["terms", "privacy", "refunds"],
  email: { isConfigured: true, wasSent: true },
  hasVisitor: true,
  hasWebhook: true,
  doctor: "passed",
  skipped: [],
};

test("a shop is live with a live key, an event from Stripe and a doctor who found nothing broken", () => {
  const live = listSetupItems(ready);
  // A live key takes no test card.
  expect(stateOf(live, "test_purchase")?.state).toBe("not_needed");
  expect([live.done, live.total, live.isFinished]).toEqual([6, 6, true]);
  const lacking: Partial<SetupFacts>[] = [
    { isLive: false, hasTestPurchase: true },
    { hasWebhook: false },
    { doctor: null },
    { doctor: "failed" },
  ];
  for (const facts of lacking)
    expect(findOpen(listSetupItems({ ...ready, ...facts, skipped: ["go_live"] }))).toEqual([
      "go_live",
    ]);
});

describe("the first sign-in of an owner", () => {
  async function signIn(hint: string, target?: string) {
    const browser = openBrowser();
    const response = await browser.fetch(await authorize(browser, hint, target));
    return response.headers.get("location");
  }

  it("an owner's first sign-in leads to the checklist, and to the requested page if there is one", async () => {
    expect(await signIn("owner", "/")).toBe(`${ORIGIN}/admin/setup`);
    expect(await signIn("owner", `${ORIGIN}/`)).toBe(`${ORIGIN}/admin/setup`);
    expect(await signIn("owner", "/p/sounds?buy=prc_1")).toBe(`${ORIGIN}/p/sounds?buy=prc_1`);
    expect(await signIn("owner", "/?utm_source=mail")).toBe(`${ORIGIN}/?utm_source=mail`);
    expect(await signIn("owner", "/admin/orders")).toBe(`${ORIGIN}/admin/orders`);
    expect(await signIn("ann", "/")).toBe(`${ORIGIN}/`);
  });

  it("no sign-in leads to the checklist after the first purchase", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId } = await createSignedInUser({ role: "owner", env: shop.env });
    const admin = await createSignedInUser({ role: "admin", env: shop.env });
    const ctx = shop.ctx();
    expect(await isFirstHour(ctx, { userId })).toBe(true);
    expect(await isFirstHour(ctx, admin)).toBe(false);
    const bought = await payForNewProduct(shop);
    await confirmCheckout(shop.asUser(bought.userId), { id: bought.checkout.id });
    expect(await isFirstHour(ctx, { userId })).toBe(false);
  });
});

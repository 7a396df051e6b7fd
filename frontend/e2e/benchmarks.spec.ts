import { expect, it } from "vitest";
import { timeFirstScreen } from "../../bench/console/time-first-screen.ts";
import { createPurchases } from "../../bench/crash/create-purchases.ts";
import { uploadPicture } from "../../bench/pages/upload-picture.ts";
import { signIn } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { buyOverHttp } from "./purchases.ts";
import { payWithoutBrowser } from "./sandbox.ts";
import { shopEnvironment, shopUrl, useShop } from "./shop.ts";
import { newGuestEmail } from "./user-actions.ts";

// The benchmarks with a shop of their own are too slow for the suite. It runs the parts that depend on the shop.
useShop();
const browser = useBrowser();

it("the benchmark of pages uploads its picture in the console", async () => {
  const page = await browser.open("about:blank");
  await uploadPicture(page.context(), "classroom", 10);
  const answer = await fetch(`${shopUrl()}/api/shop/products/classroom`);
  expect(await answer.text()).toMatch(/\/api\/shop\/images\/[0-9a-f]{64}/);
});

it("the benchmark of the console measures its first screen", async () => {
  // Without a sale, there is no chart.
  const buyer = await signIn(shopUrl(), newGuestEmail());
  await buyOverHttp(buyer, "field-handbook");
  const page = await browser.openAs(await signIn(shopUrl(), "owner"));
  expect(await timeFirstScreen(page.context(), 1)).toBeGreaterThan(0);
});

it("the benchmark of crashes creates buyers who paid", async () => {
  const pay = (sessionId: string) => payWithoutBrowser(sessionId, "4242424242424242");
  expect(await createPurchases(shopEnvironment(), { count: 1, pay })).toHaveLength(1);
});

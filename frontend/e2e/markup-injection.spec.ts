import { beforeAll, expect, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/shop/http-session.ts";
import { useBrowser } from "./browser.ts";
import { collectPageErrors } from "./page-checks.ts";
import { buyOverHttp } from "./purchases.ts";
import { shopUrl, useShop } from "./shop.ts";

/** The name of the `xss` persona. The URL of its picture is a script. */
const name = "<img src=x onerror=alert(1)>";
const markup = encodeURIComponent(name);

useShop();
const browser = useBrowser();
let user: HttpSession;
let returnPath: string;

beforeAll(async () => {
  user = await signIn(shopUrl(), "xss");
  await buyOverHttp(user, "membership");
  ({ returnPath } = await buyOverHttp(user, "field-handbook"));
});

it.each([
  [`/p/${markup}`, "Page not found."],
  [`/signin?error=${markup}&callbackUrl=javascript:alert(1)`, name],
  [`/signin?callbackUrl=${encodeURIComponent(`/p/membership?buy=${name}`)}`, name],
  [`/error?error=${markup}`, "You weren’t signed in."],
  [`/verify-request#token=x&email=${markup}`, name],
  [() => returnPath, "Thanks for your purchase."],
  [`/checkout/return?checkout=${markup}`, /not /],
  [`/library#${markup}`, "The Field Handbook"],
  [`/account?error=${markup}&linked=${markup}&again=${markup}`, "You weren’t signed in."],
  [`/${markup}`, "Page not found."],
] as const)("%s runs no script and shows markup as text", async (path, ready) => {
  const page = await browser.openAs(user);
  const pageErrors = collectPageErrors(page);
  await page.goto(typeof path === "string" ? path : path());
  await page.getByRole("main").getByText(ready).first().waitFor();
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.locator("#account-menu").getByText(name).waitFor();
  expect(await page.locator("img[src=x], [onerror], a[href^='javascript:' i]").count()).toBe(0);
  expect(pageErrors).toEqual([]);
});

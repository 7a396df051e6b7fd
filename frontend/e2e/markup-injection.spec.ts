import { beforeAll, expect, inject, it } from "vitest";
import { signIn, type HttpSession } from "../../scripts/http-session.ts";
import { useBrowser } from "./browser.ts";
import { watch } from "./page-checks.ts";
import { buyOverHttp } from "./purchases.ts";

const GOOD_CARD = "4242424242424242";
/** The name of this persona is markup, and its picture a script. */
const name = "<img src=x onerror=alert(1)>";
const markup = encodeURIComponent(name);

const browser = useBrowser();
let person: HttpSession;
let returnPath: string;

beforeAll(async () => {
  person = await signIn(inject("shopUrl"), "xss");
  await buyOverHttp(person, "membership", { card: GOOD_CARD });
  ({ returnPath } = await buyOverHttp(person, "field-handbook", { card: GOOD_CARD }));
});

it.each([
  ["/", "Tidewater Membership"],
  ["/p/membership", "You own this."],
  [`/p/${markup}`, "There is nothing at this address."],
  ["/signin", name],
  [`/signin?error=${markup}&callbackUrl=javascript:alert(1)`, name],
  [`/signin?callbackUrl=${encodeURIComponent(`/p/membership?buy=${name}`)}`, name],
  ["/signout", name],
  [`/error?error=${markup}`, "Signing in did not work."],
  [`/verify-request#token=x&email=${markup}`, name],
  [() => returnPath, /thank you/i],
  [`/checkout/return?checkout=${markup}`, /not /],
  [`/library#${markup}`, "The Field Handbook"],
  ["/account", "xss@example.com"],
  [`/account?error=${markup}&linked=${markup}&again=${markup}`, "Signing in did not work."],
  ["/account/billing", "The Field Handbook"],
  ["/account/delete", "Tidewater Membership ends now."],
  [`/${markup}`, "There is nothing at this address."],
] as const)("%s runs no script and shows markup as text", async (path, ready) => {
  const page = await browser.open("about:blank");
  const complaints = watch(page);
  await page.context().addCookies(person.cookies());
  await page.goto(typeof path === "string" ? path : path());
  await page.getByRole("main").getByText(ready).first().waitFor();
  await page.getByRole("button", { name: "Account", exact: true }).click();
  await page.locator("#account-menu").getByText(name).waitFor();
  expect(await page.locator("img[src=x], [onerror], a[href^='javascript:' i]").count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});

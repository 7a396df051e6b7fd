import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Profile } from "../context.ts";
import { linkNewCustomer } from "../testing/fixtures/link-new-customer.ts";
import { openTestShop } from "../testing/shop.ts";
import {
  authorize,
  createSignedInUser,
  openBrowser,
  ORIGIN,
  SESSION_COOKIE,
  signInAs,
  type Browser,
} from "../testing/clients/sign-in.ts";

const shop = openTestShop();
const COOKIE = "gatehouse.locale";

const readProfile = async (browser: Browser) =>
  (await browser.json<{ user: Profile | null }>("/api/me")).user;

/** Presses a language at the foot of a page. */
const choose = (browser: Browser, locale: string, headers: Record<string, string> = {}) =>
  browser.fetch("/plain/language", {
    method: "POST",
    headers,
    body: new URLSearchParams({ locale, path: "/legal/terms" }),
  });

const put = (browser: Browser, path: string, body: object) =>
  browser.fetch(path, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });

async function readLanguage(browser: Browser, headers: Record<string, string> = {}) {
  const body = await (await browser.fetch("/signin", { headers })).text();
  return /<html lang="([^"]*)"/.exec(body)?.[1];
}

test("a visitor's choice is kept for a year, also against the browser's own language", async () => {
  const browser = openBrowser();
  const response = await choose(browser, "pt-BR");
  expect(response.status).toBe(303);
  expect(response.headers.get("set-cookie")).toBe(
    "gatehouse.locale=pt-BR; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax",
  );
  expect(await readLanguage(browser, { "accept-language": "de" })).toBe("pt-BR");
});

test.each([
  [
    `${ORIGIN}/p/atlas?buy=prc_1&seats=3&lang=fr#prices`,
    `${ORIGIN}/p/atlas?buy=prc_1&seats=3#prices`,
  ],
  [`${ORIGIN}/signin?callbackUrl=%2Flibrary`, `${ORIGIN}/signin?callbackUrl=%2Flibrary`],
  ["https://evil.example/p/atlas", `${ORIGIN}/legal/terms`],
  [`${ORIGIN}.evil.example/`, `${ORIGIN}/legal/terms`],
  [`${ORIGIN}/api/me`, `${ORIGIN}/`],
  [`${ORIGIN}//evil.example`, `${ORIGIN}/`],
])("the choice made on %s returns to %s", async (referer, expected) => {
  const response = await choose(openBrowser(), "de", { referer });
  expect(response.headers.get("location")).toBe(expected);
});

test.each(["nl", "en-US", "", "<b>"])("the shop has no language %j to choose", async (locale) => {
  const browser = openBrowser();
  expect((await choose(browser, locale)).status).toBe(422);
  expect(browser.jar.has(COOKIE)).toBe(false);
});

test("another site cannot change the language", async () => {
  const response = await choose(openBrowser(), "de", { origin: "https://evil.example" });
  expect(response.status).toBe(403);
});

test("a signed-in user's choice counts in their other browsers with the next page", async () => {
  const here = await signInAs("two-browsers@example.com");
  const there = await signInAs("two-browsers@example.com");
  await choose(here, "ja");
  expect(await readProfile(there)).toMatchObject({ locale: "ja" });
  expect(await readLanguage(there)).toBe("ja");
});

test("a new user's language is that of the pages on which they signed up", async () => {
  const browser = openBrowser();
  await choose(browser, "fr");
  expect(await readProfile(await signInAs("nouveau@example.com", browser))).toMatchObject({
    locale: "fr",
  });
});

test("signing in brings back the language that the user has chosen before", async () => {
  await choose(await signInAs("returning@example.com"), "es");
  const elsewhere = openBrowser();
  await choose(elsewhere, "de");
  await elsewhere.fetch(await authorize(elsewhere, "returning@example.com"));
  expect([elsewhere.jar.has(SESSION_COOKIE), elsewhere.jar.get(COOKIE)]).toEqual([true, "es"]);
  expect(await readProfile(elsewhere)).toMatchObject({ locale: "es" });
});

test("signing in stores the language of the page for a user who never had one", async () => {
  const first = await signInAs("undecided@example.com");
  const { id } = (await readProfile(first))!;
  await env.DB.prepare("UPDATE users SET locale = NULL WHERE id = ?").bind(id).run();
  const browser = openBrowser();
  await choose(browser, "ar");
  await signInAs("undecided@example.com", browser);
  expect(await readProfile(browser)).toMatchObject({ id, locale: "ar" });
});

test("the account's language and time zone can be changed, and are in the export", async () => {
  const user = await createSignedInUser();
  expect((await put(user, "/api/me/language", { locale: "de" })).status).toBe(204);
  expect((await put(user, "/api/me/time-zone", { timeZone: "Asia/Tokyo" })).status).toBe(204);
  const wanted = { locale: "de", timeZone: "Asia/Tokyo" };
  expect([await readProfile(user), user.jar.get(COOKIE)]).toEqual([
    expect.objectContaining(wanted),
    "de",
  ]);
  expect(await user.json("/api/me/account")).toMatchObject({ user: wanted });
  expect(await user.json("/api/me/account/export")).toMatchObject({ user: wanted });
  expect((await user.fetch("/api/me/account", { method: "DELETE" })).status).toBe(204);
  expect(
    await env.DB.prepare("SELECT locale, time_zone FROM users WHERE id = ?")
      .bind(user.userId)
      .first(),
  ).toEqual({ locale: null, time_zone: null });
});

test.each([
  ["/api/me/language", { locale: "nl" }],
  ["/api/me/language", { locale: "en-XA" }],
  ["/api/me/time-zone", { timeZone: "Europe/Atlantis" }],
  ["/api/me/time-zone", { timeZone: "+02:00" }],
  ["/api/me/time-zone", { timeZone: "" }],
])("%s refuses %j", async (path, body) => {
  expect((await put(await createSignedInUser(), path, body)).status).toBe(422);
});

test("Stripe writes its receipts in the user's language, as far as it has it", async () => {
  const user = await createSignedInUser({ env: shop.env });
  const { stripeCustomerId } = await linkNewCustomer(shop.ctx(), user);
  const readPreferred = async () => {
    const customer = await shop.ctx().stripe.customers.retrieve(stripeCustomerId);
    return customer.deleted ? null : customer.preferred_locales;
  };
  await put(user, "/api/me/language", { locale: "pt-BR" });
  expect(await readPreferred()).toEqual(["pt-BR"]);
  await put(user, "/api/me/language", { locale: "ar" });
  expect(await readPreferred()).toEqual(["en"]);
});

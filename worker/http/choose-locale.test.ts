import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createCountingD1 } from "../testing/database/create-counting-d1.ts";
import { interceptDatabase } from "../testing/database/intercept-database.ts";
import { openVisitor } from "../testing/clients/public-pages.ts";
import { ORIGIN, signInAs } from "../testing/clients/sign-in.ts";
import { openTestShop } from "../testing/shop.ts";
import { saveLanguages } from "../settings/languages.ts";
import type { LanguageSettings } from "../settings/languages.ts";

const shop = openTestShop();

const offer = (languages: LanguageSettings) => saveLanguages(shop.ctx(), languages);
const all: LanguageSettings = {
  default: "en",
  offered: ["en", "de", "fr", "es", "pt-BR", "ja", "ar"],
};

beforeEach(() => offer(all));
afterEach(() => offer(all));

/** Returns the language of the page at a path, as `lang dir`. */
async function readPageLanguage(path: string, headers: Record<string, string> = {}, on = shop.env) {
  const { body } = await openVisitor(on).visit(path, { headers });
  return /<html lang="([^"]*)" dir="([^"]*)"/.exec(body)?.slice(1).join(" ");
}

const choice = (locale: string) => ({ cookie: `gatehouse.locale=${locale}` });
const browser = (languages: string) => ({ "accept-language": languages });

test("the URL is before the user's choice, then come the browser and the seller's default", async () => {
  await offer({ ...all, default: "fr" });
  const wanted = { ...choice("de"), ...browser("es") };
  expect(await readPageLanguage("/signin?lang=ja", wanted)).toBe("ja ltr");
  expect(await readPageLanguage("/signin?lang=xx", wanted)).toBe("de ltr");
  expect(await readPageLanguage("/signin", wanted)).toBe("de ltr");
  expect(await readPageLanguage("/signin", browser("es"))).toBe("es ltr");
  expect(await readPageLanguage("/signin")).toBe("fr ltr");
});

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", "de ltr"],
  ["pt", "pt-BR ltr"],
  ["nl,ar-EG;q=0.9", "ar rtl"],
  ["en;q=0.1,ja;q=0.2", "ja ltr"],
  ["fr;q=0,de;q=0.1", "de ltr"],
  ["*", "en ltr"],
  [",;;q=x,", "en ltr"],
])("a browser that asks for %s gets %s", async (languages, expected) => {
  expect(await readPageLanguage("/signin", browser(languages))).toBe(expected);
});

test("a language that the seller does not offer is never chosen", async () => {
  await offer({ default: "es", offered: ["en", "es"] });
  expect(await readPageLanguage("/signin?lang=de", choice("ja"))).toBe("es ltr");
  expect(await readPageLanguage("/signin", browser("fr,en-GB"))).toBe("en ltr");
});

test.each([
  [choice("de"), "de ltr"],
  [choice("fr"), "en ltr"],
  [choice("en-XA"), "en ltr"],
  [browser("de"), "en ltr"],
])(
  "the console with %j is in %s, whatever the shop offers and its URL asks for",
  async (headers, expected) => {
    await offer({ default: "fr", offered: ["fr"] });
    for (const path of ["/admin", "/admin/orders?lang=de", "/preview/p/prd_1?lang=de"])
      expect(await readPageLanguage(path, headers)).toBe(expected);
  },
);

test("a member of a shop in French can choose German for the console, also for their other browsers", async () => {
  await offer({ default: "fr", offered: ["fr"] });
  const here = await signInAs("german-seller@example.com");
  const there = await signInAs("german-seller@example.com");
  const body = new URLSearchParams({ locale: "de", path: "/admin/orders" });
  const response = await here.fetch("/plain/language", { method: "POST", body });
  expect(response.headers.get("location")).toBe(`${ORIGIN}/admin/orders`);
  await there.json("/api/me");
  const cookies = [here, there].map(({ jar }) => jar.get("gatehouse.locale"));
  expect(cookies).toEqual(["de", "de"]);
  expect(await readPageLanguage("/signin", choice("de"))).toBe("fr ltr");
});

test("the made-up language can be chosen where a shop is tried out, and not in a live one", async () => {
  expect(await readPageLanguage("/signin", choice("en-XA"))).toBe("en-XA ltr");
  const live = { ...shop.env, STRIPE_SECRET_KEY: "sk_live_1" };
  expect(await readPageLanguage("/signin?lang=en-XA", choice("en-XA"), live)).toBe("en ltr");
});

test("a public page is kept in each language, names what decides it, and then costs no statement", async () => {
  const product = await shop.createPublishedProduct({});
  const counting = createCountingD1(env.DB);
  const { visit } = openVisitor({ ...shop.env, DB: counting.d1 });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const read = (languages: string, headers: Record<string, string> = {}) =>
    visit(`/p/${product.slug}`, { headers: { ...browser(languages), ...headers } });
  const [german, japanese] = [await read("de"), await read("ja")];
  expect(german.body).toContain('<html lang="de"');
  expect(japanese.body).toContain('<html lang="ja"');
  expect(german.headers.get("vary")).toBe("Cookie, Accept-Language, x-locale, Accept");
  counting.take();
  expect(await read("de-CH")).toMatchObject({ body: german.body, cacheStatus: "gatehouse; hit" });
  expect(await read("de", { "if-none-match": german.etag! })).toMatchObject({ status: 304 });
  expect(await read("ja", { "if-none-match": german.etag! })).toMatchObject({
    status: 200,
    body: japanese.body,
  });
  expect(counting.take().statements).toBe(0);
});

test("what the seller offers counts with the next page", async () => {
  const { slug } = await shop.createPublishedProduct({});
  expect(await readPageLanguage(`/p/${slug}`, browser("de"))).toBe("de ltr");
  await offer({ default: "fr", offered: ["fr"] });
  expect(await readPageLanguage(`/p/${slug}`, browser("de"))).toBe("fr ltr");
});

test("while the database does not answer, pages are in the reader's language", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
  const DB = interceptDatabase(env.DB, () =>
    Promise.reject(new Error("D1_ERROR: Network connection lost.")),
  );
  expect(await readPageLanguage("/signin", browser("ar"), { ...shop.env, DB })).toBe("ar rtl");
});

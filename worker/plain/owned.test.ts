import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { users } from "../db/schema/account.ts";
import { getFormats } from "../shared/formats.ts";
import { giveProduct } from "../gifts/give-product.ts";
import { createGift } from "../gifts/create-gift.ts";
import { attachPage } from "../admin/pages/attach-page.ts";
import { createPage } from "../admin/pages/create-page.ts";
import { publishPage } from "../admin/pages/publish-page.ts";
import { createFileProduct } from "../testing/fixtures/downloads.ts";
import { findLicenseInLibrary, licenseBenefit } from "../testing/fixtures/licenses.ts";
import { listForms, openPage, submitForm } from "../testing/clients/plain-pages.ts";
import { findHtmlErrors } from "../testing/rules/validate-html.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";

const SEPA = "AT611904300234573201";

/** A user without scripts, with an open checkout of a new product in euros. */
async function openCheckoutAsBuyer(shop = openTestShop()) {
  const product = await shop.createPublishedProduct({
    name: "Salt marsh",
    prices: [{ type: "one_time", amountMinor: 2900, currency: "eur" }],
  });
  const buyer = await createSignedInUser({ env: shop.env });
  const priceId = product.prices[0]!.id;
  const { id, url } = await openCheckout(shop.asUser(buyer.userId), { priceId });
  const openReturn = async (browser: Pick<typeof buyer, "fetch"> = buyer) => {
    const response = await openPage(browser, `/plain/checkout/return?checkout=${id}`);
    return { response, html: await response.text() };
  };
  return { shop, buyer, product, url, openReturn };
}

describe("coming back from the payment page without scripts", () => {
  test("confirms the purchase and shows what was bought", async () => {
    const { shop, url, openReturn } = await openCheckoutAsBuyer();
    await shop.pay(url);
    const { response, html } = await openReturn();
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await findHtmlErrors(html)).toEqual([]);
    expect(html).toContain("Thanks for your purchase.</h1>");
    expect(html).toContain("The thing");
    expect(html).toContain('href="/library"');
    expect((await openReturn()).html).toContain("Thanks for your purchase.</h1>");
  });

  test("the confirmation has a link to look again while the bank has not answered", async () => {
    const { shop, url, openReturn } = await openCheckoutAsBuyer();
    const session = await shop.pay(url, SEPA);
    const { html } = await openReturn();
    expect(html).toContain("Your payment is processing.");
    expect(html).toMatch(/href="\/plain\/checkout\/return\?checkout=chk_[^"]+"[^>]*>Check again/);
    await shop.control(`checkout/${session.id}/settle`, { outcome: "failed" });
    const failed = (await openReturn()).html;
    expect(failed).toContain("Your payment was declined.");
    expect(failed).toContain("Back to ");
  });

  test("the confirmation writes dates in the user's time zone", async () => {
    const { shop, buyer, url, openReturn } = await openCheckoutAsBuyer();
    await shop.pay(url);
    const readDay = async (timeZone: string) => {
      const { db } = shop.ctx();
      await db.update(users).set({ timeZone }).where(eq(users.id, buyer.userId));
      await openReturn();
      const html = await (await openPage(buyer, "/plain/library")).text();
      return /Purchased on (\w+ \d+, \d{4})/.exec(html)?.[1];
    };
    const dayIn = (timeZone: string) => getFormats("en", timeZone).date(Date.now());
    // It is never the same day in both.
    const [west, east] = ["Pacific/Pago_Pago", "Pacific/Kiritimati"];
    expect([await readDay(west), await readDay(east)]).toEqual([dayIn(west), dayIn(east)]);
  });

  test("the return page without scripts leads back to the payment page if nothing was paid", async () => {
    const { url, openReturn } = await openCheckoutAsBuyer();
    const { html } = await openReturn();
    expect(html).toContain("You haven’t paid yet.");
    expect(html).toContain(`href="${url}"`);
  });

  test("the return page without scripts shows nothing to another user, and asks a visitor to sign in", async () => {
    const { shop, url, openReturn } = await openCheckoutAsBuyer();
    await shop.pay(url);
    const other = await openReturn(await createSignedInUser({ env: shop.env }));
    expect(other.response.status).toBe(404);
    expect(other.html).not.toContain("Salt marsh");
    const { response } = await openReturn(openBrowser({ env: shop.env }));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toMatch(
      /^\/signin\?callbackUrl=%2Fcheckout%2Freturn%3Fcheckout%3Dchk_/,
    );
  });
});

describe("the library without scripts", () => {
  test("the library without scripts has a form for each file, which starts the download", async () => {
    const shop = openTestShop();
    const { createUserWithAccess, product, versionId } = await createFileProduct(
      shop,
      "0123456789",
    );
    const priceId = product.prices[0]!.id;
    const buyer = await createSignedInUser({ env: shop.env });
    const { url } = await openCheckout(shop.asUser(buyer.userId), { priceId });
    const session = await shop.pay(url);
    await openPage(buyer, `/plain/checkout/return?${new URL(session.success_url!).searchParams}`);
    const html = await (await openPage(buyer, "/plain/library")).text();
    expect(await findHtmlErrors(html)).toEqual([]);
    const [form] = listForms(html);
    expect(form?.action).toBe(`/plain/downloads/${versionId}`);
    const response = await submitForm(buyer, form!.action, {});
    expect(response.status).toBe(303);
    const file = await openPage(buyer, response.headers.get("location")!);
    expect(await file.text()).toBe("0123456789");

    const stranger = await createSignedInUser({ env: shop.env });
    const refused = await submitForm(stranger, form!.action, {});
    expect(refused.status).toBe(404);
    expect(refused.headers.get("content-type")).toContain("text/html");
    expect((await submitForm(await createUserWithAccess(), form!.action, {})).status).toBe(303);
  });

  test("the library without scripts shows license keys", async () => {
    const shop = openTestShop();
    const product = await shop.createDraftProduct({ benefits: [licenseBenefit()] });
    const user = await createSignedInUser({ env: shop.env });
    const { userId } = user;
    await createGift(shop.ctx(), { userId, productId: product.id, note: "A gift" });
    const { license } = (await findLicenseInLibrary(shop, userId))!;
    expect(await (await openPage(user, "/plain/library")).text()).toContain(license!.key);
  });

  test("the library without scripts asks a visitor to sign in", async () => {
    const response = await openPage(openBrowser(), "/plain/library");
    expect([response.status, response.headers.get("location")]).toEqual([
      303,
      "/signin?callbackUrl=%2Flibrary",
    ]);
  });
});

describe("a members-only page without scripts", () => {
  test("a page is whole for a member, and leads every other reader through the sign-in to it", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({
      benefits: [{ type: "page", name: "Field notes", settings: {} }],
    });
    const slug = `page-${crypto.randomUUID()}`;
    const text = { title: "Heronry", excerpt: "A day in March.", body: "Behind the second gate." };
    const page = await createPage(shop.ctx(), { slug, ...text });
    await attachPage(shop.ctx(), { pageId: page.id, benefitId: product.benefits[0]!.id });
    await publishPage(shop.ctx(), { id: page.id });

    const member = await createSignedInUser({ env: shop.env });
    const { userId } = member;
    await createGift(shop.ctx(), { userId, productId: product.id, note: "A gift" });
    const library = await (await openPage(member, "/plain/library")).text();
    expect(library).toContain(`href="/plain/read/${slug}"`);
    const html = await (await openPage(member, `/plain/read/${slug}`)).text();
    expect(html).toContain(text.body);
    expect(await findHtmlErrors(html)).toEqual([]);

    const visitor = openBrowser({ env: shop.env });
    for (const path of [`/read/${slug}`, `/plain/read/${slug}`]) {
      const excerpt = await (await openPage(visitor, path)).text();
      expect(excerpt).not.toContain(text.body);
      expect(excerpt).toContain(`href="/signin?callbackUrl=%2Fread%2F${slug}"`);
    }
    const signIn = await openPage(visitor, `/plain/signin?callbackUrl=%2Fread%2F${slug}`);
    const [form] = listForms(await signIn.text());
    expect(form?.fields["callbackUrl"]).toBe(`/plain/read/${slug}`);
  });
});

describe("billing without scripts", () => {
  test("a subscription is canceled and resumed by a form, and only its own", async () => {
    const shop = openTestShop();
    const product = await shop.createPublishedProduct({ name: "Club", prices: [monthly] });
    const buyer = await createSignedInUser({ env: shop.env });
    const visitor = openBrowser({ env: shop.env });
    const path = "/plain/account/billing";
    expect((await openPage(visitor, path)).headers.get("location")).toContain("/signin");
    expect(await (await openPage(buyer, path)).text()).toContain("You have no subscriptions.");
    const priceId = product.prices[0]!.id;
    const { id, url } = await openCheckout(shop.asUser(buyer.userId), { priceId });
    await shop.pay(url);
    await confirmCheckout(shop.asUser(buyer.userId), { id });
    const open = async () => (await openPage(buyer, path)).text();
    const before = await open();
    expect(await findHtmlErrors(before)).toEqual([]);
    expect(before).toContain("Club");
    expect(before).toContain("Cancel subscription");
    const [{ action } = { action: "" }] = listForms(before).filter((form) =>
      form.action.startsWith(path),
    );
    const stranger = await createSignedInUser({ env: shop.env });
    expect((await submitForm(stranger, action, { change: "cancel" })).status).toBe(404);
    const canceled = await submitForm(buyer, action, { change: "cancel" });
    expect([canceled.status, canceled.headers.get("location")]).toEqual([303, path]);
    const after = await open();
    expect(after).toContain("Canceled. You have access until");
    expect(after).toContain("Resume subscription");
    await submitForm(buyer, action, { change: "keep" });
    expect(await open()).toContain("Cancel subscription");
  });
});

test("a gift is accepted without scripts by entering its link, and an unknown link is 404", async () => {
  const shop = openTestShop();
  const product = await shop.createPublishedProduct({ name: "Salt marsh" });
  const { secret } = await giveProduct(shop.ctx(), {
    to: { byLink: true },
    productId: product.id,
    note: "For the review",
  });
  const path = "/plain/claim";
  const link = `https://shop.example.com/claim#${secret}`;
  const visitor = await (await openPage(openBrowser(), path)).text();
  expect(visitor).toContain('href="/signin?callbackUrl=%2Fclaim"');
  expect((await submitForm(openBrowser(), path, { link })).status).toBe(303);
  const user = await createSignedInUser({ env: shop.env });
  const html = await (await openPage(user, path)).text();
  expect(await findHtmlErrors(html)).toEqual([]);
  expect(listForms(html)).toContainEqual({ action: path, fields: {} });
  expect((await submitForm(user, path, { link: "x".repeat(43) })).status).toBe(404);
  const accepted = await submitForm(user, path, { link: ` ${link} ` });
  expect(accepted.headers.get("location")).toMatch(/^\/library#cmp_/);
  expect(await (await openPage(user, "/plain/library")).text()).toContain("Salt marsh");
});

describe("what needs scripts", () => {
  test.each([
    ["/account", "Your account needs JavaScript."],
    ["/admin/products", "The console needs JavaScript."],
    ["/checkout/lnc_1", "This checkout link needs JavaScript."],
  ])("a page that needs scripts says so: %s", async (path, title) => {
    const response = await openPage(openBrowser(), `/plain${path}`);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(await findHtmlErrors(html)).toEqual([]);
    expect(html).toContain(`${title}</h1>`);
    expect(html).toContain('<a href="/"');
  });

  test("an unknown page is not found", async () => {
    expect((await openPage(openBrowser(), "/plain/nothing")).status).toBe(404);
  });
});

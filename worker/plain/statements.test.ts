import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openCheckout } from "../checkout/open-checkout.ts";
import { findStatement, type StatementRow } from "../law/statements/store.ts";
import { DAY, HOUR } from "../lib/time.ts";
import { locales } from "../shared/locales.ts";
import { processDueStatements } from "../statements/process-statement.ts";
import { remindOfStatements } from "../statements/remind-team.ts";
import { listForms, openPage, submitForm } from "../testing/clients/plain-pages.ts";
import { createSignedInUser, openBrowser, type Browser } from "../testing/clients/sign-in.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { createMember } from "../testing/fixtures/members.ts";
import { monthly, payForNewProduct } from "../testing/fixtures/purchases.ts";
import { createStatement } from "../testing/fixtures/statements.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { findHtmlErrors } from "../testing/rules/validate-html.ts";
import { toOrderNumber } from "../shared/order-number.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";

// Limits of a day count the receipts of the whole shop.
beforeEach(emptyDatabase);

const newEmail = () => `${crypto.randomUUID()}@example.com`;

const typed = { name: "Mia Member", contract: "The field guide" };

/** Enters a statement, and returns the page with the button that declares it. */
async function review(
  browser: Pick<Browser, "fetch">,
  path: "/withdraw" | "/cancel",
  fields: Record<string, string>,
) {
  const response = await submitForm(browser, path, { ...typed, ...fields, step: "review" });
  const html = await response.text();
  const form = listForms(html).find(({ action }) => action === path);
  return { status: response.status, html, hidden: form?.fields ?? {} };
}

/** Enters a statement and presses the button. Returns the last page, the row, and the receipts to its address. */
async function declare(
  shop: TestShop,
  path: "/withdraw" | "/cancel",
  fields: Record<string, string>,
  browser: Pick<Browser, "fetch"> = openBrowser({ env: shop.env }),
) {
  const { hidden } = await review(browser, path, fields);
  const response = await submitForm(browser, path, { ...hidden, step: "declare" });
  const html = await response.text();
  const find = (): Promise<StatementRow | undefined> =>
    findStatement(shop.ctx().db, hidden.id ?? "", "test");
  return { status: response.status, html, hidden, find, row: await find() };
}

const receiptsTo = async (shop: TestShop, email: string) =>
  (await shop.emailsToAddress(email)).filter(({ subject }) => /have received/.test(subject));

describe("withdrawing from a contract without an account", () => {
  test("a withdrawal is declared by the second page's button, and the receipt says what and when", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const browser = openBrowser({ env: shop.env });
    const email = newEmail();
    const form = await openPage(browser, "/withdraw?contract=ord_1");
    const formHtml = await form.text();
    expect(await findHtmlErrors(formHtml)).toEqual([]);
    expect(formHtml).toContain('value="ord_1"');
    const { html, hidden } = await review(browser, "/withdraw", { email });
    expect(await findHtmlErrors(html)).toEqual([]);
    expect(html).toContain("Confirm withdrawal</button>");
    expect(await findStatement(shop.ctx().db, hidden.id!, "test")).toBeUndefined();

    const done = await submitForm(browser, "/withdraw", { ...hidden, step: "declare" });
    const page = await done.text();
    expect(await findHtmlErrors(page)).toEqual([]);
    const row = (await findStatement(shop.ctx().db, hidden.id!, "test"))!;
    expect(row).toMatchObject({ ...typed, kind: "withdrawal", cause: null, email, state: "open" });
    const time = new Intl.DateTimeFormat("en-US", {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: "UTC",
    }).format(row.receivedAt);
    const [receipt, ...others] = await receiptsTo(shop, email);
    expect(others).toEqual([]);
    expect(receipt!.subject).toBe("We have received your withdrawal");
    for (const text of [page, receipt!.text, receipt!.html]) {
      for (const part of ["Mia Member", "The field guide", email, row.id, "withdraw from this"])
        expect(text).toContain(part);
      expect(text.replaceAll(/[\u00a0\u202f]/g, " ")).toContain(time.split(",")[0]);
    }
    expect((await findStatement(shop.ctx().db, row.id, "test"))!.receiptSentAt).not.toBeNull();
  });

  test("the page and the receipt are the same whether the shop knows the order or not", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const bought = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId: bought.customerId, force: true });
    const { db } = shop.ctx();
    const [known] = await db.all<{ email: string; id: string }>(
      sql`SELECT u.email, o.id FROM users u JOIN orders o ON o.user_id = u.id WHERE u.id = ${bought.userId}`,
    );
    const contract = known!.id;
    const stranger = newEmail();
    const ours = await declare(shop, "/withdraw", { email: known!.email, contract });
    const theirs = await declare(shop, "/withdraw", { email: stranger, contract });
    const mask = (text: string, { hidden }: typeof ours, email: string) =>
      text
        .replaceAll(email, "EMAIL")
        .replaceAll(hidden.id!, "ID")
        .replaceAll(/\d+:\d\d/g, "TIME");
    expect(mask(ours.html, ours, known!.email)).toBe(mask(theirs.html, theirs, stranger));
    const [[our], [their]] = await Promise.all([
      receiptsTo(shop, known!.email),
      receiptsTo(shop, stranger),
    ]);
    expect(mask(our!.text, ours, known!.email)).toBe(mask(their!.text, theirs, stranger));
    expect(await ours.find()).toMatchObject({ userId: bought.userId, orderId: contract });
    expect(await theirs.find()).toMatchObject({ userId: null, orderId: null });
    expect([(await ours.find())!.state, (await theirs.find())!.state]).toEqual(["open", "open"]);
  });

  test("without a number, the buyer's only contract is meant, and with several the numbered one", async () => {
    const shop = openTestShop();
    const first = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId: first.customerId, force: true });
    const { email } = (await shop
      .ctx()
      .db.get<{ email: string }>(sql`SELECT email FROM users WHERE id = ${first.userId}`))!;
    const one = await declare(shop, "/withdraw", { email: email.toUpperCase() });
    await shop.emailsToAddress(email);
    expect(await one.find()).toMatchObject({
      userId: first.userId,
      orderId: expect.stringMatching(/^ord_/),
    });
    const { id, prices } = await shop.createPublishedProduct({});
    const second = await openCheckout(shop.asUser(first.userId), { priceId: prices[0]!.id });
    await shop.pay(second.url);
    await syncStripeCustomer(shop.ctx(), { customerId: first.customerId, force: true });
    const several = await declare(shop, "/withdraw", { email });
    await shop.emailsToAddress(email);
    expect(await several.find()).toMatchObject({ userId: first.userId, orderId: null });
    const { id: orderId } = (await shop
      .ctx()
      .db.get<{ id: string }>(sql`SELECT id FROM orders WHERE product_id = ${id}`))!;
    const contract = `Order ${toOrderNumber(orderId).toLowerCase()}, please`;
    const named = await declare(shop, "/withdraw", { email, contract });
    await shop.emailsToAddress(email);
    expect(await named.find()).toMatchObject({ userId: first.userId, orderId });
  });

  test("a button that is pressed twice declares once, and one receipt is sent", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const browser = openBrowser({ env: shop.env });
    const email = newEmail();
    const { hidden } = await review(browser, "/withdraw", { email });
    const press = () => submitForm(browser, "/withdraw", { ...hidden, step: "declare" });
    const pages = await Promise.all([press(), press(), press()]);
    expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await receiptsTo(shop, email)).toHaveLength(1);
    const other = await submitForm(browser, "/withdraw", {
      ...hidden,
      email: newEmail(),
      step: "declare",
    });
    expect(other.status).toBe(422);
  });

  test("a mistake is shown beside its field, and nothing that was entered is lost", async () => {
    const browser = openBrowser();
    const page = await review(browser, "/cancel", {
      email: "not an address",
      name: "  ",
      reason: 'It "broke" <b>twice</b>',
      wishedEnd: "31.12.2026",
      cause: "for_cause",
    });
    expect(page.status).toBe(422);
    expect(await findHtmlErrors(page.html)).toEqual([]);
    expect(page.html.match(/aria-invalid="true"/g)).toHaveLength(3);
    expect(page.html).toContain('value="not an address"');
    expect(page.html).toContain("&lt;b&gt;twice");
  });

  test("a signed-in user finds name and email in the form", async () => {
    const user = await createSignedInUser({ name: "Mia Member" });
    const html = await (await openPage(user, "/cancel")).text();
    expect(html).toContain('value="Mia Member"');
    const { email } = (await user.json<{ user: { email: string } }>("/api/me")).user;
    expect(html).toContain(`value="${email}"`);
  });

  test("a form of another site declares nothing", async () => {
    const shop = openTestShop();
    const browser = openBrowser({ env: shop.env });
    const { hidden } = await review(browser, "/withdraw", { email: newEmail() });
    const response = await submitForm(
      browser,
      "/withdraw",
      { ...hidden, step: "declare" },
      { origin: "https://evil.example" },
    );
    expect(response.status).toBe(403);
    expect(await findStatement(shop.ctx().db, hidden.id!, "test")).toBeUndefined();
  });
});

describe("the receipt to an address that nobody has verified", () => {
  test("markup, links and directions of the sender are no part of the receipt", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const email = newEmail();
    await declare(shop, "/cancel", {
      email,
      name: '<a href="https://evil.example">Prize</a>',
      contract: "\u202Ewin at www.evil.example/now or mail@evil.example\nBcc: x@y.example",
      cause: "for_cause",
      reason: "https://evil.example",
    });
    const [receipt] = await receiptsTo(shop, email);
    for (const text of [receipt!.text, receipt!.html]) {
      expect(text).not.toMatch(/evil\.example|www\.evil|@evil|\/\/evil|y\.example|\u202E/);
      expect(text).toContain("evil. example");
    }
    expect(receipt!.html).not.toContain('<a href="https://evil');
    expect(receipt!.subject).toBe("We have received your cancellation");
  });

  test("an address gets five receipts a day, and the others on the next day", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const email = newEmail();
    for (let count = 0; count < 7; count++) await declare(shop, "/withdraw", { email });
    expect(await receiptsTo(shop, email)).toHaveLength(5);
    await processDueStatements(shop.ctx(undefined, Date.now() + HOUR + 1));
    expect(await receiptsTo(shop, email)).toHaveLength(5);
    await processDueStatements(shop.ctx(undefined, Date.now() + DAY + 2 * HOUR));
    expect(await receiptsTo(shop, email)).toHaveLength(7);
  });

  test("one network declares for ten addresses an hour, and then is told to wait", async () => {
    const browser = openBrowser();
    const pages: { status: number; html: string }[] = [];
    const shop = openTestShop();
    for (let count = 0; count < 12; count++)
      pages.push(await declare(shop, "/withdraw", { email: newEmail() }, browser));
    expect(pages.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    expect(pages.at(-1)!.html).toContain("Too many requests");
  });

  test("a receipt that the sender does not take is sent later, once", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const email = newEmail();
    await shop.control("faults", { match: "POST /mail/emails", times: 1, status: 503 });
    const { find } = await declare(shop, "/withdraw", { email });
    expect(await receiptsTo(shop, email)).toEqual([]);
    expect(await find()).toMatchObject({ receiptSentAt: null });
    for (const hours of [1, 2])
      await processDueStatements(shop.ctx(undefined, Date.now() + hours * HOUR));
    expect(await receiptsTo(shop, email)).toHaveLength(1);
    expect(await find()).toMatchObject({ receiptSentAt: expect.any(Number), nextAttemptAt: null });
  });

  test("the receipt is in the language of the page, in every language of the shop", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const subjects = new Set<string>();
    for (const locale of locales) {
      const browser = openBrowser({ env: shop.env });
      const inLanguage: Pick<Browser, "fetch"> = {
        fetch: (path, init) =>
          browser.fetch(path, {
            ...init,
            headers: { ...(init?.headers as Record<string, string>), "accept-language": locale },
          }),
      };
      const email = newEmail();
      await declare(shop, "/withdraw", { email }, inLanguage);
      const [receipt] = await shop.emailsToAddress(email);
      expect(receipt!.html).toContain(`lang="${locale}"`);
      subjects.add(receipt!.subject);
    }
    expect(subjects.size).toBe(locales.length);
  });
});

describe("canceling a contract without an account", () => {
  async function subscribeWithEmail(shop: TestShop) {
    const subscription = await subscribe(shop, { prices: [monthly] });
    const { db } = shop.ctx();
    const user = await db.get<{ email: string }>(
      sql`SELECT email FROM users WHERE id = ${subscription.userId}`,
    );
    return { ...subscription, email: user!.email };
  }

  test("an ordinary cancellation ends the subscription with its period, and Stripe knows", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { email, userId, atStripe, mirrored, id } = await subscribeWithEmail(shop);
    const { find, hidden } = await declare(shop, "/cancel", { email });
    expect(await receiptsTo(shop, email)).toHaveLength(1);
    expect(await find()).toMatchObject({
      cause: "ordinary",
      subscriptionId: id,
      state: "accepted",
      decidedAt: expect.any(Number),
      decidedBy: null,
      nextAttemptAt: null,
    });
    expect((await atStripe()).cancel_at_period_end).toBe(true);
    const { cancelAt, currentPeriodEnd } = await mirrored();
    expect(cancelAt).toBe(currentPeriodEnd);
    const actions = await shop
      .ctx()
      .db.all(sql`SELECT action, actor_id FROM audit_entries WHERE target_id = ${id}`);
    expect(actions).toEqual([
      { action: "subscription.cancellation_scheduled", actor_id: "statement" },
    ]);
    const events = await shop
      .ctx()
      .db.all(
        sql`SELECT type, user_id FROM feed_events WHERE object_id = ${hidden.id} ORDER BY sequence`,
      );
    expect(events).toEqual(
      ["statement.received", "statement.accepted"].map((type) => ({ type, user_id: userId })),
    );
  });

  test("a cancellation for a later date ends the subscription with the period of that date", async () => {
    const shop = openTestShop();
    const { email, atStripe, mirrored } = await subscribeWithEmail(shop);
    const { currentPeriodEnd } = await mirrored();
    const wished = new Date(currentPeriodEnd! + 10 * DAY).toISOString().slice(0, 10);
    const { find } = await declare(shop, "/cancel", { email, wishedEnd: wished });
    await shop.emailsToAddress(email);
    expect(await find()).toMatchObject({ state: "accepted", wishedEnd: wished });
    const { cancelAt } = await mirrored();
    expect(cancelAt! - currentPeriodEnd!).toBeGreaterThanOrEqual(28 * DAY);
    expect(cancelAt! - currentPeriodEnd!).toBeLessThanOrEqual(31 * DAY);
    expect((await atStripe()).cancel_at! * 1000).toBe(cancelAt);
  });

  test("a cancellation for cause waits for the team, and its reason is kept", async () => {
    const shop = openTestShop();
    const { email, id, mirrored } = await subscribeWithEmail(shop);
    const { find } = await declare(shop, "/cancel", {
      email,
      cause: "for_cause",
      reason: "It never worked",
    });
    await shop.emailsToAddress(email);
    expect(await find()).toMatchObject({
      cause: "for_cause",
      reason: "It never worked",
      subscriptionId: id,
      state: "open",
    });
    expect((await mirrored()).cancelAt).toBeNull();
  });

  test("a cancellation during an outage of Stripe is done later, and its receipt sent at once", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { email, mirrored } = await subscribeWithEmail(shop);
    await shop.control("faults", { match: "POST /v1/subscriptions/*", times: 20, status: 500 });
    const { find } = await declare(shop, "/cancel", { email });
    expect(await receiptsTo(shop, email)).toHaveLength(1);
    expect(await find()).toMatchObject({ state: "open", nextAttemptAt: expect.any(Number) });
    await shop.control("faults", { match: "POST /v1/subscriptions/*", times: 0 });
    await processDueStatements(shop.ctx(undefined, Date.now() + HOUR));
    expect(await find()).toMatchObject({ state: "accepted", nextAttemptAt: null });
    expect((await mirrored()).cancelAt).not.toBeNull();
    expect(await receiptsTo(shop, email)).toHaveLength(1);
  });
});

test("the team gets an email at once, and one more after three days without a decision", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const owner = await createMember(shop, "owner");
  const { row } = await declare(shop, "/withdraw", { email: newEmail() });
  const [first] = await shop.emailsTo(owner.id);
  expect(first!.subject).toBe("New withdrawal by form: Somebody");
  expect(first!.text).toContain(`/admin/statements/${row!.id}`);
  await createStatement(shop.ctx().db, { state: "accepted", receivedAt: row!.receivedAt });
  const remind = (days: number) =>
    remindOfStatements(shop.ctx(undefined, row!.receivedAt + days * DAY));
  await remind(2.9);
  expect(await shop.emailsTo(owner.id)).toHaveLength(1);
  await remind(3.1);
  await remind(4.1);
  const subjects = (await shop.emailsTo(owner.id)).map(({ subject }) => subject);
  expect(subjects.slice(1)).toEqual(["A statement has waited for three days"]);
});

import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { listAuditEntries } from "../../audit/list-audit-entries.ts";
import { HOUR } from "../../lib/time.ts";
import { createTurnOffUrl } from "../../email/team/turn-off-link.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { createMember } from "../../testing/fixtures/members.ts";
import { listForms, openPage } from "../../testing/clients/plain-pages.ts";
import { payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser, openBrowser, ORIGIN } from "../../testing/clients/sign-in.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import type { NotificationChoices } from "./show-notifications.ts";

beforeEach(emptyDatabase);

const path = "/api/admin/notifications";
const put = (delivery: string, timeZone: string | null = "Europe/Berlin") => ({
  method: "PUT",
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ delivery, timeZone }),
});
const toMap = ({ kinds }: Pick<NotificationChoices, "kinds">) =>
  Object.fromEntries(kinds.map(({ kind, delivery }) => [kind, delivery]));

describe("a member's notifications", () => {
  test("notifications have defaults for each role, and keep what was chosen, audited, with the time zone", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const support = await createSignedInUser({ role: "support" });
    const admin = await createSignedInUser({ role: "admin" });
    const urgent = { dispute: "immediate", fraud_warning: "immediate" };
    const rest = {
      renewal_failed: "daily",
      cancellation: "daily",
      webhooks_stalled: "immediate",
      shop_problem: "immediate",
      statement: "immediate",
    };
    expect(toMap(await owner.json(path))).toEqual({
      sale: "immediate",
      team_change: "immediate",
      ...rest,
      ...urgent,
    });
    expect(toMap(await admin.json(path))).toEqual({ sale: "daily", ...rest, ...urgent });
    expect(toMap(await support.json(path))).toEqual({
      sale: "off",
      renewal_failed: "off",
      cancellation: "off",
      dispute: "off",
      fraud_warning: "off",
      statement: "off",
    });

    await owner.json(`${path}/sale`, put("daily"));
    const saved = await owner.json<NotificationChoices>(`${path}/dispute`, put("off", null));
    expect(toMap(saved)).toEqual({
      ...rest,
      ...urgent,
      sale: "daily",
      dispute: "off",
      team_change: "immediate",
    });
    expect(saved.timeZone).toBe("Europe/Berlin");
    expect(await owner.json("/api/admin/audit?search=notifications.updated")).toMatchObject({
      items: [
        { targetId: owner.userId, before: { dispute: "immediate" }, after: { dispute: "off" } },
        { targetId: owner.userId, before: { sale: "immediate" }, after: { sale: "daily" } },
      ],
    });
  });

  test("the notifications name the kinds that no member gets", async () => {
    const owner = await createSignedInUser({ role: "owner" });
    const admin = await createSignedInUser({ role: "admin" });
    const { kindsWithoutRecipient } = await owner.json<NotificationChoices>(path);
    expect(kindsWithoutRecipient).toEqual([]);
    await owner.json(`${path}/dispute`, put("off"));
    const response = await admin.json<NotificationChoices>(`${path}/dispute`, put("off"));
    expect(response.kindsWithoutRecipient).toEqual(["dispute"]);
    const support = await createSignedInUser({ role: "support" });
    expect((await support.json<NotificationChoices>(path)).kindsWithoutRecipient).toEqual([]);
  });

  test("notifications refuse unknown kinds, values and time zones, and kinds above the role", async () => {
    const support = await createSignedInUser({ role: "support" });
    const status = async (kind: string, init: RequestInit) =>
      (await support.fetch(`${path}/${kind}`, init)).status;
    expect(await status("payout", put("daily"))).toBe(422);
    expect(await status("sale", put("hourly"))).toBe(422);
    expect(await status("sale", put("daily", "Mars/Olympus"))).toBe(422);
    expect(await status("webhooks_stalled", put("daily"))).toBe(404);
  });

  test("notifications have an example of each kind, and of the digest", async () => {
    const support = await createSignedInUser({ role: "support" });
    const subjects = {
      sale: "New order: Example Book, $29.00",
      renewal_failed: "Renewal failed: Example Membership, $9.00 a month",
      cancellation: "Subscription canceled: Example Membership (too expensive)",
      dispute: "Payment disputed: Example Book, $29.00",
      fraud_warning: "Early fraud warning: Example Book, $29.00",
      webhooks_stalled: "Webhooks from Stripe stopped arriving",
      shop_problem: "Changes from Stripe are processed late",
      team_change: "New API key: Accounting (gh_live_2Fq9)",
      statement: "New withdrawal by form: Ann Example",
      digest: "Daily digest for Tidewater: 1 sale, 1 cancellation",
    };
    for (const [kind, subject] of Object.entries(subjects))
      expect(await support.json(`${path}/${kind}/preview`)).toMatchObject({
        subject,
        html: expect.stringContaining("<h1"),
      });
  });
});

describe("the link that turns a kind off", () => {
  /** Returns an owner and the URL in the header of the email about a sale, which a program opens without cookies. */
  async function receiveSaleEmail() {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createMember(shop, "owner");
    const { customerId } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const [email] = await shop.emailsTo(owner.id);
    expect(email!.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const url = /^<(.+)>$/.exec(email!.headers["List-Unsubscribe"]!)![1]!;
    expect(email!.text).toContain(url);
    const readChoice = async () => {
      const [row] = await shop
        .ctx()
        .db.all<{ deliveries: string }>(
          sql`SELECT deliveries FROM notification_settings WHERE user_id = ${owner.id}`,
        );
      return row ? (JSON.parse(row.deliveries) as unknown) : null;
    };
    const browser = openBrowser({ env: shop.env, sendsOrigin: false });
    return { shop, owner, browser, target: url.slice(ORIGIN.length), readChoice };
  }

  test("the link that turns a kind off works with one click of an email program, and that kind only", async () => {
    const { browser, target, readChoice, owner, shop } = await receiveSaleEmail();
    const response = await browser.fetch(target, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(response.status).toBe(200);
    expect(await readChoice()).toEqual({ sale: "off" });
    const { items } = await listAuditEntries(shop.ctx(), { targetId: owner.id });
    expect(items).toMatchObject([
      { actorId: "email-link", after: { sale: "off", linkOf: owner.id } },
    ]);
  });

  test("the link that turns a kind off changes nothing when it is opened: the page asks first", async () => {
    const { browser, target, readChoice } = await receiveSaleEmail();
    const page = await openPage(browser, target);
    const html = await page.text();
    expect(html).toContain("Turn off emails about sales?");
    expect(await readChoice()).toBeNull();
    const [form] = listForms(html);
    const done = await browser.fetch(form!.action.replaceAll("&amp;", "&"), { method: "POST" });
    expect(await done.text()).toContain("Emails about sales are off.");
    expect(await readChoice()).toEqual({ sale: "off" });
  });

  test("the link that turns a kind off is refused when it was changed or is older than 90 days", async () => {
    const { shop, owner, browser, target, readChoice } = await receiveSaleEmail();
    const old = createTurnOffUrl(shop.ctx(undefined, Date.now() - 91 * 24 * HOUR), {
      userId: owner.id,
      subject: "dispute",
    });
    const forged = [
      target.replace(".sale.", ".dispute."),
      target.replace(owner.id, "usr_other"),
      `${target}x`,
      old.slice(ORIGIN.length),
    ];
    for (const url of forged)
      expect((await browser.fetch(url, { method: "POST" })).status).toBe(404);
    expect(await readChoice()).toBeNull();
  });

  test("the link in a digest turns off what was in it", async () => {
    const { shop, owner, browser, readChoice } = await receiveSaleEmail();
    const url = createTurnOffUrl(shop.ctx(), { userId: owner.id, subject: "digest" });
    await browser.fetch(url.slice(ORIGIN.length), { method: "POST" });
    expect(await readChoice()).toEqual({ renewal_failed: "off", cancellation: "off" });
  });
});

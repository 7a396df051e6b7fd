import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY, MINUTE } from "../../lib/time.ts";
import type { Role } from "../../shared/roles.ts";
import { deleteAccount } from "../../account/delete-account.ts";
import { syncStripeCustomer } from "../../sync/customer/sync-stripe-customer.ts";
import { createMember as createTeamMember } from "../../testing/fixtures/members.ts";
import { buyLicense } from "../../testing/fixtures/licenses.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { monthly, payForNewProduct } from "../../testing/fixtures/purchases.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { resendEmail, showEmail } from "./emails.ts";
import { mergeAccounts } from "./merge-accounts.ts";
import { showCustomer, type CustomerDetails } from "./show-customer.ts";
import { syncCustomer } from "./sync-customer.ts";

type Member = Awaited<ReturnType<typeof createSignedInUser>>;

const createMember = (shop: TestShop, role: Role, name = "Sam of Support") =>
  createSignedInUser({ role, env: shop.env, name });

const send = (member: Member, method: string, path: string, body?: unknown) =>
  member.fetch(`/api/admin/customers/${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  });

const listAuditActions = async (userId: string) =>
  (
    await env.DB.prepare("SELECT action FROM audit_entries WHERE target_id = ? ORDER BY id")
      .bind(userId)
      .all<{ action: string }>()
  ).results.map(({ action }) => action);

describe("a sync that the team starts", () => {
  it("a sync by the team says what it changed, or that nothing was different", async () => {
    const shop = openTestShop();
    const { userId, product } = await payForNewProduct(shop);
    const team = shop.asUser(await shop.createUser(), Date.now(), "support");
    expect(await syncCustomer(team, { userId })).toEqual({
      isAtStripe: true,
      changes: [
        {
          kind: "order",
          id: expect.stringMatching(/^ord_/),
          productName: product.name,
          from: null,
          to: "paid",
        },
        { kind: "payments", count: 1 },
        { kind: "access_gained", productName: product.name },
      ],
    });
    expect(await syncCustomer(team, { userId })).toEqual({ isAtStripe: true, changes: [] });
    const [charge] = (await shop.ctx().stripe.charges.list()).data;
    await shop.ctx().stripe.refunds.create({ charge: charge!.id });
    expect((await syncCustomer(team, { userId })).changes).toMatchObject([
      { kind: "order", from: "paid", to: "refunded" },
      { kind: "access_lost", productName: product.name },
    ]);
    expect(await listAuditActions(userId)).toEqual([
      "customer.synced",
      "customer.synced",
      "customer.synced",
    ]);
  });

  it("a sync names a new subscription by its product, and asks for nothing without a checkout", async () => {
    const shop = openTestShop();
    const { userId, product } = await payForNewProduct(shop, {
      name: "Membership",
      prices: [monthly],
    });
    const support = await createMember(shop, "support");
    const response = await send(support, "POST", `${userId}/sync`);
    expect(await response.json()).toMatchObject({
      changes: [
        { kind: "subscription", productName: product.name, from: null, to: "active" },
        { kind: "payments", count: 1 },
        { kind: "access_gained" },
      ],
    });
    const visitor = await shop.createUser();
    expect(await (await send(support, "POST", `${visitor}/sync`)).json()).toEqual({
      isAtStripe: false,
      changes: [],
    });
  });

  it("a sync is refused while another one is running, and if Stripe does not answer", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    const waits: number[] = [];
    const team = {
      ...shop.asUser(await shop.createUser(), Date.now(), "support"),
      wait: async (durationMs: number) => void waits.push(durationMs),
    };
    await shop.control("faults", { match: "GET /v1/subscriptions*", times: 9, status: 500 });
    await expect(syncCustomer(team, { userId })).rejects.toMatchObject({
      code: "stripe_unavailable",
    });
    await env.DB.prepare("UPDATE customers SET lease_token = 'x', lease_until = ? WHERE id = ?")
      .bind(Date.now() + 60_000, customerId)
      .run();
    await expect(syncCustomer(team, { userId })).rejects.toMatchObject({ code: "customer_busy" });
    expect(waits.reduce((sum, durationMs) => sum + durationMs, 0)).toBe(3000);
  });
});

describe("an email to a customer", () => {
  /** Creates a user with one email about a purchase. */
  async function createEmail(options: { isBroken?: boolean } = {}) {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, customerId } = await payForNewProduct(shop);
    if (options.isBroken)
      await shop.control("faults", { match: "POST /mail/emails", times: 1, status: 422 });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const received = await shop.emailsTo(userId);
    const team = shop.asUser(await shop.createUser(), Date.now(), "support");
    const listEmails = async () => (await showCustomer(team, { userId })).emails;
    const [email] = await listEmails();
    return { shop, userId, team, email: email!, received, listEmails };
  }

  it("an email can be read as it would be sent now, and sent again once a minute", async () => {
    const { shop, userId, team, email, received, listEmails } = await createEmail();
    const shown = await showEmail(team, { userId, id: email.id });
    expect(shown.email).toEqual({ subject: received[0]!.subject, text: received[0]!.text });
    expect(await resendEmail(team, { userId, id: email.id })).toEqual({
      status: "sent",
      error: null,
    });
    await expect(resendEmail(team, { userId, id: email.id })).rejects.toMatchObject({
      code: "rate_limited",
    });
    expect(await shop.emailsTo(userId)).toMatchObject([
      { text: received[0]!.text },
      { text: received[0]!.text },
    ]);
    const copy = (await listEmails()).find(({ isCopy }) => isCopy)!;
    expect(copy).toMatchObject({ kind: "purchase", status: "sent" });
    // A copy of a copy is about the same purchase.
    const later = { ...team, now: team.now + 2 * MINUTE };
    expect(await resendEmail(later, { userId, id: copy.id })).toMatchObject({ status: "sent" });
    expect(await shop.emailsTo(userId)).toHaveLength(3);
    expect(await listAuditActions(userId)).toEqual(["email.resent", "email.resent"]);
  });

  it("an email that could not be sent is sent again", async () => {
    const { shop, userId, team, email, received } = await createEmail({ isBroken: true });
    expect(email.status).toBe("dead");
    expect(received).toEqual([]);
    expect((await resendEmail(team, { userId, id: email.id })).status).toBe("sent");
    expect(await shop.emailsTo(userId)).toHaveLength(1);
  });

  it("an email is not sent again if what it reports is no longer true", async () => {
    const { shop, userId, team, email } = await createEmail();
    await env.DB.prepare("UPDATE emails SET kind = 'ending_soon' WHERE id = ?")
      .bind(email.id)
      .run();
    expect(await showEmail(team, { userId, id: email.id })).toEqual({ email: null });
    expect(await resendEmail(team, { userId, id: email.id })).toEqual({
      status: "skipped",
      error: "no_longer_so",
    });
    expect(await shop.emailsTo(userId)).toHaveLength(1);
  });

  it("a customer gets at most five emails again within an hour, whichever they are", async () => {
    const { userId, team, email, shop } = await createEmail();
    const resendAfter = (minutes: number) =>
      resendEmail({ ...team, now: team.now + minutes * MINUTE }, { userId, id: email.id });
    for (let minutes = 0; minutes < 10; minutes += 2)
      expect(await resendAfter(minutes)).toMatchObject({ status: "sent" });
    await expect(resendAfter(10)).rejects.toMatchObject({ code: "rate_limited" });
    expect(await resendAfter(70)).toMatchObject({ status: "sent" });
    expect(await shop.emailsTo(userId)).toHaveLength(7);
  });

  it("an email to the team is shown to its recipient and to owners only, without a token", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const owner = await createTeamMember(shop, "owner");
    const { customerId } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const [received] = await shop.emailsTo(owner.id);
    expect(received!.text).toContain("/plain/notifications/off?token=");
    const { emails } = await showCustomer(owner.context(), { userId: owner.id });
    const ref = { userId: owner.id, id: emails.find(({ kind }) => kind === "notification")!.id };
    const shown = await showEmail(owner.context(), ref);
    expect(shown.email!.text).toContain("/plain/notifications/off");
    expect(shown.email!.text).not.toContain("token");
    for (const role of ["support", "admin"] as const) {
      const member = (await createTeamMember(shop, role)).context();
      const page = await showCustomer(member, { userId: owner.id });
      expect(page.emails.map(({ kind }) => kind)).not.toContain("notification");
      await expect(showEmail(member, ref)).rejects.toMatchObject({ code: "not_found" });
      await expect(resendEmail(member, ref)).rejects.toMatchObject({ code: "not_found" });
    }
  });

  it("a reminder is shown without the token that turns reminders off", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const userId = await shop.createUser();
    const { id: productId } = await shop.createPublishedProduct({});
    const endsAt = Date.now() + 20 * DAY;
    await createGift(shop.ctx(), { userId, productId, note: "Trial", endsAt });
    const team = shop.asUser(await shop.createUser(), endsAt - 2 * DAY, "support");
    const { emails } = await showCustomer(team, { userId });
    const { id } = emails.find(({ kind }) => kind === "ending_soon")!;
    const { email } = await showEmail(team, { userId, id });
    expect(email!.text).toContain("/plain/emails/off");
    expect(email!.text).not.toContain("token");
  });

  it("an email is shown to support with the ends of license keys only", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { userId, key } = await buyLicense(shop);
    const show = async (role: Role) => {
      const team = shop.asUser(await shop.createUser(), Date.now(), role);
      const { emails } = await showCustomer(team, { userId });
      const { id } = emails.find(({ kind }) => kind === "purchase")!;
      return (await showEmail(team, { userId, id })).email!.text;
    };
    expect(await show("admin")).toContain(key);
    const text = await show("support");
    expect(text).toContain(`…${key.slice(-5)}`);
    expect(text).not.toContain(key);
  });

  it("an email that is still due is not sent early", async () => {
    const { shop, userId, team, email } = await createEmail();
    await env.DB.prepare("UPDATE emails SET status = 'queued' WHERE id = ?").bind(email.id).run();
    expect(await resendEmail(team, { userId, id: email.id })).toEqual({
      status: "queued",
      error: null,
    });
    expect(await shop.emailsTo(userId)).toHaveLength(1);
  });

  it("an email of another user is not found", async () => {
    const { shop, team, email } = await createEmail();
    const other = await shop.createUser();
    await expect(showEmail(team, { userId: other, id: email.id })).rejects.toMatchObject({
      code: "not_found",
    });
    await expect(resendEmail(team, { userId: other, id: email.id })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("a member of a higher role", () => {
  it("a member of a higher role gets no notes and no syncs from a lower one", async () => {
    const shop = openTestShop();
    const sam = await createMember(shop, "support");
    const owner = await createMember(shop, "owner", "Olga");
    for (const path of [`${owner.userId}/notes`, `${owner.userId}/sync`]) {
      const body = path.endsWith("notes") ? { body: "Called" } : undefined;
      const response = await send(sam, "POST", path, body);
      expect(await response.json()).toMatchObject({ status: 403, code: "same_or_higher_role" });
      expect((await send(owner, "POST", path, body)).ok).toBe(true);
    }
  });
});

describe("notes about a customer", () => {
  const notesOf = async (member: Member, userId: string) =>
    (await member.json<CustomerDetails>(`/api/admin/customers/${userId}`)).notes;

  it("only its author and an owner can change a note", async () => {
    const shop = openTestShop();
    const [sam, other, owner] = [
      await createMember(shop, "support"),
      await createMember(shop, "admin", "Ada"),
      await createMember(shop, "owner", "Olga"),
    ];
    const userId = await shop.createUser();
    expect((await send(sam, "POST", `${userId}/notes`, { body: "  " })).status).toBe(422);
    const added = await send(sam, "POST", `${userId}/notes`, { body: "Called on Monday" });
    const { id } = await added.json<{ id: string }>();
    expect(await notesOf(other, userId)).toMatchObject([
      { id, body: "Called on Monday", authorName: "Sam of Support", updatedAt: null },
    ]);
    expect((await send(other, "PUT", `${userId}/notes/${id}`, { body: "No" })).status).toBe(403);
    expect((await send(other, "DELETE", `${userId}/notes/${id}`)).status).toBe(403);
    expect((await send(sam, "PUT", `${userId}/notes/${id}`, { body: "On Tuesday" })).status).toBe(
      204,
    );
    expect(await notesOf(sam, userId)).toMatchObject([
      { body: "On Tuesday", updatedAt: expect.any(Number) },
    ]);
    const elsewhere = await shop.createUser();
    expect((await send(owner, "DELETE", `${elsewhere}/notes/${id}`)).status).toBe(404);
    expect((await send(owner, "DELETE", `${userId}/notes/${id}`)).status).toBe(204);
    expect(await notesOf(sam, userId)).toEqual([]);
    expect(await listAuditActions(userId)).toEqual(["note.added", "note.updated", "note.removed"]);
    const log = await env.DB.prepare(
      "SELECT group_concat(coalesce(before, '') || coalesce(after, '')) AS text FROM audit_entries WHERE target_id = ?",
    )
      .bind(userId)
      .first<string>("text");
    expect(log).not.toMatch(/Monday|Tuesday/);
  });

  it("notes move with a merge, are not in the customer's export, and go with the account", async () => {
    const shop = openTestShop();
    const sam = await createMember(shop, "support");
    const user = await createSignedInUser({ env: shop.env });
    const former = await shop.createUser();
    await send(sam, "POST", `${former}/notes`, { body: "Writes from two addresses" });
    await mergeAccounts(shop.asUser(sam.userId, Date.now(), "admin"), {
      fromId: former,
      intoId: user.userId,
    });
    expect(await notesOf(sam, user.userId)).toMatchObject([{ body: "Writes from two addresses" }]);
    expect(await (await user.fetch("/api/me/account/export")).text()).not.toContain(
      "Writes from two addresses",
    );
    await deleteAccount(shop.asUser(user.userId));
    const left = await env.DB.prepare("SELECT count(*) AS n FROM customer_notes WHERE user_id = ?")
      .bind(user.userId)
      .first<number>("n");
    expect(left).toBe(0);
    expect((await send(sam, "POST", `${user.userId}/notes`, { body: "Gone" })).status).toBe(404);
  });
});

describe("a customer's page", () => {
  it("a page adds up what a customer paid in each currency, the refunds and what Stripe took", async () => {
    const shop = openTestShop();
    const { userId, customerId } = await payForNewProduct(shop);
    await shop.control("clock", { advanceSeconds: 60 });
    const [charge] = (await shop.ctx().stripe.charges.list()).data;
    await shop.ctx().stripe.refunds.create({ charge: charge!.id, amount: 900 });
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const { paid } = await showCustomer(shop.asUser(userId, Date.now(), "owner"), { userId });
    expect(paid).toEqual([
      {
        currency: "usd",
        count: 1,
        grossMinor: 2900,
        refundedMinor: 900,
        feeMinor: expect.any(Number),
        disputedMinor: 0,
        netMinor: 2000 - paid[0]!.feeMinor,
      },
    ]);
    expect(paid[0]!.feeMinor).toBeGreaterThan(0);
  });

  it("a customer's page names other accounts with the same email, and purchases of the other mode", async () => {
    const shop = openTestShop();
    const { userId: paying, customerId } = await payForNewProduct(shop);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    const email = await env.DB.prepare("SELECT email FROM users WHERE id = ?")
      .bind(paying)
      .first<string>("email");
    const unverified = await shop.createUser(null);
    await env.DB.prepare("UPDATE users SET email = ?, email_verified = 0 WHERE id = ?")
      .bind(email, unverified)
      .run();
    const show = (userId: string) =>
      showCustomer(shop.asUser(userId, Date.now(), "support"), { userId });
    expect(await show(unverified)).toMatchObject({
      accountsWithSameEmail: [{ id: paying, hasPurchases: true }],
      hasPurchasesInOtherMode: false,
    });
    expect((await show(paying)).accountsWithSameEmail).toEqual([
      { id: unverified, name: "A Buyer", hasPurchases: false },
    ]);
    await env.DB.prepare("UPDATE orders SET mode = 'live' WHERE user_id = ?").bind(paying).run();
    expect((await show(paying)).hasPurchasesInOtherMode).toBe(true);
  });

  it("a customer's page lists checkouts with what they led to, and links to the same things at Stripe", async () => {
    const shop = openTestShop();
    const { userId, customerId, checkout } = await payForNewProduct(shop);
    const show = () => showCustomer(shop.asUser(userId, Date.now(), "support"), { userId });
    expect((await show()).checkouts).toMatchObject([
      {
        id: checkout.id,
        outcome: "open",
        source: null,
        product: { name: "A Product" },
        price: { amountMinor: 2900, currency: "usd", interval: null },
        orderTotalMinor: null,
        stripeUrl: expect.stringMatching(/test\/checkout\/sessions\/cs_test_/),
      },
    ]);
    await syncStripeCustomer(shop.ctx(), { customerId, force: true });
    // As with a discount code.
    await env.DB.prepare("UPDATE orders SET total_minor = 2320 WHERE user_id = ?")
      .bind(userId)
      .run();
    const { checkouts, libraryEntries } = await show();
    expect(checkouts).toMatchObject([
      {
        outcome: "paid",
        source: { type: "order", id: libraryEntries[0]!.id },
        orderTotalMinor: 2320,
      },
    ]);
    expect(libraryEntries).toMatchObject([
      { stripeUrl: expect.stringMatching(/test\/payments\/pi_/) },
    ]);
  });
});

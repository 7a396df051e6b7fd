import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { readUserData } from "../../account/store.ts";
import { deleteAccount } from "../../account/delete-account.ts";
import type { UserCtx } from "../../context.ts";
import { updateCustomerFigures } from "../../purchases/customer-figures/update-customer-figures.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { chooseNews } from "../../email/email-choices.ts";
import { listDueEmails } from "../../email/store-delivery.ts";
import { sendQueuedEmails } from "../../email/send-queued-emails.ts";
import { hearSenderEvent } from "../../email/sender-events/hear-sender-event.ts";
import { DAY, HOUR } from "../../lib/time.ts";
import { createFaultyContext } from "../../testing/database/inject-faults.ts";
import { emptyDatabase } from "../../testing/database/empty-database.ts";
import { insertUsers } from "../../testing/fill/insert-rows.ts";
import { openBrowser, createSignedInUser } from "../../testing/clients/sign-in.ts";
import { listForms, openPage } from "../../testing/clients/plain-pages.ts";
import { openTestShop } from "../../testing/shop.ts";
import { listCustomers } from "../customers/list-customers.ts";
import { createMessage, deleteMessage, updateMessage } from "./save-message.ts";
import type { NewMessage } from "./schema.ts";
import { continueMessages, sendMessage, stopSending } from "./send-message.ts";
import { countRecipientsOf, listMessages, showMessage } from "./show-messages.ts";

beforeEach(emptyDatabase);

const body = "Dear reader,\n\nsee [the library](/library).";

/** A shop with a sender, and a member of it who writes. */
async function openMailShop() {
  const shop = openTestShop({ hasEmailSender: true });
  // Gives access without an email about it.
  const silent = openTestShop();
  const admin = shop.asUser(await shop.createUser(null), Date.now(), "admin");
  const { id: productId } = await silent.createPublishedProduct({ name: "Field Guide" });
  const give = async (userId: string, endsAt?: number) => {
    const gift = await createGift(silent.ctx(), { userId, productId, note: "A gift", endsAt });
    await updateCustomerFigures(silent.ctx());
    return gift;
  };
  const write = (more: Partial<NewMessage> = {}) =>
    createMessage(admin, {
      purpose: "service",
      recipients: { of: "product", productId },
      subject: "A new chapter",
      body,
      ...more,
    });
  const deliver = async () => {
    while ((await sendQueuedEmails(shop.ctx())).sent > 0);
    await continueMessages(shop.ctx());
  };
  const subjectsTo = async (userId: string) =>
    (await shop.emailsTo(userId)).map(({ subject }) => subject);
  return { shop, admin, productId, give, write, deliver, subjectsTo };
}

const news: Partial<NewMessage> = {
  purpose: "news",
  recipients: { of: "customers", filters: {} },
};

const agree = (ctx: UserCtx, userId: string) => chooseNews(ctx, { userId, wantsNews: true });

describe("whom a message reaches", () => {
  it("a service message reaches those with access to the product, without a link to unsubscribe", async () => {
    const { shop, admin, give, write, deliver, subjectsTo } = await openMailShop();
    const [holder, former, other] = [
      await shop.createUser(),
      await shop.createUser(),
      await shop.createUser(),
    ];
    await give(holder);
    await give(former, Date.now() + HOUR);
    await env.DB.prepare("UPDATE grants SET ends_at = 1 WHERE user_id = ?").bind(former).run();
    const draft = await write();
    expect(await countRecipientsOf(admin, draft)).toEqual({ count: 1, leftOut: {}, isMore: false });
    await sendMessage(admin, draft);
    await deliver();
    const [received] = await shop.emailsTo(holder);
    expect(received).toMatchObject({ subject: "A new chapter" });
    expect(received!.headers["List-Unsubscribe"]).toBeUndefined();
    expect(received!.html).toContain('href="http://localhost:8787/library"');
    expect(received!.text).toContain("[the library](http://localhost:8787/library)");
    expect([await subjectsTo(former), await subjectsTo(other)]).toEqual([[], []]);
    expect(await showMessage(admin, draft)).toMatchObject({
      status: "sent",
      endedAt: expect.any(Number),
      queued: 1,
      outcomes: { waiting: 0, sent: 1, failed: 0, skipped: 0 },
      recipients: { of: "product", name: "Field Guide" },
    });
  });

  it("news reaches only those who agreed, whose email does not bounce, and says how many it left out", async () => {
    const { shop, admin, write, deliver, subjectsTo } = await openMailShop();
    const at = Date.now();
    const users = {
      agreed: await shop.createUser(),
      silent: await shop.createUser(),
      bounced: await shop.createUser("bounced@example.com"),
      complained: await shop.createUser("complained@example.com"),
    };
    for (const userId of [users.agreed, users.bounced, users.complained])
      await agree(admin, userId);
    for (const kind of ["bounced", "complained"] as const)
      await hearSenderEvent(shop.ctx(), {
        kind,
        address: `${kind}@example.com`,
        messageId: null,
        detail: null,
        at,
      });
    const draft = await write(news);
    // The complaint took the consent back; the member who writes has no address.
    const leftOut = { no_verified_email: 1, bounced: 1, no_consent: 2 };
    expect(await countRecipientsOf(admin, draft)).toEqual({ count: 1, leftOut, isMore: false });
    await sendMessage(admin, draft);
    await deliver();
    expect(await showMessage(admin, draft)).toMatchObject({ queued: 1, leftOut, status: "sent" });
    expect(await subjectsTo(users.agreed)).toEqual(["A new chapter"]);
    for (const userId of [users.silent, users.bounced, users.complained])
      expect(await subjectsTo(userId)).toEqual([]);
  });

  it("a filter's recipients are those whom the list of customers shows with it", async () => {
    const { shop, admin, give, write, deliver } = await openMailShop();
    const [first, second, third] = [
      await shop.createUser(),
      await shop.createUser(),
      await shop.createUser(),
    ];
    for (const userId of [first, second, third]) await agree(admin, userId);
    await give(first);
    await give(third);
    const filters = { who: "active" } as const;
    const draft = await write({ ...news, recipients: { of: "customers", filters } });
    await sendMessage(admin, draft);
    await deliver();
    const { results } = await env.DB.prepare(
      "SELECT user_id AS id FROM emails WHERE source_id = ? AND status = 'sent' ORDER BY user_id DESC",
    )
      .bind(draft.id)
      .all<{ id: string }>();
    const listed = await listCustomers(shop.ctx(), filters);
    expect(results.map(({ id }) => id)).toEqual(listed.items.map(({ id }) => id));
    expect(results).toHaveLength(2);
  });

  it.each([
    ["a search text", { of: "customers", filters: { search: "ann@example.com" } }, "news"],
    ["a filter that the list does not have", { of: "customers", filters: { x: "1" } }, "news"],
    ["a service message to a filter", { of: "customers", filters: {} }, "service"],
  ])("%s is refused", async (_name, recipients, purpose) => {
    const owner = await createSignedInUser({ role: "owner" });
    const response = await owner.fetch("/api/admin/messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ purpose, recipients, subject: "Hello", body }),
    });
    expect(response.status).toBe(422);
  });

  it("a message waits until the figures of all customers are calculated, as after an upgrade", async () => {
    const { shop, admin, give, write, deliver, subjectsTo } = await openMailShop();
    const holder = await shop.createUser();
    await give(holder);
    await insertUsers(1, 600);
    await env.DB.batch([
      env.DB.prepare("DELETE FROM customer_products"),
      env.DB.prepare(
        "INSERT OR REPLACE INTO stale_customers SELECT id, 1 FROM users WHERE id > ''",
      ),
    ]);
    await sendMessage(admin, await write());
    expect(await subjectsTo(holder)).toEqual([]);
    await deliver();
    await deliver();
    expect(await subjectsTo(holder)).toEqual(["A new chapter"]);
  });

  it("a message to a customer who does not exist is refused", async () => {
    const { write } = await openMailShop();
    const userId = "usr_00000000000000000000000000";
    await expect(write({ recipients: { of: "customer", userId } })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  it("support writes to one customer, and to nobody else", async () => {
    const { shop, admin, write } = await openMailShop();
    const support = shop.asUser(await shop.createUser(), Date.now(), "support");
    const userId = await shop.createUser();
    const draft = await createMessage(support, {
      purpose: "service",
      recipients: { of: "customer", userId },
      subject: "Your question",
      body,
    });
    await sendMessage(support, draft);
    await sendQueuedEmails(shop.ctx());
    expect(await shop.emailsTo(userId)).toMatchObject([{ subject: "Your question" }]);
    const bulk = await write();
    await expect(sendMessage(support, bulk)).rejects.toMatchObject({ code: "forbidden" });
    await expect(
      updateMessage(support, { ...bulk, ...(await toInput(admin, bulk.id)) }),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});

/** What a member would save again of a message. */
async function toInput(ctx: UserCtx, id: string): Promise<NewMessage> {
  const { purpose, recipients, subject, body: text } = await showMessage(ctx, { id });
  return { purpose, recipients: recipients as NewMessage["recipients"], subject, body: text };
}

describe("nobody gets a message twice", () => {
  it("a message that stops at any step goes on with the next run, and each recipient has one email", async () => {
    const { shop, admin, write } = await openMailShop();
    await insertUsers(1, 105);
    await env.DB.prepare("UPDATE users SET wants_news = 1 WHERE id LIKE 'usr_0000%'").run();
    const countEmails = (id: string) =>
      env.DB.prepare(
        "SELECT count(*) AS count, count(DISTINCT user_id) AS users FROM emails WHERE source_id = ?",
      )
        .bind(id)
        .first();
    let isDone = false;
    for (let at = 1; !isDone; at++) {
      const draft = await write(news);
      const { ctx, steps } = createFaultyContext(shop, { at, kind: "death" });
      await sendMessage({ ...ctx, actor: admin.actor }, draft).catch(() => null);
      isDone = steps() < at;
      // Nobody sent it before the failure: the team sends it again.
      if ((await showMessage(admin, draft)).status === "draft") await sendMessage(admin, draft);
      await continueMessages(shop.ctx());
      expect(await countEmails(draft.id)).toEqual({ count: 105, users: 105 });
      expect(await showMessage(admin, draft)).toMatchObject({ status: "sending", queued: 105 });
      expect(at).toBeLessThan(40);
    }
  });

  it("two workers that list the recipients at the same time queue one email for each", async () => {
    const { shop, admin, write } = await openMailShop();
    await insertUsers(1, 105);
    await env.DB.prepare("UPDATE users SET wants_news = 1 WHERE id LIKE 'usr_0000%'").run();
    const draft = await write(news);
    await Promise.all([
      sendMessage(admin, draft),
      continueMessages(shop.ctx()),
      continueMessages(shop.ctx()),
    ]);
    expect(await showMessage(admin, draft)).toMatchObject({
      queued: 105,
      outcomes: { waiting: 105 },
    });
    await expect(sendMessage(admin, draft)).rejects.toMatchObject({ code: "edit_conflict" });
  });
});

describe("until it is sent", () => {
  it("whoever unsubscribes or deletes the account while a message is queued does not get it", async () => {
    const { shop, admin, write, deliver, subjectsTo } = await openMailShop();
    const [stays, leaves] = [await shop.createUser(), await shop.createUser()];
    const gone = await shop.createUser("gone@example.com");
    for (const userId of [stays, leaves, gone]) await agree(admin, userId);
    const draft = await write(news);
    await sendMessage(admin, draft);
    await chooseNews(admin, { userId: leaves, wantsNews: false });
    await deleteAccount(shop.asUser(gone));
    await deliver();
    expect([await subjectsTo(stays), await subjectsTo(leaves)]).toEqual([["A new chapter"], []]);
    const received = await shop.emailsToAddress("gone@example.com");
    expect(received.map(({ subject }) => subject)).not.toContain("A new chapter");
    expect(await showMessage(admin, draft)).toMatchObject({
      status: "sent",
      queued: 3,
      outcomes: { waiting: 0, sent: 1, failed: 0, skipped: 2 },
    });
  });

  it("a message that is stopped reaches nobody who has not got it", async () => {
    const { shop, admin, give, write, deliver, subjectsTo } = await openMailShop();
    const userId = await shop.createUser();
    await give(userId);
    const draft = await write();
    await sendMessage(admin, draft);
    await stopSending(admin, draft);
    await deliver();
    expect(await subjectsTo(userId)).toEqual([]);
    expect(await showMessage(admin, draft)).toMatchObject({
      status: "stopped",
      endedAt: expect.any(Number),
      outcomes: { waiting: 0, sent: 0, failed: 0, skipped: 1 },
    });
  });

  it("a draft that was changed meanwhile is not sent, changed or deleted with the older version", async () => {
    const { admin, write } = await openMailShop();
    const draft = await write();
    const input = await toInput(admin, draft.id);
    await updateMessage(admin, { ...input, ...draft, subject: "Another subject" });
    for (const attempt of [
      sendMessage(admin, draft),
      updateMessage(admin, { ...input, ...draft }),
      deleteMessage(admin, draft),
    ])
      await expect(attempt).rejects.toMatchObject({ code: "edit_conflict" });
    const { items } = await listMessages(admin, {});
    expect(items).toMatchObject([{ subject: "Another subject", status: "draft" }]);
  });

  it("a message waits for emails about purchases and access", async () => {
    const { shop, admin, give, write, subjectsTo } = await openMailShop();
    const userId = await shop.createUser();
    await give(userId);
    await sendMessage(admin, await write());
    await env.DB.prepare(
      `INSERT INTO emails (id, user_id, kind, dedupe_key, source_id, status, next_attempt_at, created_at)
        VALUES ('mal_later', ?, 'account_deleted', 'x', 'x', 'queued', ?, 0)`,
    )
      .bind(userId, Date.now())
      .run();
    const due = await listDueEmails(shop.ctx().db, { now: Date.now() + DAY, limit: 50 });
    expect(due).toMatchObject([{ id: "mal_later" }]);
    expect(await subjectsTo(userId)).toEqual([]);
  });

  it("a shop without a sender refuses to send", async () => {
    const shop = openTestShop();
    const admin = shop.asUser(await shop.createUser(), Date.now(), "admin");
    const draft = await createMessage(admin, {
      purpose: "news",
      recipients: { of: "customers", filters: {} },
      subject: "Hello",
      body,
    });
    expect(await showMessage(admin, draft)).toMatchObject({ hasSender: false });
    await expect(sendMessage(admin, draft)).rejects.toMatchObject({
      fields: [{ path: "sender" }],
    });
  });
});

it("the link in news turns off news and nothing else, by one click and by its page", async () => {
  const { shop, admin, write, deliver } = await openMailShop();
  const user = await createSignedInUser({ env: shop.env });
  const readChoice = async () => {
    const account = await user.json<{ user: { wantsNews: boolean; wantsReminders: boolean } }>(
      "/api/me/account",
    );
    return [account.user.wantsNews, account.user.wantsReminders];
  };
  expect(await readChoice()).toEqual([false, true]);
  const choose = (wantsNews: boolean) =>
    user.fetch("/api/me/news", {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ wantsNews }),
    });
  expect((await choose(true)).status).toBe(204);
  await sendMessage(admin, await write(news));
  await deliver();
  const [received] = await shop.emailsTo(user.userId);
  expect(received!.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const url = /^<(.+)>$/.exec(received!.headers["List-Unsubscribe"]!)![1]!;
  expect(received!.text).toContain(`Unsubscribe:\n${url}`);
  const target = url.slice("http://localhost:8787".length);
  const stranger = openBrowser({ env: shop.env, sendsOrigin: false });
  const html = await (await openPage(stranger, target)).text();
  expect(html).toContain("Unsubscribe from news?");
  expect(await readChoice()).toEqual([true, true]);
  const [form] = listForms(html);
  const done = await stranger.fetch(form!.action.replaceAll("&amp;", "&"), { method: "POST" });
  expect(await done.text()).toContain("You’re unsubscribed");
  expect(await readChoice()).toEqual([false, true]);
});

it("the preview and the test of a draft show the message as it will be sent", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const owner = await createSignedInUser({ role: "owner", env: shop.env });
  const ctx = shop.asUser(owner.userId, Date.now(), "owner");
  const { id } = await createMessage(ctx, {
    purpose: "news",
    recipients: { of: "customers", filters: {} },
    subject: "A new chapter",
    body,
  });
  const path = `/api/admin/messages/${id}`;
  const frame = await owner.fetch(`${path}/html?locale=de&scheme=dark`);
  expect(frame.headers.get("content-security-policy")).toContain("sandbox");
  expect(await frame.text()).toContain('<html lang="de"');
  const test = await owner.json<{ isSent: boolean }>(`${path}/test`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ locale: "en" }),
  });
  expect(test.isSent).toBe(true);
  expect(await shop.emailsTo(owner.userId)).toMatchObject([{ subject: "[Test] A new chapter" }]);
});

it("a message to one customer is in their export and is deleted with the account", async () => {
  const { shop, admin } = await openMailShop();
  const userId = await shop.createUser();
  await createMessage(admin, {
    purpose: "service",
    recipients: { of: "customer", userId },
    subject: "Your question",
    body,
  });
  const { customerMessages } = await readUserData(shop.ctx().db, userId);
  expect(customerMessages).toMatchObject([{ subject: "Your question", body }]);
  await deleteAccount(shop.asUser(userId));
  expect((await listMessages(admin, {})).items).toEqual([]);
});

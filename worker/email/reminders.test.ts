import { beforeEach, expect, it } from "vitest";
import { mergeAccounts } from "../admin/customers/merge-accounts.ts";
import { createGift } from "../gifts/create-gift.ts";
import { DAY } from "../lib/time.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { emptyDatabase } from "../testing/database/empty-database.ts";
import { listForms, openPage } from "../testing/clients/plain-pages.ts";
import { openTestShop } from "../testing/shop.ts";
import { createSignedInUser, openBrowser, ORIGIN } from "../testing/clients/sign-in.ts";
import { sendQueuedEmails } from "./send-queued-emails.ts";

beforeEach(emptyDatabase);

/** A signed-in user who has two gifts; the first one's reminder was sent. `target` is where it unsubscribes. */
async function receiveReminder() {
  const shop = openTestShop({ hasEmailSender: true });
  const user = await createSignedInUser();
  const now = Date.now();
  const give = async (days: number) => {
    const { id: productId } = await shop.createPublishedProduct({ name: `Course ${days}` });
    const endsAt = now + days * DAY;
    await createGift(shop.ctx(), { userId: user.userId, productId, note: "Trial", endsAt });
  };
  await give(20);
  await give(40);
  const sendUntil = (days: number) =>
    sendQueuedEmails(shop.ctx({ type: "system", job: "cron" }, now + days * DAY));
  const subjects = async () => (await shop.emailsTo(user.userId)).map(({ subject }) => subject);
  await sendUntil(18);
  const reminder = (await shop.emailsTo(user.userId)).find(({ subject }) =>
    subject.startsWith("Your free access to Course 20 ends on"),
  )!;
  expect(reminder.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const url = /^<(.+)>$/.exec(reminder.headers["List-Unsubscribe"]!)![1]!;
  expect(reminder.text).toContain(`Turn off reminders:\n${url}`);
  const readChoice = async () => {
    const account = await user.json<{ user: { wantsReminders: boolean } }>("/api/me/account");
    return account.user.wantsReminders;
  };
  const stranger = openBrowser({ env: shop.env, sendsOrigin: false });
  const target = url.slice(ORIGIN.length);
  return { shop, user, stranger, target, sendUntil, subjects, readChoice };
}

it("one click of an email program turns off reminders, and no other emails", async () => {
  const { stranger, target, sendUntil, subjects, readChoice } = await receiveReminder();
  const before = await subjects();
  const response = await stranger.fetch(target, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(response.status).toBe(200);
  expect(await readChoice()).toBe(false);
  await sendUntil(38);
  expect(await subjects()).toEqual(before);
});

it("opening the link to unsubscribe changes nothing: the page asks first", async () => {
  const { stranger, target, readChoice } = await receiveReminder();
  const html = await (await openPage(stranger, target)).text();
  expect(html).toContain("Turn off reminders?");
  expect(await readChoice()).toBe(true);
  const [form] = listForms(html);
  const done = await stranger.fetch(form!.action.replaceAll("&amp;", "&"), { method: "POST" });
  expect(await done.text()).toContain("Reminders are off");
  expect(await readChoice()).toBe(false);
});

it("a link to unsubscribe that was changed does nothing", async () => {
  const { user, stranger, target, readChoice } = await receiveReminder();
  const other = await createSignedInUser();
  for (const url of [`${target}x`, target.replace(user.userId, other.userId)])
    expect((await stranger.fetch(url, { method: "POST" })).status).toBe(404);
  expect(await readChoice()).toBe(true);
});

it("a link of an account that was merged since turns off the reminders of the remaining one", async () => {
  const { shop, user, stranger, target } = await receiveReminder();
  const remaining = await createSignedInUser();
  const last = await createSignedInUser();
  const admin = shop.asUser(await shop.createUser());
  await mergeAccounts(admin, { fromId: user.userId, intoId: remaining.userId });
  await mergeAccounts(admin, { fromId: remaining.userId, intoId: last.userId });
  expect((await stranger.fetch(target, { method: "POST" })).status).toBe(200);
  const account = await last.json<{ user: { wantsReminders: boolean } }>("/api/me/account");
  expect(account.user.wantsReminders).toBe(false);
});

it("reminders can be turned on again in the account, and are sent then", async () => {
  const { user, stranger, target, sendUntil, subjects } = await receiveReminder();
  await stranger.fetch(target, { method: "POST" });
  const response = await user.fetch("/api/me/reminders", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ wantsReminders: true }),
  });
  expect(response.status).toBe(204);
  await sendUntil(38);
  expect((await subjects()).at(-1)).toMatch(/^Your free access to Course 40 ends on/);
});

it("the reminder of a gift leads to an own subscription, if its product has one", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const { userId } = await createSignedInUser();
  const { id, slug, prices } = await shop.createPublishedProduct({ prices: [monthly] });
  const now = Date.now();
  const endsAt = now + 20 * DAY;
  await createGift(shop.ctx(), { userId, productId: id, note: "Trial", endsAt });
  await sendQueuedEmails(shop.ctx({ type: "system", job: "cron" }, now + 18 * DAY));
  const reminder = (await shop.emailsTo(userId)).find(({ subject }) => subject.includes("ends on"));
  expect(reminder!.text).toContain("Continue with a subscription");
  expect(reminder!.text).toContain(`/p/${slug}?buy=${prices[0]!.id}`);
});

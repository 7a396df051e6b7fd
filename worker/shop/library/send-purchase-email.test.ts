import { expect, it } from "vitest";
import { sendQueuedEmails } from "../../email/send-queued-emails.ts";
import { findPurchaseEmail } from "../../email/store.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { MINUTE } from "../../lib/time.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { subscribe } from "../../testing/fixtures/subscribe.ts";
import { monthly } from "../../testing/fixtures/purchases.ts";
import { openTestShop } from "../../testing/shop.ts";
import { sendPurchaseEmail } from "./send-purchase-email.ts";

it("a purchase's email is sent again once a minute, to the buyer's address, and five times an hour", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const sub = await subscribe(shop, { name: "Club", prices: [monthly] });
  const [first] = await shop.emailsTo(sub.userId);
  const now = Date.now();
  const send = (minutes: number) =>
    sendPurchaseEmail(shop.asUser(sub.userId, now + minutes * MINUTE), { id: sub.id });
  const answer = await send(0);
  expect(answer).toEqual({ to: expect.stringContaining("@"), isSent: true });
  // Both pressed at once, and once more.
  expect(await Promise.all([send(0), send(0)])).toEqual([answer, answer]);
  await sendQueuedEmails(sub.userContext());
  const [, copy, ...others] = await shop.emailsTo(sub.userId);
  expect(others).toEqual([]);
  expect(copy!.subject).toBe(first!.subject);
  for (const minute of [1, 2, 3, 4]) expect(await send(minute)).toEqual(answer);
  await expect(send(5)).rejects.toMatchObject({ code: "rate_limited" });
  expect(await shop.emailsTo(sub.userId)).toHaveLength(6);
});

it("an email that was never sent, as of a purchase made at Stripe, is written when it is asked for", async () => {
  const shop = openTestShop();
  const product = await shop.createPublishedProduct({ name: "Field Guide" });
  const userId = await shop.createUser();
  const { id } = await createGift(shop.ctx(), { userId, productId: product.id, note: "Thanks" });
  const withEmail = openTestShop({ hasEmailSender: true });
  await sendPurchaseEmail(withEmail.asUser(userId), { id });
  const [email] = await withEmail.emailsTo(userId);
  expect(email!.subject).toContain("Field Guide");
  await expect(sendPurchaseEmail(shop.asUser(userId), { id })).rejects.toMatchObject({
    code: "not_found",
  });
});

it("a library entry says whether its email can be sent again, and the route answers with the address", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const user = await createSignedInUser({ env: shop.env });
  const product = await shop.createPublishedProduct({});
  const gift = { userId: user.userId, productId: product.id, note: "Thanks" };
  const { id } = await createGift(shop.ctx(), gift);
  await shop.emailsTo(user.userId);
  const { entries } = await user.json<{ entries: object[] }>("/api/me/library");
  expect(entries).toMatchObject([{ sourceId: id, canEmail: true }]);
  const sent = await user.json<object>(`/api/me/library/${id}/email`, { method: "POST" });
  expect(sent).toMatchObject({ to: expect.stringContaining("@"), isSent: true });
});

it("an email that still waits for the sender is not sent twice", async () => {
  const shop = openTestShop({ hasEmailSender: true });
  const sub = await subscribe(shop, { name: "Club", prices: [monthly] });
  const { db } = sub.userContext();
  const purchase = { userId: sub.userId, sourceId: sub.id };
  const { id } = (await findPurchaseEmail(db, purchase))!;
  await shop.env.DB.prepare("UPDATE emails SET status = 'queued', next_attempt_at = ? WHERE id = ?")
    .bind(Date.now(), id)
    .run();
  expect(await sendPurchaseEmail(sub.userContext(), { id: sub.id })).toMatchObject({
    isSent: true,
  });
  await sendQueuedEmails(sub.userContext());
  // The sender knows the one that waited, which had left, by its id.
  expect(await shop.emailsTo(sub.userId)).toHaveLength(1);
});

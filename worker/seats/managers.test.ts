import { describe, expect, test } from "vitest";
import { deleteAccount } from "../account/delete-account.ts";
import { claimGift, claimWaitingGifts } from "../gifts/claim-gift.ts";
import { emailBoughtGift } from "../gifts/email-gift.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { changeManager } from "./change-manager.ts";
import { giveSeats } from "./give-seats.ts";
import { leaveSeat } from "./remove-seat.ts";
import { showSeats } from "./show-seats.ts";

const newEmail = () => `${crypto.randomUUID()}@example.com`;
type SignedIn = Awaited<ReturnType<typeof createSignedInUser>>;

/** A subscription of five seats, of which others have one each: a manager, and somebody with an ordinary seat. */
async function openManagedSeats(shop: TestShop) {
  const sub = await subscribe(
    shop,
    { prices: [{ ...monthly, model: "per_seat" as const }] },
    { quantity: 5 },
  );
  const buyer = shop.asUser(sub.userId);
  const invite = async (asManagers: boolean) => {
    const email = newEmail();
    const { ids } = await giveSeats(buyer, { id: sub.id, emails: [email], asManagers });
    return { email, id: ids[0]! };
  };
  const join = async (asManagers: boolean) => {
    const { email, id } = await invite(asManagers);
    const user = await createSignedInUser({ env: shop.env });
    await claimWaitingGifts(shop.ctx(), { userId: user.userId, email });
    return { ...user, id };
  };
  const path = `/api/me/seats/${sub.id}`;
  const send = (user: SignedIn, method: string, at: string, body?: object) =>
    user.fetch(`${path}${at}`, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
  const seats = () => showSeats(buyer, { id: sub.id });
  const [manager, member] = [await join(true), await join(false)];
  return { sub, buyer, path, send, seats, invite, join, manager, member };
}

describe("what a manager may do", () => {
  test("a manager sees the seats in the library, gives and takes them, and shares the link", async () => {
    const shop = openTestShop();
    const { sub, send, path, manager, member, seats } = await openManagedSeats(shop);
    expect(await showLibrary(shop.ctx(), manager)).toMatchObject([{ managesSeatsOf: sub.id }]);
    const [entry] = await showLibrary(shop.ctx(), member);
    expect(entry).not.toHaveProperty("managesSeatsOf");
    expect(await manager.json(path)).toMatchObject({ isManager: true, quantity: 5, used: 3 });
    const email = newEmail();
    expect((await send(manager, "POST", "", { emails: [email] })).status).toBe(200);
    expect((await send(manager, "PUT", "/link", { limit: 1 })).status).toBe(200);
    expect(await seats()).toMatchObject({ invited: [{ email }], link: { limit: 1 } });
    expect((await send(manager, "DELETE", "/link")).status).toBe(200);
    expect((await send(manager, "DELETE", `/${member.id}`)).status).toBe(200);
    expect(await seats()).toMatchObject({
      isManager: false,
      taken: [{ id: manager.id }],
      link: null,
    });
  });

  test("a manager makes and removes no managers, and has no part of the buyer’s seat or billing", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { sub, send, manager, member, seats, invite, join } = await openManagedSeats(shop);
    const second = await join(true);
    const { id: invited } = await invite(true);
    const manages = { managesSeats: true };
    const calls = [
      send(manager, "POST", "", { emails: [newEmail()], asManagers: true }),
      send(manager, "DELETE", `/${second.id}`),
      send(manager, "DELETE", `/${invited}`),
      send(manager, "PUT", `/${member.id}/manager`, manages),
      send(manager, "PUT", `/${second.id}/manager`, { managesSeats: false }),
      send(manager, "PUT", "/own", { keepsOwn: false }),
      manager.fetch(`/api/me/subscriptions/${sub.id}/plan-change?quantity=2`),
      manager.fetch(`/api/me/subscriptions/${sub.id}/pause`, { method: "POST" }),
    ];
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 404, 404, 404, 404, 404]);
    expect(await seats()).toMatchObject({ used: 5, keepsOwn: true, quantity: 5 });
    expect(await manager.json("/api/me/billing")).toEqual({ subscriptions: [], orders: [] });
    const seen = await showSeats(shop.asUser(manager.userId), {
      id: sub.id,
      userId: manager.userId,
      orManaged: true,
    });
    // The link of an invitation that makes a manager.
    expect(seen.invited).toMatchObject([{ id: invited, url: null }]);
    const ctx = shop.asUser(manager.userId);
    await expect(emailBoughtGift(ctx, { id: invited, email: newEmail() })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("a manager emails an ordinary invitation to another address", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { manager, member, invite, seats } = await openManagedSeats(shop);
    const { id } = await invite(false);
    const email = newEmail();
    await emailBoughtGift(shop.asUser(manager.userId), { id, email });
    expect((await seats()).invited).toMatchObject([{ id, email }]);
    await expect(
      emailBoughtGift(shop.asUser(member.userId), { id, email: newEmail() }),
    ).rejects.toMatchObject({ code: "not_found" });
  });

  test("strangers and users with an ordinary seat get 404 for everything", async () => {
    const shop = openTestShop();
    const { send, manager, member } = await openManagedSeats(shop);
    const other = (await openManagedSeats(shop)).manager;
    for (const user of [member, other, await createSignedInUser({ env: shop.env })]) {
      const answers = await Promise.all([
        send(user, "GET", ""),
        send(user, "POST", "", { emails: [newEmail()] }),
        send(user, "DELETE", `/${manager.id}`),
        send(user, "PUT", "/link", { limit: 1 }),
        send(user, "DELETE", "/link"),
        send(user, "PUT", "/own", { keepsOwn: false }),
        send(user, "PUT", `/${manager.id}/manager`, { managesSeats: false }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    }
  });
});

describe("who is a manager", () => {
  test("the buyer makes whoever has a seat a manager, and takes it back, also before they accept", async () => {
    const shop = openTestShop();
    const { sub, buyer, send, member, invite, seats } = await openManagedSeats(shop);
    const set = (seatId: string, managesSeats: boolean) =>
      changeManager(buyer, { id: sub.id, seatId, managesSeats });
    await set(member.id, true);
    expect((await send(member, "GET", "")).status).toBe(200);
    await set(member.id, false);
    expect((await send(member, "GET", "")).status).toBe(404);
    const { id, email } = await invite(false);
    await set(id, true);
    expect((await seats()).invited).toMatchObject([{ id, managesSeats: true }]);
    await set(id, false);
    const userId = await shop.createUser();
    await claimWaitingGifts(shop.ctx(), { userId, email });
    expect((await seats()).taken).toMatchObject([{ id, managesSeats: false }, {}, {}]);
  });

  test("a new manager gets one email with the way to the seats, also after becoming one again", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const { sub, buyer, manager, member } = await openManagedSeats(shop);
    const about = async ({ userId }: { userId: string }) =>
      (await shop.emailsTo(userId)).filter(({ subject }) => subject.startsWith("You manage"));
    const change = (managesSeats: boolean) =>
      changeManager(buyer, { id: sub.id, seatId: member.id, managesSeats });
    // The email about the seat itself leaves first.
    expect(await about(member)).toEqual([]);
    await change(true);
    await about(member);
    for (const managesSeats of [true, false, true]) await change(managesSeats);
    expect(await about(member)).toMatchObject([
      {
        subject: "You manage the seats of A Product",
        text: expect.stringContaining(`/account/seats/${sub.id}`),
      },
    ]);
    // Who was invited as a manager learns it with the seat.
    expect(await about(manager)).toHaveLength(1);
  });

  test("whoever leaves, or whose purchase gives no access, manages nothing", async () => {
    const shop = openTestShop();
    const { sub, send, manager, join } = await openManagedSeats(shop);
    const second = await join(true);
    await leaveSeat(shop.asUser(second.userId), { id: second.id });
    expect((await send(second, "GET", "")).status).toBe(404);
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    const dispute = await shop.control<{ id: string }>("disputes", { charge: charge.id });
    await sub.sync();
    expect((await send(manager, "GET", "")).status).toBe(404);
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await sub.sync();
    expect((await send(manager, "GET", "")).status).toBe(200);
  });

  test("a seat by link is no manager’s, and a rebuild keeps who is one", async () => {
    const shop = openTestShop();
    const { send, manager, seats } = await openManagedSeats(shop);
    await send(manager, "PUT", "/link", { limit: 1 });
    const secret = (await seats()).link!.url!.split("#")[1]!;
    await claimGift(shop.asUser(await shop.createUser()), { secret });
    const list = async () =>
      (await seats()).taken.map(({ id, managesSeats }) => ({ id, managesSeats }));
    const before = await list();
    expect(before.filter(({ managesSeats }) => managesSeats)).toMatchObject([{ id: manager.id }]);
    await runRebuild(shop);
    expect(await list()).toEqual(before);
  });

  test("nobody manages the seats of a deleted account", async () => {
    const shop = openTestShop();
    const { buyer, send, manager, invite, path } = await openManagedSeats(shop);
    const { email } = await invite(true);
    await deleteAccount(buyer);
    expect((await send(manager, "GET", "")).status).toBe(404);
    const late = await createSignedInUser({ env: shop.env });
    await claimWaitingGifts(shop.ctx(), { userId: late.userId, email });
    expect((await late.fetch(path)).status).toBe(404);
  });
});

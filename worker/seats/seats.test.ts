import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { deleteAccount } from "../account/delete-account.ts";
import { changePlan } from "../billing/change-plan.ts";
import { changeWithSeats } from "../billing/choose-seats.ts";
import { previewPlanChange } from "../billing/preview-plan-change.ts";
import { findPrice } from "../catalog/store.ts";
import { runRebuild } from "../testing/fixtures/run-rebuild.ts";
import { listGrantsInForce } from "../access/list-grants.ts";
import { findClaim } from "../claims/store.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { claimGift, claimWaitingGifts } from "../gifts/claim-gift.ts";
import { DAY } from "../lib/time.ts";
import { findLicenseInLibrary, licenseBenefit } from "../testing/fixtures/licenses.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { confirmCheckout } from "../checkout/confirm-checkout.ts";
import { openCheckout } from "../checkout/open-checkout.ts";
import { listOrders } from "../purchases/orders/list-orders.ts";
import { checkoutSettings } from "../settings/checkout-settings.ts";
import { findStripeCustomerOfUser } from "../sync/customer/store.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { createApiClient } from "../testing/clients/api-client.ts";
import { createSignedInUser } from "../testing/clients/sign-in.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { changeOwnSeat } from "./change-own-seat.ts";
import { giveSeats } from "./give-seats.ts";
import { leaveSeat, removeSeat } from "./remove-seat.ts";
import { makeSeatLink, removeSeatLink } from "./seat-link.ts";
import { showSeats } from "./show-seats.ts";

const perSeat = { prices: [{ ...monthly, model: "per_seat" as const }] };
const newEmail = () => `${crypto.randomUUID()}@example.com`;

/** A team's subscription, with functions to give its seats. */
async function subscribeTeam(shop: TestShop, quantity: number, product: object = {}) {
  const sub = await subscribe(shop, { ...perSeat, ...product }, { quantity });
  const seats = () => showSeats(shop.asUser(sub.userId), { id: sub.id });
  const makeLink = async (limit = quantity) => {
    await makeSeatLink(shop.asUser(sub.userId), { id: sub.id, limit });
    return (await seats()).link!.url!.split("#")[1]!;
  };
  /** Invites a new user, who accepts. */
  const giveSeat = async (now = Date.now()) => {
    const email = newEmail();
    const userId = await shop.createUser(email);
    const { ids } = await giveSeats(shop.asUser(sub.userId, now), {
      id: sub.id,
      emails: [email],
    });
    await claimWaitingGifts(shop.ctx(undefined, now), { userId, email });
    return { userId, email, id: ids[0]! };
  };
  return { ...sub, seats, makeLink, giveSeat };
}

const countGrants = async (shop: TestShop, userId: string, now?: number) =>
  (await listGrantsInForce(shop.ctx(undefined, now), { userId })).length;

const quantityOf = async (shop: TestShop, userId: string) =>
  (await listGrantsInForce(shop.ctx(), { userId })).map(({ grant }) => grant.quantity);

describe("giving seats by email", () => {
  test("whoever accepts has the product, and the buyer one seat less", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const { userId, email, id } = await team.giveSeat();
    expect(await showLibrary(shop.ctx(), { userId })).toMatchObject([
      { id, isSeat: true, giverName: "A Buyer", access: { active: true } },
    ]);
    expect(await team.seats()).toMatchObject({
      quantity: 3,
      used: 2,
      taken: [{ id, userId, name: "A Buyer", email }],
      invited: [],
    });
    expect(await quantityOf(shop, team.userId)).toEqual([2]);
  });

  test("an invitation uses a seat until it expires", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 2);
    const ctx = shop.asUser(team.userId);
    await giveSeats(ctx, { id: team.id, emails: [newEmail()] });
    await expect(giveSeats(ctx, { id: team.id, emails: [newEmail()] })).rejects.toMatchObject({
      code: "seats_taken",
    });
    const later = shop.asUser(team.userId, Date.now() + 31 * DAY);
    expect(await showSeats(later, { id: team.id })).toMatchObject({ used: 1, invited: [] });
  });

  test("too many addresses for the free seats invite nobody", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const emails = [newEmail(), newEmail(), newEmail()];
    await expect(
      giveSeats(shop.asUser(team.userId), { id: team.id, emails }),
    ).rejects.toMatchObject({ code: "seats_taken" });
    expect(await team.seats()).toMatchObject({ used: 1, invited: [] });
  });

  test("an address that is invited or has a seat is left out, and the buyer's own is refused", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 4);
    const ctx = shop.asUser(team.userId);
    const { email } = await team.giveSeat();
    const invited = newEmail();
    await giveSeats(ctx, { id: team.id, emails: [invited] });
    expect(await giveSeats(ctx, { id: team.id, emails: [email, invited] })).toEqual({
      ids: [],
      leftOut: [email, invited],
    });
    const own = await env.DB.prepare("SELECT email FROM users WHERE id = ?")
      .bind(team.userId)
      .first<string>("email");
    await expect(giveSeats(ctx, { id: team.id, emails: [own!] })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });

  test("invitations are emailed with a link that works for another account", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const team = await subscribeTeam(shop, 2);
    const email = newEmail();
    const { ids } = await giveSeats(shop.asUser(team.userId), { id: team.id, emails: [email] });
    const [mail] = await shop.emailsToAddress(email);
    expect(mail).toMatchObject({ subject: "A seat for you: A Product" });
    const secret = /claim#([\w-]+)/.exec(mail!.text)![1]!;
    const other = await shop.createUser();
    expect(await claimGift(shop.asUser(other), { secret })).toEqual({ id: ids[0] });
    expect(await countGrants(shop, other)).toBe(1);
  });

  test("invitations without an email send nothing and still have a link", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const team = await subscribeTeam(shop, 2);
    const email = newEmail();
    await giveSeats(shop.asUser(team.userId), { id: team.id, emails: [email], sendEmail: false });
    expect(await shop.emailsToAddress(email)).toEqual([]);
    expect((await team.seats()).invited).toMatchObject([{ email, url: expect.any(String) }]);
  });

  test("inviting and taking back again and again is limited", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 2);
    const ctx = shop.asUser(team.userId);
    for (let round = 0; round < 16; round++) {
      const { ids } = await giveSeats(ctx, { id: team.id, emails: [newEmail()] });
      await removeSeat(ctx, { id: team.id, seatId: ids[0]! });
    }
    await expect(giveSeats(ctx, { id: team.id, emails: [newEmail()] })).rejects.toMatchObject({
      code: "rate_limited",
    });
  });
});

describe("giving seats by a link", () => {
  test("200 users who open the link at once get exactly as many seats as are free", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 51);
    const secret = await team.makeLink();
    const users = await Promise.all(Array.from({ length: 200 }, () => shop.createUser()));
    const results = await Promise.allSettled(
      users.map((userId) => claimGift(shop.asUser(userId), { secret })),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(results.length - refused.length).toBe(50);
    expect(
      refused.every((result) => "reason" in result && result.reason.code === "seats_taken"),
    ).toBe(true);
    expect(await team.seats()).toMatchObject({ quantity: 51, used: 51 });
    const granted = await Promise.all(users.map((userId) => countGrants(shop, userId)));
    expect(granted.filter((count) => count === 1)).toHaveLength(50);
    expect(await quantityOf(shop, team.userId)).toEqual([1]);
  });

  test("a user who opens it in several tabs takes one seat", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 5);
    const secret = await team.makeLink();
    const userId = await shop.createUser();
    const taken = await Promise.all(
      Array.from({ length: 5 }, () => claimGift(shop.asUser(userId), { secret })),
    );
    expect(new Set(taken.map(({ id }) => id)).size).toBe(1);
    expect((await team.seats()).taken).toHaveLength(1);
  });

  test("the link gives no more than its limit, nothing to the buyer, and nothing once it is replaced", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 5);
    const secret = await team.makeLink(1);
    const take = async (of: string, userId?: string) =>
      claimGift(shop.asUser(userId ?? (await shop.createUser())), { secret: of });
    await expect(take(secret, team.userId)).rejects.toMatchObject({ code: "seat_own" });
    await take(secret);
    await expect(take(secret)).rejects.toMatchObject({ code: "seats_taken" });
    const next = await team.makeLink();
    await expect(take(secret)).rejects.toMatchObject({ code: "not_found" });
    await take(next);
    await removeSeatLink(shop.asUser(team.userId), { id: team.id });
    await expect(take(next)).rejects.toMatchObject({ code: "not_found" });
    expect(await team.seats()).toMatchObject({ used: 3, link: null });
  });
});

describe("seats that end", () => {
  test("a seat that is taken away ends the access and tells its user, and is free at once", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const team = await subscribeTeam(shop, 2);
    const { userId, id } = await team.giveSeat();
    const listSubjects = async () => (await shop.emailsTo(userId)).map(({ subject }) => subject);
    expect((await listSubjects()).toSorted()).toEqual([
      "A seat for you: A Product",
      "You have a seat of A Product",
    ]);
    await removeSeat(shop.asUser(team.userId), { id: team.id, seatId: id });
    expect(await countGrants(shop, userId)).toBe(0);
    expect(await team.seats()).toMatchObject({ used: 1, taken: [] });
    expect(await quantityOf(shop, team.userId)).toEqual([2]);
    expect((await listSubjects()).slice(2)).toEqual(["Your access to A Product has ended"]);
    await team.giveSeat();
    expect(await team.seats()).toMatchObject({ used: 2 });
  });

  test("whoever leaves frees the seat, and nobody can give back another user's", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 2);
    const { userId, id } = await team.giveSeat();
    await expect(leaveSeat(shop.asUser(await shop.createUser()), { id })).rejects.toMatchObject({
      code: "not_found",
    });
    await leaveSeat(shop.asUser(userId), { id });
    expect(await countGrants(shop, userId)).toBe(0);
    expect(await team.seats()).toMatchObject({ used: 1 });
  });

  test("others can neither see nor change the seats of a purchase", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const { id: seatId } = await team.giveSeat();
    const stranger = { id: team.id, userId: await shop.createUser() };
    const ctx = shop.asUser(stranger.userId);
    const calls = [
      showSeats(ctx, stranger),
      giveSeats(ctx, { ...stranger, emails: [newEmail()] }),
      removeSeat(ctx, { ...stranger, seatId }),
      makeSeatLink(ctx, { ...stranger, limit: 1 }),
      changeOwnSeat(ctx, { ...stranger, keepsOwn: false }),
    ];
    const results = await Promise.allSettled(calls);
    expect(results.map((result) => "reason" in result && result.reason.code)).toEqual(
      calls.map(() => "not_found"),
    );
  });
});

describe("the buyer's own seat", () => {
  test("the buyer gives up their own seat, and takes one back when one is free", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 2);
    const ctx = shop.asUser(team.userId);
    await changeOwnSeat(ctx, { id: team.id, keepsOwn: false });
    expect(await countGrants(shop, team.userId)).toBe(0);
    await team.giveSeat();
    const { id: seatId } = await team.giveSeat();
    await team.sync();
    expect(await countGrants(shop, team.userId)).toBe(0);
    await expect(changeOwnSeat(ctx, { id: team.id, keepsOwn: true })).rejects.toMatchObject({
      code: "seats_taken",
    });
    await removeSeat(ctx, { id: team.id, seatId });
    await changeOwnSeat(ctx, { id: team.id, keepsOwn: true });
    expect(await quantityOf(shop, team.userId)).toEqual([1]);
  });
});

describe("fewer seats", () => {
  test("the buyer chooses whose seats end, and the others stay, also newer ones", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const team = await subscribeTeam(shop, 4);
    const start = Date.now();
    const older = await team.giveSeat(start + 1);
    const newer = await team.giveSeat(start + 2);
    const { ids } = await giveSeats(shop.asUser(team.userId), {
      id: team.id,
      emails: [newEmail()],
    });
    const ctx = shop.asUser(team.userId);
    const choice = { id: team.id, quantity: 2 };
    const { prorationDate, seatsToTake } = await previewPlanChange(ctx, choice);
    expect(seatsToTake).toBe(2);
    const change = (takeSeats?: string[]) =>
      changePlan(ctx, { ...choice, prorationDate, takeSeats });
    const stranger = await subscribeTeam(shop, 2);
    const other = await stranger.giveSeat();
    for (const takeSeats of [undefined, [older.id], [older.id, older.id], [older.id, other.id]])
      await expect(change(takeSeats)).rejects.toMatchObject({ code: "seats_in_use" });
    expect(await team.seats()).toMatchObject({ quantity: 4, used: 4 });
    await change([older.id, ids[0]!]);
    expect(await team.seats()).toMatchObject({
      quantity: 2,
      used: 2,
      taken: [{ id: newer.id }],
      invited: [],
    });
    expect([await countGrants(shop, older.userId), await countGrants(shop, newer.userId)]).toEqual([
      0, 1,
    ]);
    const { results } = await env.DB.prepare("SELECT kind FROM emails WHERE user_id = ?")
      .bind(older.userId)
      .all<{ kind: string }>();
    expect(results.map(({ kind }) => kind)).toContain("access_ended");
  });

  test("a change that Stripe refuses ends nobody’s seat, and leaves no choice behind", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const start = Date.now();
    const older = await team.giveSeat(start + 1);
    const newer = await team.giveSeat(start + 2);
    const ctx = shop.asUser(team.userId);
    const choice = { id: team.id, quantity: 2 };
    const { prorationDate } = await previewPlanChange(ctx, choice);
    await shop.control("faults", {
      match: `POST /v1/subscriptions/${team.stripeSubscriptionId}`,
      times: 1,
      status: 400,
    });
    await expect(
      changePlan(ctx, { ...choice, prorationDate, takeSeats: [older.id] }),
    ).rejects.toMatchObject({ code: "subscription_not_changeable" });
    await team.sync();
    expect(await team.seats()).toMatchObject({ quantity: 3, used: 3 });
    const { items } = await team.atStripe();
    await shop.ctx().stripe.subscriptions.update(team.stripeSubscriptionId, {
      items: [{ id: items.data[0]!.id, quantity: 2 }],
    });
    await team.sync();
    expect((await team.seats()).taken.map(({ id }) => id)).toEqual([older.id]);
    expect(await countGrants(shop, newer.userId)).toBe(0);
  });

  test("a choice counts for whichever sync sees the new quantity first", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const start = Date.now();
    const older = await team.giveSeat(start + 1);
    const newer = await team.giveSeat(start + 2);
    const ctx = shop.asUser(team.userId);
    await changeWithSeats(ctx, { id: team.id, seatsToTake: 1, chosen: [older.id] }, async () => {
      const { items } = await team.atStripe();
      await shop.ctx().stripe.subscriptions.update(team.stripeSubscriptionId, {
        items: [{ id: items.data[0]!.id, quantity: 2 }],
      });
      await syncStripeCustomer(shop.ctx(), { customerId: team.customerId, force: true });
    });
    expect((await team.seats()).taken.map(({ id }) => id)).toEqual([newer.id]);
  });
});

describe("a deleted account", () => {
  test("deleting an account frees its seat", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 2);
    const { userId } = await team.giveSeat();
    await deleteAccount(shop.asUser(userId));
    expect(await team.seats()).toMatchObject({ used: 1, taken: [] });
    expect(await quantityOf(shop, team.userId)).toEqual([2]);
  });

  test("deleting the buyer ends the seats of a subscription, without the buyer’s name", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const secret = await team.makeLink();
    const { userId } = await team.giveSeat();
    await deleteAccount(shop.asUser(team.userId));
    expect(await countGrants(shop, userId)).toBe(0);
    expect(await showLibrary(shop.ctx(), { userId })).toMatchObject([{ giverName: "" }]);
    const late = shop.asUser(await shop.createUser());
    await expect(claimGift(late, { secret })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("license keys", () => {
  test("each seat has a key of its own, and the buyer's key loses a seat", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3, {
      benefits: [licenseBenefit({ activationLimit: 1, perSeat: true })],
    });
    const { userId } = await team.giveSeat();
    const key = async (of: string) => (await findLicenseInLibrary(shop, of))?.license;
    const [own, given] = [await key(team.userId), await key(userId)];
    expect(given).toMatchObject({ activationLimit: 1 });
    expect(own).toMatchObject({ activationLimit: 2 });
    expect(given?.key).not.toBe(own?.key);
  });
});

describe("the purchase", () => {
  test("seats end with it and come back with it, in the batch of its buyer's own access", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const { userId } = await team.giveSeat();
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    const dispute = await shop.control<{ id: string }>("disputes", { charge: charge.id });
    await team.sync();
    expect([await countGrants(shop, team.userId), await countGrants(shop, userId)]).toEqual([0, 0]);
    await expect(team.giveSeat()).rejects.toMatchObject({ code: "seats_unavailable" });
    await shop.control(`disputes/${dispute.id}/close`, { outcome: "won" });
    await team.sync();
    expect([await countGrants(shop, team.userId), await countGrants(shop, userId)]).toEqual([1, 1]);
    expect(await team.seats()).toMatchObject({ used: 2 });
  });

  test("a renewal carries the seats on", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 2);
    const { userId } = await team.giveSeat();
    await team.advanceDays(40);
    const now = team.userContext().now;
    expect(await countGrants(shop, userId, now)).toBe(1);
    expect(await countGrants(shop, userId, now + 60 * DAY)).toBe(0);
  });

  test("another plan moves the seats to its product", async () => {
    const shop = openTestShop();
    const planGroup = crypto.randomUUID();
    const other = await shop.createPublishedProduct({ ...perSeat, name: "Larger", planGroup });
    const team = await subscribeTeam(shop, 2, { planGroup });
    const { userId } = await team.giveSeat();
    const { items } = await team.atStripe();
    const { stripePriceId } = (await findPrice(shop.ctx().db, other.prices[0]!.id))!.price;
    await shop.ctx().stripe.subscriptions.update(team.stripeSubscriptionId, {
      items: [{ id: items.data[0]!.id, price: stripePriceId!, quantity: 2 }],
    });
    await team.sync();
    expect(await showLibrary(shop.ctx(), { userId })).toMatchObject([
      { product: { name: "Larger" }, access: { active: true }, benefits: [{}] },
    ]);
  });

  test("a rebuild keeps the seats", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const { userId } = await team.giveSeat();
    await runRebuild(shop);
    expect([await quantityOf(shop, team.userId), await quantityOf(shop, userId)]).toEqual([
      [2],
      [1],
    ]);
  });

  test("a refund in full of an order ends its seats", async () => {
    const shop = openTestShop();
    const { prices } = await shop.createPublishedProduct({
      prices: [{ type: "one_time", model: "per_seat", amountMinor: 2000, currency: "usd" }],
    });
    const buyer = await shop.createUser();
    const checkout = await openCheckout(shop.asUser(buyer), {
      priceId: prices[0]!.id,
      quantity: 3,
    });
    await shop.pay(checkout.url);
    await confirmCheckout(shop.asUser(buyer), { id: checkout.id });
    const [order] = await listOrders(shop.ctx(), { userId: buyer });
    const email = newEmail();
    const userId = await shop.createUser(email);
    await giveSeats(shop.asUser(buyer), { id: order!.id, emails: [email] });
    await claimWaitingGifts(shop.ctx(), { userId, email });
    expect(await countGrants(shop, userId)).toBe(1);
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    await shop.ctx().stripe.refunds.create({ charge: charge.id });
    const customer = await findStripeCustomerOfUser(shop.ctx().db, buyer, "test");
    await syncStripeCustomer(shop.ctx(), { customerId: customer!.id, force: true });
    expect(await countGrants(shop, userId)).toBe(0);
  });

  test("fewer seats at Stripe take the newest invitations first, then the newest seats", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 5);
    const start = Date.now();
    const first = await team.giveSeat(start + 1);
    const second = await team.giveSeat(start + 2);
    const { ids } = await giveSeats(shop.asUser(team.userId, start + 3), {
      id: team.id,
      emails: [newEmail()],
    });
    const setQuantity = async (quantity: number) => {
      const { items } = await team.atStripe();
      await shop.ctx().stripe.subscriptions.update(team.stripeSubscriptionId, {
        items: [{ id: items.data[0]!.id, quantity }],
      });
      await team.sync();
    };
    await setQuantity(3);
    expect((await findClaim(shop.ctx().db, ids[0]!, "test"))?.revokedAt).not.toBeNull();
    expect((await team.seats()).taken.map(({ id }) => id)).toEqual([second.id, first.id]);
    await setQuantity(2);
    expect((await team.seats()).taken.map(({ id }) => id)).toEqual([first.id]);
    expect(await countGrants(shop, second.userId)).toBe(0);
    expect(await team.seats()).toMatchObject({ quantity: 2, used: 2 });
    expect(await quantityOf(shop, team.userId)).toEqual([1]);
  });

  test("a sync without changes keeps what the buyer and the others have", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const { userId } = await team.giveSeat();
    await team.sync();
    await team.sync();
    expect([await quantityOf(shop, team.userId), await quantityOf(shop, userId)]).toEqual([
      [2],
      [1],
    ]);
  });
});

describe("other programs and the team", () => {
  test("the API lists seats and invitations as gifts of the purchase, and takes one back", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const { id, userId } = await team.giveSeat();
    const email = newEmail();
    await giveSeats(shop.asUser(team.userId), { id: team.id, emails: [email] });
    const client = await createApiClient(shop);
    const list = async () =>
      (await client.get<{ data: unknown[] }>(`/gifts?seatOf=${team.id}`)).body.data;
    expect(await list()).toMatchObject([
      { status: "waiting", email, seatOf: team.id },
      { id, status: "active", customerId: userId, seatOf: team.id, endsAt: null },
    ]);
    await client.send("DELETE", `/gifts/${id}`);
    expect(await team.seats()).toMatchObject({ used: 2, taken: [] });
    expect(await quantityOf(shop, team.userId)).toEqual([3]);
  });

  test("the API gives a seat once, and says why not", async () => {
    const shop = openTestShop({ hasEmailSender: true });
    const team = await subscribeTeam(shop, 2);
    const client = await createApiClient(shop);
    const email = newEmail();
    const give = (to: string, key?: string) =>
      client.post<{ id: string; claimUrl: string; code?: string }>(
        "/seats",
        { seatOf: team.id, email: to, sendEmail: true },
        key === undefined ? {} : { "idempotency-key": key },
      );
    const { status, body } = await give(email.toUpperCase(), email);
    expect([status, body]).toMatchObject([201, { seatOf: team.id, email, status: "waiting" }]);
    expect((await give(email.toUpperCase(), email)).body).toEqual(body);
    expect(await team.seats()).toMatchObject({ used: 2, invited: [{ id: body.id, email }] });
    expect(await shop.emailsToAddress(email)).toHaveLength(1);
    expect((await give(email)).body.code).toBe("seat_held");
    expect((await give(newEmail())).body.code).toBe("seats_taken");
    const userId = await shop.createUser();
    await claimGift(shop.asUser(userId), { secret: body.claimUrl.split("#")[1]! });
    expect(await team.seats()).toMatchObject({ taken: [{ id: body.id, userId }] });
    const unknown = { seatOf: `sub_${"0".repeat(26)}`, email };
    expect((await client.post("/seats", unknown)).status).toBe(404);
  });

  test("a seat that was given back waits as long as the seller says, unless the team takes it", async () => {
    const shop = openTestShop();
    const owner = shop.asUser(await shop.createUser(), Date.now(), "owner");
    const team = await subscribeTeam(shop, 2);
    const buyer = shop.asUser(team.userId);
    const settings = await checkoutSettings.read(owner);
    await checkoutSettings.save(owner, { ...settings, seatPauseHours: 48 });
    const first = await team.giveSeat();
    await removeSeat(buyer, { id: team.id, userId: team.userId, seatId: first.id });
    await checkoutSettings.save(owner, { ...settings, seatPauseHours: 0 });
    const { used, blocked } = await team.seats();
    expect([used, blocked.count]).toEqual([1, 1]);
    expect(blocked.freeAt! - Date.now()).toBeGreaterThan(47 * 60 * 60 * 1000);
    await expect(team.giveSeat()).rejects.toMatchObject({ code: "seats_taken" });
    // The buyer has it meanwhile, as any seat that nobody else has.
    expect(await quantityOf(shop, team.userId)).toEqual([2]);
    const second = await team.giveSeat(blocked.freeAt! + 1);
    await removeSeat(owner, { id: team.id, seatId: second.id });
    expect((await showSeats(buyer, { id: team.id })).taken).toEqual([]);
    expect((await team.giveSeat(blocked.freeAt! + 2)).id).toMatch(/^cmp_/);
  });

  test("a renewal sends no event about the seat itself", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 2);
    const { id } = await team.giveSeat();
    await team.advanceDays(40);
    const { results } = await env.DB.prepare(
      "SELECT type FROM feed_events WHERE object_id = ? ORDER BY sequence",
    )
      .bind(id)
      .all<{ type: string }>();
    expect(results.map(({ type }) => type)).toEqual(["gift.created", "gift.claimed"]);
  });

  test("support sees who has the seats, invites to them and ends them", async () => {
    const shop = openTestShop();
    const team = await subscribeTeam(shop, 3);
    const { id } = await team.giveSeat();
    const member = await createSignedInUser({ env: shop.env, role: "support" });
    const path = `/api/admin/seats/${team.id}`;
    const email = newEmail();
    const body = JSON.stringify({ emails: [email] });
    const headers = { "content-type": "application/json" };
    await member.fetch(path, { method: "POST", headers, body });
    expect(await member.json(path)).toMatchObject({
      used: 3,
      taken: [{ id }],
      invited: [{ email }],
    });
    await member.fetch(`${path}/${id}`, { method: "DELETE" });
    expect(await member.json(path)).toMatchObject({ used: 2, taken: [] });
  });
});

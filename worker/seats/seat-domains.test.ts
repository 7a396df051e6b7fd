import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { listGrantsInForce } from "../access/list-grants.ts";
import { deleteAccount } from "../account/delete-account.ts";
import { exportAccount } from "../account/export-account.ts";
import { listAuditEntries } from "../audit/list-audit-entries.ts";
import { showWholeLibrary } from "../checkout/show-whole-library.ts";
import type { UserCtx } from "../context.ts";
import { claimWaitingGifts } from "../gifts/claim-gift.ts";
import { resumeSession } from "../identity/sign-in/resume-session.ts";
import { toOrganizationDomain } from "../lib/email-domain.ts";
import { DAY } from "../lib/time.ts";
import { openBrowser, SESSION_COOKIE, signInAs } from "../testing/clients/sign-in.ts";
import { monthly } from "../testing/fixtures/purchases.ts";
import { subscribe } from "../testing/fixtures/subscribe.ts";
import { openTestShop, type TestShop } from "../testing/shop.ts";
import { giveSeats } from "./give-seats.ts";
import { leaveSeat, removeSeat } from "./remove-seat.ts";
import {
  addSeatDomain,
  checkSeatDomain,
  recheckSeatDomains,
  removeSeatDomain,
} from "./seat-domains.ts";
import { showSeats } from "./show-seats.ts";
import { takeSeatByDomain } from "./take-seat-by-domain.ts";

const perSeat = { prices: [{ ...monthly, model: "per_seat" as const }] };

/** A context of a user whose provider vouched for the address at a sign-in at this time. */
function signInWith(
  shop: TestShop,
  userId: string,
  verifiedEmail: string | null,
  now = Date.now(),
) {
  const ctx = shop.asUser(userId, now);
  return { ...ctx, actor: { ...ctx.actor, verifiedEmail, signedInAt: now } };
}

/** A subscription with seats, whose buyer has added a domain of their own. */
async function openDomain(shop: TestShop, quantity = 3) {
  const domain = `${crypto.randomUUID()}.example`;
  const team = await subscribe(shop, perSeat, { quantity });
  const { id } = team;
  const as = (now?: number) => shop.asUser(team.userId, now);
  await addSeatDomain(as(), { id, domain });
  const seats = (now?: number) => showSeats(as(now), { id });
  const { name, value } = (await seats()).domains[0]!.record;
  const check = (now?: number) => checkSeatDomain(as(now), { id, domain });
  return {
    ...team,
    domain,
    as,
    seats,
    check,
    setRecord: (text: string | null = value) => shop.control("dns", { name, value: text }),
    /** A new user with an address of this domain, or another. */
    async join(of = domain) {
      const email = `${crypto.randomUUID()}@${of}`;
      const userId = await shop.createUser(email);
      return { userId, email, ctx: (now?: number) => signInWith(shop, userId, email, now) };
    },
    async prove() {
      await shop.control("dns", { name, value });
      await check();
    },
  };
}

const listOffers = async (ctx: UserCtx) => (await showWholeLibrary(ctx)).seatOffers;

describe("a domain is proven", () => {
  test("a domain is proven by its record alone: a missing one and another one give nothing", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    const member = await team.join();
    const state = async () => {
      await team.check();
      const { domains } = await team.seats();
      return domains.map(({ state: now, answer }) => `${now} ${answer}`);
    };
    expect(await state()).toEqual(["waiting missing"]);
    await team.setRecord("gatehouse-seats=another");
    expect(await state()).toEqual(["waiting other"]);
    expect(await listOffers(member.ctx())).toEqual([]);
    await expect(takeSeatByDomain(member.ctx(), { id: team.id })).rejects.toMatchObject({
      code: "seat_offer_ended",
    });
    await team.setRecord();
    expect(await state()).toEqual(["proven found"]);
    expect(await listOffers(member.ctx())).toEqual([
      {
        id: team.id,
        domain: team.domain,
        product: { name: team.product.name, slug: team.product.slug },
      },
    ]);
  });

  test("a domain is proven for one purchase: another one has another record", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    const other = await subscribe(shop, perSeat, { quantity: 2 });
    const input = { id: other.id, domain: team.domain };
    await addSeatDomain(shop.asUser(other.userId), input);
    await team.prove();
    await checkSeatDomain(shop.asUser(other.userId), input);
    const { domains } = await showSeats(shop.asUser(other.userId), input);
    expect(domains).toMatchObject([{ state: "waiting", answer: "other" }]);
  });

  test("a resolver that is down proves nothing, and changes nothing", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    const { config, ...as } = team.as();
    const ctx = { ...as, config: { ...config, dnsUrl: `${config.stripe.apiUrl}/dns/none` } };
    await expect(checkSeatDomain(ctx, { id: team.id, domain: team.domain })).rejects.toMatchObject({
      code: "dns_unavailable",
    });
    expect((await team.seats()).domains).toMatchObject([{ state: "proven" }]);
  });

  test("a domain that was removed and added again has the same record", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    const input = { id: team.id, domain: team.domain };
    await removeSeatDomain(team.as(), input);
    const member = await team.join();
    expect(await listOffers(member.ctx())).toEqual([]);
    await expect(takeSeatByDomain(member.ctx(), input)).rejects.toMatchObject({
      code: "not_found",
    });
    await addSeatDomain(team.as(), input);
    await team.check();
    expect(await listOffers(member.ctx())).toHaveLength(1);
  });

  test.each([
    ["gmail.com", null],
    [" @School.Example. ", "school.example"],
    ["schule-köln.example", "xn--schule-kln-lcb.example"],
    ["example", null],
    ["10.0.0.1", null],
    ["user@school.example", null],
    ["https://school.example", null],
    ["school.example/path", null],
    ["school.example:8080", null],
    ["", null],
  ])("the domain %j of an organization is read as %j", (text, domain) => {
    expect(toOrganizationDomain(text)).toBe(domain);
  });

  test("a mail provider’s domain and a sixth domain are refused", async () => {
    const shop = openTestShop();
    const { id, as } = await openDomain(shop);
    await expect(addSeatDomain(as(), { id, domain: "gmail.com" })).rejects.toMatchObject({
      code: "seat_domain_refused",
    });
    for (const name of ["b", "c", "d", "e"])
      await addSeatDomain(as(), { id, domain: `${name}.example` });
    await expect(addSeatDomain(as(), { id, domain: "f.example" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});

describe("a user with an address of the domain", () => {
  test("a user takes a seat by their domain once, which the buyer sees", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    const { userId, email, ctx } = await team.join();
    const seat = await takeSeatByDomain(ctx(), { id: team.id });
    expect(await takeSeatByDomain(ctx(), { id: team.id })).toEqual(seat);
    expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(1);
    expect(await listOffers(ctx())).toEqual([]);
    expect(await team.seats()).toMatchObject({
      used: 2,
      taken: [{ id: seat.id, userId, email, domain: team.domain }],
    });
  });

  test("an address that is not verified, of another domain or of a subdomain gives nothing", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    const { userId } = await team.join();
    const unverified = signInWith(shop, userId, null);
    const others = [`sub.${team.domain}`, `x${team.domain}`, "gmail.com"];
    const strangers = await Promise.all(others.map(async (of) => (await team.join(of)).ctx()));
    for (const ctx of [unverified, ...strangers]) {
      expect(await listOffers(ctx)).toEqual([]);
      await expect(takeSeatByDomain(ctx, { id: team.id })).rejects.toMatchObject({
        code: "not_found",
      });
    }
  });

  test("a sign-in that is older than a day gives no seat", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    const { ctx } = await team.join();
    const old = { ...ctx(), now: Date.now() + 25 * 3_600_000 };
    await expect(takeSeatByDomain(old, { id: team.id })).rejects.toMatchObject({
      code: "sign_in_again",
    });
  });

  test("a user takes a seat again after giving it up, but not after it was taken back", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    const { email, userId, ctx } = await team.join();
    const first = await takeSeatByDomain(ctx(), { id: team.id });
    await leaveSeat(ctx(), first);
    const later = Date.now() + 1000;
    const { id: seatId } = await takeSeatByDomain(ctx(later), { id: team.id });
    await removeSeat(team.as(later), { id: team.id, userId: team.userId, seatId });
    expect(await listOffers(ctx(later))).toEqual([]);
    await expect(takeSeatByDomain(ctx(later), { id: team.id })).rejects.toMatchObject({
      code: "seat_offer_ended",
    });
    await giveSeats(team.as(later + 1), { id: team.id, emails: [email] });
    await claimWaitingGifts(shop.ctx(undefined, later + 1), { userId, email });
    const given = (await team.seats()).taken[0]!;
    expect(given.domain).toBeNull();
    await leaveSeat(ctx(later + 2), given);
    expect(await listOffers(ctx(later + 2))).toHaveLength(1);
  });

  test("200 users of a domain at once get exactly as many seats as are free", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop, 51);
    await team.prove();
    const members = await Promise.all(Array.from({ length: 200 }, () => team.join()));
    const results = await Promise.allSettled(
      members.map(({ ctx }) => takeSeatByDomain(ctx(), { id: team.id })),
    );
    const codes = results.map((result) => ("reason" in result ? result.reason.code : "taken"));
    expect(codes.filter((code) => code === "taken")).toHaveLength(50);
    expect(codes.filter((code) => code === "seats_taken")).toHaveLength(150);
    expect(await team.seats()).toMatchObject({ quantity: 51, used: 51 });
    expect(await listOffers((await team.join()).ctx())).toEqual([]);
  });

  test("the address is what the provider vouched for at the sign-in", async () => {
    const shop = openTestShop();
    const read = async (hint: string) => {
      const browser = await signInAs(hint, openBrowser({ env: shop.env }));
      const token = browser.jar.get(SESSION_COOKIE)!;
      return (await resumeSession(shop.ctx(), { token }))?.actor.verifiedEmail;
    };
    const email = `${crypto.randomUUID().slice(0, 20)}@example.org`;
    expect(await read(email)).toBe(email);
    expect(await read("unverified")).toBeNull();
  });
});

describe("the offer ends", () => {
  test("a record that is gone ends the offer at night, takes no seat away, and begins it again", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    const { userId, ctx } = await team.join();
    await takeSeatByDomain(ctx(), { id: team.id });
    await team.setRecord(null);
    const night = Date.now() + DAY;
    await recheckSeatDomains(shop.ctx(undefined, night));
    expect((await team.seats(night)).domains).toMatchObject([{ state: "lost", answer: "missing" }]);
    expect(await listGrantsInForce(shop.ctx(), { userId })).toHaveLength(1);
    expect(await listOffers((await team.join()).ctx(night))).toEqual([]);
    await team.setRecord();
    await recheckSeatDomains(shop.ctx(undefined, night + DAY));
    expect(await listOffers((await team.join()).ctx(night + DAY))).toHaveLength(1);
    const { items } = await listAuditEntries(shop.ctx(), { targetId: team.id });
    expect(
      items
        .filter(({ action }) => action === "seats.domain_changed")
        .map(({ after }) => (after as { state: string }).state),
    ).toEqual(["proven", "lost", "proven", "added"]);
  });

  test("a proof older than a day is checked before somebody takes a seat", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    const { ctx } = await team.join();
    await team.setRecord(null);
    const later = Date.now() + DAY + 1000;
    await expect(takeSeatByDomain(ctx(later), { id: team.id })).rejects.toMatchObject({
      code: "seat_offer_ended",
    });
    expect((await team.seats(later)).domains).toMatchObject([{ state: "lost" }]);
  });

  test("a purchase that gives no access offers no seats", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    const charge = (await shop.ctx().stripe.charges.list()).data[0]!;
    await shop.control("disputes", { charge: charge.id });
    await team.sync();
    const { ctx } = await team.join();
    expect(await listOffers(ctx())).toEqual([]);
    await expect(takeSeatByDomain(ctx(), { id: team.id })).rejects.toMatchObject({
      code: "seats_unavailable",
    });
  });

  test("the domains are in the buyer’s export, and are deleted with the account", async () => {
    const shop = openTestShop();
    const team = await openDomain(shop);
    await team.prove();
    expect(await exportAccount(team.as())).toMatchObject({
      seatDomains: [{ poolId: team.id, domain: team.domain }],
    });
    await deleteAccount(team.as());
    const left = await env.DB.prepare("SELECT count(*) AS n FROM seat_domains WHERE pool_id = ?")
      .bind(team.id)
      .first<number>("n");
    expect(left).toBe(0);
  });
});

import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { commit } from "../db/client.ts";
import { forgetSiteVersion } from "../db/site-version.ts";
import { setLicenseDisabled } from "../delivery/licenses/set-license-disabled.ts";
import { showLibrary } from "../delivery/library/show-library.ts";
import { createGift } from "../gifts/create-gift.ts";
import { revokeGift } from "../gifts/revoke-gift.ts";
import { createApiKey, revokeApiKey } from "../identity/keys/change-keys.ts";
import { insertSession } from "../identity/sign-in/store.ts";
import type { Role } from "../shared/roles.ts";
import { scopes } from "../shared/scopes.ts";
import { syncStripeCustomer } from "../sync/customer/sync-stripe-customer.ts";
import { findLinkedStripeCustomer } from "../sync/customer/find-stripe-customers.ts";
import { openApiClient } from "../testing/clients/api-client.ts";
import {
  newSession,
  openBrowser,
  SESSION_COOKIE,
  type Browser,
} from "../testing/clients/sign-in.ts";
import { createLaggingDatabase } from "../testing/database/create-lagging-database.ts";
import { createDeviceClient, licenseBenefit } from "../testing/fixtures/licenses.ts";
import { openTestShop } from "../testing/shop.ts";
import { BOOKMARK_HEADER } from "./answer-from-replica.ts";

const MAX_LAG = 12;
const USERS = 10;

type TestEnv = typeof env & {
  MIGRATIONS: D1Migration[];
  LAGGING: D1Database;
  LAGGING_COPY_1: D1Database;
  LAGGING_COPY_2: D1Database;
};
const { MIGRATIONS, LAGGING, LAGGING_COPY_1, LAGGING_COPY_2 } = env as TestEnv;

const { count, seed } = inject("lives");
let draw = createRandom(seed);
const random = () => draw();
const oneOf = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!;

const db = createLaggingDatabase(LAGGING, [LAGGING_COPY_1, LAGGING_COPY_2], {
  maxLag: MAX_LAG,
  random,
});
const shop = openTestShop();
shop.env.DB = db.d1;
(shop.env as Env & { READ_REPLICAS: string }).READ_REPLICAS = "on";
const seller = () => shop.ctx({ type: "system", job: "seed" });
/** Each device has its own address, so that a long run meets no rate limit. */
const validate = (body: { key: string }) => createDeviceClient(shop)("validate", body);

beforeAll(async () => {
  await Promise.all(
    [LAGGING, LAGGING_COPY_1, LAGGING_COPY_2].map((d1) => applyD1Migrations(d1, MIGRATIONS)),
  );
  forgetSiteVersion();
});

async function startSession(userId: string, role: Role = "buyer") {
  const { db } = shop.ctx();
  const { row, token } = newSession(userId);
  await commit(db, [insertSession(db, row)]);
  if (role !== "buyer")
    await db.$client.prepare("UPDATE users SET role = ? WHERE id = ?").bind(role, userId).run();
  const browser = openBrowser({ jar: new Map([[SESSION_COOKIE, token]]), env: shop.env });
  return { id: row.id, token, browser };
}

const isSignedIn = async (browser: Browser) =>
  (await browser.json<{ user: unknown }>("/api/me")).user !== null;

async function listBought(browser: Browser): Promise<string[]> {
  const answer = await browser.json<{
    entries: { product: { id: string }; access: { active: boolean } }[];
  }>("/api/me/library");
  return answer.entries.flatMap(({ product, access }) => (access.active ? product.id : []));
}

const edit = (by: Browser, text: string) =>
  by.fetch("/api/admin/settings/shop", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Tidewater", line: text, supportEmail: null }),
  });

const readLine = async (browser: Browser) =>
  (await browser.json<{ shop: { line: string } }>("/api/shop")).shop.line;

async function newProgram() {
  const { id, secret } = await createApiKey(seller(), { name: "A program", scopes: [...scopes] });
  return { id, client: openApiClient(shop.env, secret) };
}

const newSoldProduct = (key: string) =>
  shop.createPublishedProduct({
    prices: [{ type: "one_time", amountMinor: 2900, currency: "usd" }],
    benefits: [
      { type: "feature", name: "Export", settings: { key } },
      licenseBenefit({ activationLimit: 5 }),
    ],
  });

describe("with read replicas", () => {
  test("a reader is answered by a replica, and a refusal by the primary", async () => {
    const product = await newSoldProduct("near");
    const userId = await shop.createUser();
    const { client } = await newProgram();
    await createGift(seller(), { userId, productId: product.id, note: "" });
    const check = () =>
      client.get<{ allowed: boolean }>(`/entitlements/check?feature=near&customer=${userId}`);
    // The copies may know neither the key nor the gift.
    expect((await check()).body.allowed).toBe(true);
    await db.catchUp();
    await check();
    const before = { ...db.answered };
    expect((await check()).body.allowed).toBe(true);
    expect(db.answered).toEqual({ ...before, byCopies: before.byCopies + 1 });
    const refused = await client.get(`/entitlements/check?feature=none&customer=${userId}`);
    expect(refused.body["allowed"]).toBe(false);
    expect(db.answered.byPrimary).toBe(before.byPrimary + 1);
  });

  test("replicas that are up to date answer every kind of read without the primary", async () => {
    const product = await newSoldProduct("reads");
    const userId = await shop.createUser();
    const { browser } = await startSession(userId);
    const { client } = await newProgram();
    const { secret } = client;
    await createGift(seller(), { userId, productId: product.id, note: "" });
    const { key } = (await shop
      .ctx()
      .db.$client.prepare("SELECT key FROM license_keys WHERE user_id = ?")
      .bind(userId)
      .first<{ key: string }>())!;
    const program = openApiClient(shop.env, secret);
    // The first use of the key is noted, which is a write.
    await program.get("/gifts");
    await db.catchUp();
    const before = db.answered.byPrimary;
    for (const path of ["/api/me", "/api/me/account", "/api/me/library", "/api/shop"])
      expect((await browser.fetch(path)).status).toBe(200);
    for (const path of ["gifts", `customers/${userId}`, `customers/${userId}/state`, "products"])
      expect([path, (await program.get(`/${path}`)).status]).toEqual([path, 200]);
    expect(await validate({ key })).toMatchObject({ valid: true });
    const many = { customer: userId, features: ["reads"] };
    expect((await program.post("/entitlements/check", many)).status).toBe(200);
    expect(db.answered.byPrimary).toBe(before);
    const { byCopies } = db.answered;
    // The feed has older events in R2, which has no replicas.
    expect((await program.get("/events?limit=1")).status).toBe(200);
    expect(db.answered.byCopies).toBe(byCopies);
  });

  test("a write gives browsers a bookmark in a cookie that scripts can't read", async () => {
    const { browser } = await startSession(await shop.createUser());
    const answer = await browser.fetch("/api/me/account", {
      method: "PATCH",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ name: "Ann" }),
    });
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^gatehouse\.bookmark=\d{10}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/,
      ),
    ]);
    expect(await browser.json("/api/me")).toMatchObject({ user: { name: "Ann" } });
    const read = await browser.fetch("/api/me");
    expect(read.headers.getSetCookie()).toEqual([]);
  });

  test("a bookmark that D1 does not know only costs the way to the primary", async () => {
    const { browser } = await startSession(await shop.createUser());
    for (const bookmark of ["9999999999", "nonsense", "first-primary", "a b;c"]) {
      browser.jar.set("gatehouse.bookmark", bookmark);
      expect(await isSignedIn(browser)).toBe(true);
      expect((await browser.fetch("/api/shop")).status).toBe(200);
    }
    // Nobody else is sent to the primary for it.
    await db.catchUp();
    const visitor = openBrowser({ env: shop.env });
    forgetSiteVersion();
    const before = db.answered.byPrimary;
    expect((await visitor.fetch("/api/shop")).status).toBe(200);
    expect(db.answered.byPrimary).toBe(before);
  });

  test("a program that sends the bookmark of its write reads that write", async () => {
    const product = await newSoldProduct("program");
    const { client } = await newProgram();
    const list = `/gifts?product=${product.id}`;
    for (let gifts = 1; gifts <= 5; gifts++) {
      const customer = await shop.createUser();
      const { headers } = await client.post("/gifts", { customer, product: product.id });
      const bookmark = headers.get(BOOKMARK_HEADER)!;
      const { body } = await client.send<{ data: unknown[] }>("GET", list, undefined, {
        [BOOKMARK_HEADER]: bookmark,
      });
      expect(body.data.length).toBe(gifts);
    }
  });

  test("a page is never kept with older content than its version, and its editor sees the edit", async () => {
    const editor = (await startSession(await shop.createUser(), "owner")).browser;
    const visitor = openBrowser({ env: shop.env });
    const visit = async (path: string, freshness: "fresh" | "late") => {
      draw = freshness === "fresh" ? cycle(0, 0.99, 0.999) : cycle(0.99, 0, 0);
      const answer = await visitor.fetch(path);
      draw = createRandom(seed);
      return answer;
    };
    await db.catchUp();
    await edit(editor, "Before");
    await db.catchUp();
    forgetSiteVersion();
    expect(await readLine(visitor)).toBe("Before");

    await edit(editor, "After");
    // The first request reads the version from a replica that knows the edit, and the second one uses it.
    await visit("/api/shop/theme.css", "fresh");
    expect(await (await visit("/api/shop", "late")).text()).toContain('"line":"After"');

    await edit(editor, "Later");
    // Now the version that is known here is older than the edit, as on another machine.
    await visit("/api/shop/theme.css", "late");
    expect(await (await visit("/api/shop", "late")).text()).toContain('"line":"After"');
    expect(await readLine(editor)).toBe("Later");
  });

  test("a request that is refused and asked again counts once for its limit", async () => {
    const { client } = await newProgram();
    let counted = 0;
    const limit = async () => ({ success: ++counted > 0 });
    const limited = { ...shop.env, KEY_LIMIT: { limit } };
    const path = `/entitlements/check?feature=x&customer=${await shop.createUser()}`;
    const { status } = await openApiClient(limited, client.secret).get(path);
    expect([status, counted]).toEqual([200, 1]);
  });

  test("with the setting off, nothing asks for a session of D1", async () => {
    const d1 = { ...db.d1, withSession: () => expect.unreachable() };
    const off = { ...shop.env, DB: d1 as unknown as D1Database, READ_REPLICAS: "off" };
    const { token } = await startSession(await shop.createUser());
    const browser = openBrowser({ jar: new Map([[SESSION_COOKIE, token]]), env: off });
    expect(await isSignedIn(browser)).toBe(true);
    const answer = await browser.fetch("/api/me/sessions", { method: "DELETE" });
    expect([answer.ok, answer.headers.getSetCookie()]).toEqual([true, []]);
  });

  test("D1's own sessions work, with the database of this machine", async () => {
    const own = { ...shop.env, DB: LAGGING };
    const { token } = await startSession(await shop.createUser());
    const browser = openBrowser({ jar: new Map([[SESSION_COOKIE, token]]), env: own });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await listBought(browser)).toEqual([]);
    expect((await browser.fetch("/api/shop/products/none")).status).toBe(404);
  });
});

/**
 * What must be true of a thing since the commits that changed it. `since` is the number of commits then: a copy may
 * answer as before until it is as many commits ahead as a copy may be late.
 */
function createTruth() {
  let isOn = false;
  let since = 0;
  const fails = (what: string, answer: boolean, expected: boolean) =>
    answer === expected ? [] : [what];

  return {
    isOn: () => isOn,
    set(next: boolean): void {
      isOn = next;
      since = db.countCommits();
    },
    /** A yes may be late. A no never is: what is on is answered as on, and what is off is answered so after the lag. */
    async check(what: string, ask: () => Promise<boolean>): Promise<void> {
      const isLagOver = db.countCommits() - since >= MAX_LAG;
      const answer = await ask();
      if (isOn) wrong.push(...fails(`${what}: refused`, answer, true));
      else if (isLagOver) wrong.push(...fails(`${what}: let in after the lag`, answer, false));
    },
    /** For whoever has made the change: it is seen at once. */
    checkOwn(what: string, answer: boolean): void {
      wrong.push(...fails(`${what}: own write`, answer, isOn));
    },
  };
}

/** What was answered wrongly. */
const wrong: string[] = [];

type Truth = ReturnType<typeof createTruth>;

async function startLife(product: Awaited<ReturnType<typeof newSoldProduct>>, feature: string) {
  const userId = await shop.createUser();
  const { browser } = await startSession(userId);
  return {
    userId,
    product,
    feature,
    browser,
    access: createTruth(),
    /** A second browser of the user, whose session the first one ends. */
    other: undefined as undefined | (Awaited<ReturnType<typeof startSession>> & { truth: Truth }),
    giftId: undefined as string | undefined,
    license: undefined as undefined | { id: string; key: string; truth: Truth },
  };
}

type Life = Awaited<ReturnType<typeof startLife>>;

async function syncUser({ userId }: Life) {
  const linked = await findLinkedStripeCustomer(shop.ctx(), { userId });
  if (linked) await syncStripeCustomer(shop.ctx(), { customerId: linked.id, force: true });
}

/** Reads the key of the license that the user has now, at the primary. */
async function noteLicense(life: Life) {
  const row = await shop
    .ctx()
    .db.$client.prepare("SELECT id, key FROM license_keys WHERE user_id = ? ORDER BY id DESC")
    .bind(life.userId)
    .first<{ id: string; key: string }>();
  if (!row) return;
  if (life.license?.id !== row.id) life.license = { ...row, truth: createTruth() };
  life.license.truth.set(life.access.isOn());
}

/** A program, whose key the seller replaces now and then. */
let program: Awaited<ReturnType<typeof newProgram>> & { truth: Truth };
const revoked: (typeof program)[] = [];
/** The seller, who edits the shop in the console. */
let owner: Browser;
let line = "";

/** Everything that happens. What does not apply does nothing. */
const actions: Record<string, (life: Life) => Promise<void>> = {
  async buy(life) {
    if (life.access.isOn()) return;
    const send = (path: string, body?: unknown) =>
      life.browser.json<{ id: string; url: string }>(path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body ?? {}),
      });
    const { id, url } = await send("/api/me/checkouts", { priceId: life.product.prices[0]!.id });
    await shop.pay(url);
    await send(`/api/me/checkouts/${id}/confirmation`);
    life.access.set(true);
    const bought = await listBought(life.browser);
    life.access.checkOwn("library", bought.includes(life.product.id));
    await noteLicense(life);
  },
  async refund(life) {
    const entries = await showLibrary(shop.ctx(), { userId: life.userId });
    if (!entries.some(({ source, access }) => source !== "gift" && access.active)) return;
    const { stripe } = shop.ctx();
    const linked = await findLinkedStripeCustomer(shop.ctx(), { userId: life.userId });
    const { data } = await stripe.charges.list({ customer: linked!.stripeCustomerId });
    const charge = data.find(({ refunded }) => !refunded)!;
    await stripe.refunds.create({ charge: charge.id });
    await syncUser(life);
    life.access.set(false);
    await noteLicense(life);
  },
  async give(life) {
    if (life.access.isOn()) return;
    const { id } = await createGift(seller(), {
      userId: life.userId,
      productId: life.product.id,
      note: "",
    });
    life.giftId = id;
    life.access.set(true);
    await noteLicense(life);
  },
  async takeBack(life) {
    if (!life.access.isOn() || life.giftId === undefined) return;
    await revokeGift(seller(), { id: life.giftId });
    life.giftId = undefined;
    life.access.set(false);
    await noteLicense(life);
  },
  async signInElsewhere(life) {
    if (life.other?.truth.isOn()) return;
    life.other = { ...(await startSession(life.userId)), truth: createTruth() };
    life.other.truth.set(true);
  },
  async signOutElsewhere({ other, browser }) {
    if (!other?.truth.isOn()) return;
    await browser.fetch(`/api/me/sessions/${other.id}`, { method: "DELETE" });
    other.truth.set(false);
    const { sessions } = await browser.json<{ sessions: { id: string }[] }>("/api/me/account");
    const isListed = sessions.some(({ id }) => id === other.id);
    other.truth.checkOwn("the list of sessions", isListed);
  },
  async disableLicense({ license }) {
    if (!license?.truth.isOn()) return;
    await setLicenseDisabled(seller(), { id: license.id, isDisabled: true });
    license.truth.set(false);
  },
  async enableLicense({ license, access }) {
    if (!license || !access.isOn()) return;
    await setLicenseDisabled(seller(), { id: license.id, isDisabled: false });
    license.truth.set(true);
  },
  async replaceKey() {
    await revokeApiKey(seller(), { id: program.id });
    program.truth.set(false);
    revoked.push(program);
    program = { ...(await newProgram()), truth: createTruth() };
    program.truth.set(true);
  },
  async editShop() {
    line = `Line ${crypto.randomUUID()}`;
    await edit(owner, line);
    // Not always, because the page would then be kept for the visitors, too.
    if (random() < 0.5) expect(await readLine(owner), "the shop: own write").toBe(line);
  },
  async visitShop() {
    // Another isolate, or this one five seconds later.
    if (random() < 0.5) forgetSiteVersion();
    // What one request has read of the version, the next one uses.
    for (const path of ["/api/shop/theme.css", "/api/shop"])
      expect((await openBrowser({ env: shop.env }).fetch(path)).status).toBe(200);
  },
  /** No page is kept with older content than its version, however late the replica was that it was drawn from. */
  async visitAfterTheLag() {
    await db.catchUp();
    forgetSiteVersion();
    const visitor = openBrowser({ env: shop.env });
    if (line !== "") expect(await readLine(visitor), "the shop after the lag").toBe(line);
  },
};

/** Asks as everybody would, and compares with what must be true. */
async function ask(life: Life) {
  const { access, browser, other, license, userId, feature } = life;
  const path = `/entitlements/check?feature=${feature}&customer=${userId}`;
  const works = async ({ client }: typeof program) => (await client.get(path)).status === 200;
  await program.truth.check("the new API key", () => works(program));
  for (const old of revoked.slice(-2))
    await old.truth.check("the revoked API key", () => works(old));
  await access.check("the check", async () => {
    const { body } = await program.client.get<{ allowed: boolean }>(path);
    return body.allowed;
  });
  await access.check("the check of several features", async () => {
    const asked = { customer: userId, features: [feature] };
    const { body } = await program.client.post<{ data: { allowed: boolean }[] }>(
      "/entitlements/check",
      asked,
    );
    return body.data[0]!.allowed;
  });
  expect(await isSignedIn(browser), "the session: refused").toBe(true);
  await other?.truth.check("the other session", () => isSignedIn(other.browser));
  await license?.truth.check("the license", async () => {
    const { valid } = await validate({ key: license.key });
    return valid;
  });
}

test("ten users read their own writes, no payer is refused, and no access outlives the lag", async () => {
  owner = (await startSession(await shop.createUser(), "owner")).browser;
  program = { ...(await newProgram()), truth: createTruth() };
  program.truth.set(true);
  const product = await newSoldProduct("lives");
  const lives: Life[] = [];
  while (lives.length < USERS) lives.push(await startLife(product, "lives"));
  const names = Object.keys(actions);
  const cheap = names.filter((name) => name !== "buy" && name !== "refund");
  for (let step = 0; step < 10 * count; step++) {
    const life = oneOf(lives);
    // Purchases ask Stripe, so they are rarer than they could be.
    const name = random() < 0.2 ? oneOf(["buy", "refund"]) : oneOf(cheap);
    await actions[name]!(life);
    await ask(life);
    await ask(oneOf(lives));
    expect(wrong, `after step ${step}: ${name}`).toEqual([]);
  }
  await actions["visitAfterTheLag"]!(lives[0]!);
  expect(db.answered.byCopies).toBeGreaterThan(db.answered.byPrimary / 10);
});

/** A generator of these numbers, again and again. */
function cycle(...numbers: number[]): () => number {
  let at = 0;
  return () => numbers[at++ % numbers.length]!;
}

/** A generator of numbers from 0 up to 1 (mulberry32). */
function createRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import app from "./app.ts";
import { answerRequest } from "./answer-request.ts";
import { createGift } from "./gifts/create-gift.ts";
import { newApiKey } from "./identity/keys/key-form.ts";
import { newToken } from "./lib/crypto.ts";
import { DAY } from "./lib/time.ts";
import { createApiClient } from "./testing/clients/api-client.ts";
import { createSignedInUser, ORIGIN, SESSION_COOKIE } from "./testing/clients/sign-in.ts";
import { interceptDatabase } from "./testing/database/intercept-database.ts";
import { giveLicense } from "./testing/fixtures/licenses.ts";
import { openTestShop, signWebhook } from "./testing/shop.ts";

/** The requests of a run, and what differs in each. Both ways get the same ones in the same order. */
const RANDOM_REQUESTS = 200;
const SEED = 20_261_126;

type Way = "app" | "short way";

/** A shop in which each way answers, so that what one request changes is the same for the next. */
type World = Awaited<ReturnType<typeof openWorld>>;

async function openWorld(way: Way) {
  const shop = openTestShop();
  const email = `${crypto.randomUUID()}@example.com`;
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run();
  const createUser = async (change = "name = name", sessionChange = "id = id") => {
    const { userId, token } = await createSignedInUser({ env: shop.env });
    await run(`UPDATE users SET ${change} WHERE id = ?`, userId);
    await run(`UPDATE sessions SET ${sessionChange} WHERE user_id = ?`, userId);
    return { userId, token };
  };
  const createKey = async (change = "name = name", scopes?: "products:read"[]) => {
    const client = await createApiClient(shop, scopes);
    await run(`UPDATE api_keys SET ${change} WHERE id = ?`, client.keyId);
    return client.secret;
  };
  const product = await shop.createDraftProduct({
    benefits: [{ type: "feature", name: "Export", settings: { key: "export" } }],
  });
  const license = await giveLicense(shop, { activationLimit: 1, usesLimit: 5 });
  const disabled = await giveLicense(shop);
  await run("UPDATE license_keys SET disabled_at = 1 WHERE key = ?", disabled.key);
  const customer = await shop.createUser(email);
  await createGift(shop.ctx(), { userId: customer, productId: product.id, note: "" });
  const stripeCustomer = `cus_${crypto.randomUUID().replaceAll("-", "")}`;
  await run(
    "INSERT INTO customers (id, user_id, mode, stripe_customer_id, created_at) VALUES (?1, ?2, 'test', ?3, 0)",
    stripeCustomer.replace("cus_", "cst_"),
    customer,
    stripeCustomer,
  );
  return {
    way,
    shop,
    customer,
    email,
    stripeCustomer,
    product,
    key: license.key,
    disabledKey: disabled.key,
    tokens: {
      good: (await createUser()).token,
      "in German": (await createUser("locale = 'de'")).token,
      old: (await createUser("locale = 'fr'", `last_seen_at = last_seen_at - ${2 * DAY}`)).token,
      expired: (await createUser("id = id", "expires_at = 1")).token,
      "of a disabled user": (await createUser("status = 'disabled'")).token,
      unknown: newToken(),
    },
    secrets: {
      good: await createKey(),
      revoked: await createKey("revoked_at = 1"),
      expired: await createKey("expires_at = 1"),
      "without the scope": await createKey("name = name", ["products:read"]),
      unknown: newApiKey("test"),
      live: newApiKey("live"),
    },
  };
}

type Change = (request: Draft, world: World) => void;

/** A request before it is made. */
type Draft = {
  method: string;
  url: string;
  headers: Record<string, string | undefined>;
  body?: string | Uint8Array<ArrayBuffer> | undefined;
  /** Changes what is bound to the Worker. */
  env: Partial<Env>;
  /** For webhooks: what is signed, and with which time in seconds before now. */
  event?: Record<string, unknown>;
  signedBefore?: number;
};

const header =
  (name: string, value: string | undefined): Change =>
  ({ headers }) => {
    headers[name] = value;
  };
const path =
  (change: (url: string) => string): Change =>
  (request) => {
    request.url = change(request.url);
  };
const refuse: RateLimit = { limit: async () => ({ success: false }) };
const broken: RateLimit = { limit: () => Promise.reject(new Error("no limiter")) };
const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const changesOfAll: Record<string, Change> = {
  HEAD: (request) => void (request.method = "HEAD"),
  OPTIONS: (request) => void (request.method = "OPTIONS"),
  PUT: (request) => void (request.method = "PUT"),
  "another method": (request) => void (request.method = request.body ? "GET" : "POST"),
  "a slash at the end": path((url) => url.replace(/(?=\?|$)/, "/")),
  "two slashes": path((url) => url.replace("/api/", "/api//")),
  "another case": path((url) => url.replace("/api/", "/API/")),
  "an escaped letter": path((url) => url.replace("/api/", "/%61pi/")),
  "a query": path((url) => `${url}${url.includes("?") ? "&" : "?"}lang=de`),
  "an empty query": path((url) => `${url}?`),
  "a fragment": path((url) => `${url}#there`),
  "another host": path((url) => url.replace("localhost", "evil.example")),
  https: path((url) => url.replace("http:", "https:")),
  "no port": path((url) => url.replace(":8787", "")),
  "a foreign origin": header("origin", "https://evil.example"),
  "a cross-site fetch": header("sec-fetch-site", "cross-site"),
  "a foreign referrer": header("referer", "https://evil.example/"),
  "a language": header("accept-language", "de-AT, de;q=0.9, en;q=0.1"),
  "the app's language": header("x-locale", "fr"),
  "no address": header("cf-connecting-ip", undefined),
  "an IPv6 address": header("cf-connecting-ip", "2001:db8::1"),
  "a mapped address": header("cf-connecting-ip", "::ffff:192.0.2.9"),
  "an ETag": header("if-none-match", "*"),
  "another request's id": header("request-id", "req_other"),
  "a session": ({ headers }, { tokens }) =>
    void (headers["cookie"] = `${SESSION_COOKIE}=${tokens.good}`),
  "a key": ({ headers }, { secrets }) => void (headers["authorization"] = `Bearer ${secrets.good}`),
  "refused by SIGN_IN_LIMIT": ({ env }) => void (env.SIGN_IN_LIMIT = refuse),
  "refused by API_LIMIT": ({ env }) => void (env.API_LIMIT = refuse),
  "refused by LICENSE_LIMIT": ({ env }) => void (env.LICENSE_LIMIT = refuse),
  "refused by KEY_LIMIT": ({ env }) => void (env.KEY_LIMIT = refuse),
  "broken limiters": ({ env }) =>
    void Object.assign(env, { API_LIMIT: broken, LICENSE_LIMIT: broken, KEY_LIMIT: broken }),
  "a database that fails": (request, { shop }) => {
    request.env.DB = interceptDatabase(shop.env.DB, (sql, call) =>
      // Both know the languages, or neither does.
      sql[0]!.includes("site_version") ? call() : Promise.reject(new Error("D1_ERROR: lost")),
    );
  },
  "a refused configuration": ({ env }) => void (env.AUTH_SECRET = "short"),
  "a length that is too high": ({ headers }) =>
    void (headers["content-length"] &&= String(2_000_000)),
  "a length that is no number": header("content-length", "many"),
  "no length": header("content-length", undefined),
};

const changesOfBodies: Record<string, Change> = {
  "no body": (request) => void (request.body = undefined),
  "an empty body": (request) => void (request.body = ""),
  "half a body": (request) => void (request.body = request.body?.slice(0, 20)),
  "a byte order mark": (request) =>
    void (request.body = bytes(`\xEF\xBB\xBF${String(request.body)}`)),
  "two byte order marks": (request) =>
    void (request.body = bytes(`\xEF\xBB\xBF\xEF\xBB\xBF${String(request.body)}`)),
  "broken UTF-8": (request) => void (request.body = bytes(`{"key":"\xFF\xC0"}`)),
  "a list": (request) => void (request.body = "[]"),
  null: (request) => void (request.body = "null"),
  "much space": (request) => void (request.body = `${" ".repeat(16_000)}${String(request.body)}`),
  "too much space": (request) =>
    void (request.body = `${" ".repeat(2_000_000)}${String(request.body)}`),
  "16 KB of two bytes each": (request) => void (request.body = `"${"é".repeat(8200)}"`),
  "plain text": header("content-type", "text/plain"),
  "a charset": header("content-type", "application/json; charset=utf-8"),
  "a type in capitals": header("content-type", "Application/JSON"),
  "another JSON": header("content-type", "application/vnd.shop+json"),
  "nearly JSON": header("content-type", "application/jsonp"),
  "a form": header("content-type", "application/x-www-form-urlencoded"),
  "no type": header("content-type", undefined),
};

const body =
  (fields: (world: World) => Record<string, unknown>): Change =>
  (request, world) => {
    // Another change may have made something else of it.
    const others = /^\{.*\}$/.test(String(request.body)) ? JSON.parse(String(request.body)) : {};
    request.body = JSON.stringify({ ...others, ...fields(world) });
  };
const cookie =
  (write: (world: World) => string): Change =>
  ({ headers }, world) =>
    void (headers["cookie"] = write(world));
const withToken = (name: keyof World["tokens"]) =>
  cookie(({ tokens }) => `${SESSION_COOKIE}=${tokens[name]}`);
const authorize =
  (write: (secrets: World["secrets"]) => string): Change =>
  ({ headers }, { secrets }) =>
    void (headers["authorization"] = write(secrets));
const query =
  (write: (world: World) => string): Change =>
  (request, world) =>
    void (request.url = request.url.replace(/\?.*|$/, `?${write(world)}`));
const event =
  (fields: (world: World) => Record<string, unknown>): Change =>
  (request, world) =>
    void (request.event = { ...request.event, ...fields(world) });

type Call = { start(world: World): Draft; changes: Record<string, Change> };

const calls: Record<string, Call> = {
  "GET /api/me": {
    start: ({ tokens }) => ({
      method: "GET",
      url: `${ORIGIN}/api/me`,
      headers: {
        "cf-connecting-ip": "192.0.2.1",
        cookie: `${SESSION_COOKIE}=${tokens.good}`,
      },
      env: {},
    }),
    changes: {
      "no cookie": header("cookie", undefined),
      "an empty cookie": header("cookie", ""),
      "a cookie without a value": header("cookie", `${SESSION_COOKIE}=`),
      "a longer name": cookie(({ tokens }) => `${SESSION_COOKIE}.0=${tokens.good}`),
      "several cookies": cookie(
        ({ tokens }) => `a=b;  ${SESSION_COOKIE}=${tokens.good} ;${SESSION_COOKIE}=other`,
      ),
      "in German": withToken("in German"),
      "in German already": cookie(
        ({ tokens }) => `gatehouse.locale=de; ${SESSION_COOKIE}=${tokens["in German"]}`,
      ),
      "in the made-up language": cookie(
        ({ tokens }) => `gatehouse.locale=en-XA; ${SESSION_COOKIE}=${tokens["in German"]}`,
      ),
      old: withToken("old"),
      expired: withToken("expired"),
      "of a disabled user": withToken("of a disabled user"),
      unknown: withToken("unknown"),
    },
  },
  "POST /api/v1/licenses/validate": {
    start: ({ key }) => ({
      method: "POST",
      url: `${ORIGIN}/api/v1/licenses/validate`,
      headers: { "cf-connecting-ip": "192.0.2.2", "content-type": "application/json" },
      body: JSON.stringify({ key }),
      env: {},
    }),
    changes: {
      ...changesOfBodies,
      "a device": body(() => ({ fingerprint: "9f86d081" })),
      "a device with a long name": body(() => ({ fingerprint: "ü".repeat(200) })),
      "a device with too long a name": body(() => ({ fingerprint: "a".repeat(256) })),
      "its product": body(({ product }) => ({ product: product.slug })),
      "another product": body(() => ({ product: "another" })),
      uses: body(() => ({ uses: 2 })),
      "no uses": body(() => ({ uses: 0 })),
      "an unknown field": body(() => ({ seats: 1 })),
      "a prototype": (request) => void (request.body = '{"key":"a","__proto__":{"product":"b"}}'),
      "the key twice": (request) => void (request.body = '{"key":"a","key":"b"}'),
      "a typed key": body(({ key }) => ({ key: ` ${key.toLowerCase().replaceAll("-", " ")}` })),
      "an unknown key": body(() => ({ key: "TIDE-00000" })),
      "a disabled key": body(({ disabledKey }) => ({ key: disabledKey })),
      "a key that is a number": body(() => ({ key: 1 })),
    },
  },
  "GET /api/v1/entitlements/check": {
    start: ({ customer, secrets }) => ({
      method: "GET",
      url: `${ORIGIN}/api/v1/entitlements/check?feature=export&customer=${customer}`,
      headers: { "cf-connecting-ip": "192.0.2.3", authorization: `Bearer ${secrets.good}` },
      env: {},
    }),
    changes: {
      "no key": header("authorization", undefined),
      "no scheme": authorize(({ good }) => good),
      "a small letter": authorize(({ good }) => `bearer ${good}`),
      "two spaces": authorize(({ good }) => `Bearer  ${good}`),
      Basic: authorize(({ good }) => `Basic ${btoa(`${good}:`)}`),
      "a broken Basic": authorize(() => "Basic %%%"),
      "a typo": authorize(({ good }) => `Bearer ${good.slice(0, -1)}`),
      revoked: authorize(({ revoked }) => `Bearer ${revoked}`),
      expired: authorize(({ expired }) => `Bearer ${expired}`),
      "without the scope": authorize((secrets) => `Bearer ${secrets["without the scope"]}`),
      unknown: authorize(({ unknown }) => `Bearer ${unknown}`),
      "of live mode": authorize(({ live }) => `Bearer ${live}`),
      "the key in the query": path((url) => `${url}&key=gh_test_0123456789`),
      "an unknown feature": query(({ customer }) => `feature=nothing&customer=${customer}`),
      "a feature in quotes": query(({ customer }) => `feature=%22a%22%5D&customer=${customer}`),
      "a feature with a plus": query(({ customer }) => `feature=a+b&customer=${customer}`),
      "an escaped feature": query(({ customer }) => `feature=%65xport&customer=${customer}`),
      "a broken escape": query(({ customer }) => `feature=%E0%A4%A&customer=${customer}`),
      "another question mark": path((url) => url.replace("?", "??")),
      "the customer first": query(({ customer }) => `customer=${customer}&feature=export`),
      "no feature": query(({ customer }) => `customer=${customer}`),
      "two features": query(({ customer }) => `feature=a&feature=b&customer=${customer}`),
      "no customer": query(() => "feature=export"),
      "an unknown customer": query(() => `feature=export&customer=usr_${"0".repeat(26)}`),
      "a malformed customer": query(() => "feature=export&customer=ann"),
      "an email": query(
        ({ email }) => `feature=export&email=${email.toUpperCase().replace("@", "%40")}`,
      ),
      "an identity": query(({ shop }) => {
        const issuer = encodeURIComponent(shop.ctx().config.auth.providers[0]!.issuer);
        return `feature=export&subject=ann&issuer=${issuer}`;
      }),
      "an unknown issuer": query(() => "feature=export&subject=ann&issuer=https://id.example"),
      "half an identity": query(() => "feature=export&subject=ann"),
      "two addresses": path((url) => `${url}&email=ann@example.com`),
      "a prototype": path((url) => `${url}&__proto__=a`),
    },
  },
  "POST /api/stripe/webhook": {
    start: ({ stripeCustomer }) => ({
      method: "POST",
      url: `${ORIGIN}/api/stripe/webhook`,
      headers: { "content-type": "application/json; charset=utf-8" },
      env: {},
      event: {
        id: "evt_1",
        object: "event",
        type: "invoice.paid",
        created: 1,
        livemode: false,
        data: { object: { id: "in_1", object: "invoice", customer: stripeCustomer } },
      },
    }),
    changes: {
      ...changesOfBodies,
      "no signature": header("stripe-signature", ""),
      "a wrong signature": header("stripe-signature", `t=1,v1=${"0".repeat(64)}`),
      "an old signature": (request) => void (request.signedBefore = 301),
      "a signature that is nearly old": (request) => void (request.signedBefore = 300),
      "a future signature": (request) => void (request.signedBefore = -301),
      "another event": event(() => ({ id: "evt_2" })),
      "an unknown customer": event(() => ({
        id: "evt_3",
        data: { object: { object: "invoice", customer: "cus_unknown" } },
      })),
      "no customer": event(() => ({ id: "evt_4", data: { object: { object: "payout" } } })),
      "a product": event(() => ({
        id: "evt_5",
        data: { object: { object: "product", id: "prod_unknown" } },
      })),
      "of live mode": event(() => ({ id: "evt_6", livemode: true })),
      thin: event(() => ({ object: "v2.core.event", id: "evt_7" })),
      "a thin one without an id": event(() => ({ object: "v2.core.event", id: 1, data: null })),
      "no type": event(() => ({ type: undefined })),
    },
  },
};

/** Makes the request, as clients send it: with the length of its body. */
async function makeRequest(world: World, callName: string, changeNames: string[]) {
  const call = calls[callName]!;
  const draft = call.start(world);
  const changes = { ...changesOfAll, ...call.changes };
  // A database that fails is wrapped, and the others are changes of what is sent.
  const found = changeNames.map((name) => changes[name]!);
  if (draft.event) {
    for (const change of found.filter((each) => Object.values(call.changes).includes(each)))
      change(draft, world);
    // The ids of events are unique in the database, and each way has a shop of its own.
    const id = draft.event["id"];
    const own = typeof id === "string" ? `${id}_${world.stripeCustomer}` : id;
    draft.body = JSON.stringify({ ...draft.event, id: own });
    const signedAt = Date.now() - (draft.signedBefore ?? 0) * 1000;
    const signature = await signWebhook(draft.body, signedAt);
    draft.headers = { "stripe-signature": signature, ...draft.headers };
  }
  const length = () => (draft.body === undefined ? undefined : String(new Blob([draft.body]).size));
  draft.headers["content-length"] = length();
  for (const change of found) {
    change(draft, world);
    if (Object.values(changesOfBodies).includes(change)) draft.headers["content-length"] = length();
  }
  const { method, url, body: sent } = draft;
  const headers = new Headers();
  for (const [name, value] of Object.entries(draft.headers))
    if (value !== undefined) headers.set(name, value);
  const hasBody = sent !== undefined && !["GET", "HEAD"].includes(method);
  return {
    request: new Request(url, { method, headers, ...(hasBody && { body: sent }) }),
    env: draft.env,
  };
}

/** Sends a request one way, and returns all that it did: the answer, limits, statements, messages, and logs. */
async function answer(world: World, callName: string, changeNames: string[]) {
  const { shop, way } = world;
  const limits: string[] = [];
  const statements: string[] = [];
  const deferred: Promise<unknown>[] = [];
  const made = await makeRequest(world, callName, changeNames);
  const recordLimits = (name: string, limiter: RateLimit): RateLimit => ({
    limit: (input) => (limits.push(`${name} ${input.key}`), limiter.limit(input)),
  });
  const unlimited: RateLimit = { limit: async () => ({ success: true }) };
  const bound = { ...shop.env, ...made.env };
  for (const name of ["SIGN_IN_LIMIT", "API_LIMIT", "LICENSE_LIMIT", "KEY_LIMIT"] as const)
    bound[name] = recordLimits(name, made.env[name] ?? unlimited);
  bound.DB = interceptDatabase(bound.DB, (sql, call) => {
    statements.push(...sql);
    return call();
  });
  const execution = {
    waitUntil: (work: Promise<unknown>) => void deferred.push(work),
    passThroughOnException() {},
    props: {},
  } as unknown as ExecutionContext;
  const logs: unknown[] = [];
  for (const level of ["info", "warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line) => void logs.push([level, line]));
  const send = way === "app" ? app.fetch : answerRequest;
  const response = await send(made.request, bound, execution);
  await Promise.allSettled(deferred);
  const did = {
    status: response.status,
    headers: [...response.headers].toSorted(),
    body: await response.text(),
    limits,
    // The app reads which languages the seller offers, every five seconds.
    statements: statements.filter((sql) => !sql.includes("site_version")),
    deferred: deferred.length,
    queued: shop.loseMessages(),
    logs,
  };
  vi.restoreAllMocks();
  return JSON.parse(nameAll(JSON.stringify(did), world)) as typeof did;
}

/** Replaces what differs from world to world: ids, keys, hashes. */
function nameAll(text: string, { stripeCustomer, key, disabledKey }: World): string {
  const names: [string, string][] = [
    [stripeCustomer, "cus"],
    [stripeCustomer.replace("cus_", ""), "cst"],
    [key, "key"],
    [disabledKey, "disabled key"],
  ];
  return names
    .reduce((named, [value, name]) => named.replaceAll(value, name), text)
    .replaceAll(/\b([a-z]{3})_[0-9a-z]{26}\b/g, "$1_id")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "time")
    .replaceAll(/[0-9a-f]{64}/g, "hash")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "uuid")
    .replaceAll(/(gatehouse\.session=)[\w-]{43}/g, "$1token");
}

describe("both ways to answer a frequent call do the same", () => {
  let worlds: World[];
  beforeAll(async () => {
    worlds = [await openWorld("app"), await openWorld("short way")];
  });
  afterEach(() => void vi.useRealTimers());

  async function sendBothWays(callName: string, changeNames: string[]) {
    // The times in answers are the same, and no limit's period ends in between.
    vi.useFakeTimers({ toFake: ["Date"], now: Math.ceil(Date.now() / 60_000) * 60_000 + 1 });
    const [byApp, byShortWay] = [
      await answer(worlds[0]!, callName, changeNames),
      await answer(worlds[1]!, callName, changeNames),
    ];
    const request = { callName, changeNames };
    return [
      { ...request, ...byShortWay },
      { ...request, ...byApp },
    ] as const;
  }

  test.each(Object.entries(calls))(
    "%s: a usual request, and each change of it",
    async (name, call) => {
      const [usual, usualByApp] = await sendBothWays(name, []);
      expect(usual).toEqual(usualByApp);
      expect(usual.status).toBe(200);
      for (const change of Object.keys({ ...changesOfAll, ...call.changes })) {
        const [byShortWay, byApp] = await sendBothWays(name, [change]);
        expect(byShortWay).toEqual(byApp);
      }
    },
  );

  test("random requests with several changes", async () => {
    const requests = fc.constantFrom(...Object.keys(calls)).chain((name) => {
      const changes = Object.keys({ ...changesOfAll, ...calls[name]!.changes });
      const own = Object.keys(calls[name]!.changes);
      const change = fc.oneof(fc.constantFrom(...changes), fc.constantFrom(...own));
      return fc.tuple(fc.constant(name), fc.array(change, { minLength: 2, maxLength: 4 }));
    });
    for (const [name, changes] of fc.sample(requests, { numRuns: RANDOM_REQUESTS, seed: SEED })) {
      const [byShortWay, byApp] = await sendBothWays(name, changes);
      expect(byShortWay).toEqual(byApp);
    }
  });

  test("usual requests reach only the short way", async () => {
    const fetch = vi.spyOn(app, "fetch");
    for (const name of Object.keys(calls)) {
      const { request } = await makeRequest(worlds[1]!, name, []);
      const execution = { waitUntil() {}, passThroughOnException() {}, props: {} };
      const response = await answerRequest(request, worlds[1]!.shop.env, execution as never);
      expect([name, response.status]).toEqual([name, 200]);
    }
    expect(fetch).not.toHaveBeenCalled();
  });
});

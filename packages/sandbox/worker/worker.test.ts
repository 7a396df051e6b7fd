import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildWorker } from "../build/build-worker.ts";
import { receiveWebhooks } from "../testing/receive-webhooks.ts";
import type { WorldAccess } from "./world.ts";

const createKey = "create-key-of-the-tests";
const redirect = "http://127.0.0.1:9/callback";
const client = {
  id: "app",
  secret: "sandbox-secret",
  redirectUris: [redirect],
  requirePkce: false,
};

let dir: string;
let miniflare: Miniflare;
let origin: URL;
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), "sandbox-worker-"));
  miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      modules: true,
      script: readFileSync(await buildWorker(dir), "utf8"),
      compatibilityDate: "2026-10-15",
      compatibilityFlags: ["nodejs_compat", "global_fetch_strictly_public"],
      durableObjects: { WORLDS: { className: "World", useSQLite: true } },
      bindings: { CREATE_KEY: createKey },
    }),
  );
  origin = await miniflare.ready;
});
afterAll(async () => {
  await miniflare.dispose();
  rmSync(dir, { recursive: true, force: true });
});

const asKey = (key: string) => ({ authorization: `Bearer ${key}` });

function changeWorlds(method: string, path: string, body?: object, key = createKey) {
  const init = {
    method,
    headers: asKey(key),
    body: body === undefined ? null : JSON.stringify(body),
  };
  return fetch(new URL(path, origin), init);
}

/** Creates a world with the plain client of Stripe for it. */
async function createWorld(options: object = {}) {
  const response = await changeWorlds("POST", "/worlds", options);
  expect(response.status).toBe(201);
  const world = (await response.json()) as WorldAccess;
  const stripe = new Stripe(world.secretKey, {
    host: origin.hostname,
    port: origin.port,
    protocol: "http",
    maxNetworkRetries: 0,
  });
  const control = (path: string, body?: object) =>
    fetch(`${world.url}/_sandbox/${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...asKey(world.secretKey), "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return { ...world, stripe, control };
}

async function subscribe({ stripe, control }: Awaited<ReturnType<typeof createWorld>>) {
  const price = await stripe.prices.create({
    currency: "usd",
    unit_amount: 900,
    recurring: { interval: "month" },
    product_data: { name: "Pro" },
  });
  const session = await stripe.checkout.sessions.create({
    mode: "subscription",
    line_items: [{ price: price.id, quantity: 1 }],
    success_url: "http://localhost:3000/thanks",
  });
  expect((await control(`checkout/${session.id}/pay`, {})).status).toBe(200);
  return stripe.checkout.sessions.retrieve(session.id, { expand: ["subscription"] });
}

test("two worlds sell to different customers, and neither sees or controls the other", async () => {
  const [one, other] = [await createWorld(), await createWorld()];
  const session = await subscribe(one);
  expect(session.subscription).toMatchObject({ status: "active" });
  expect((await one.stripe.customers.list()).data).toHaveLength(1);
  expect((await other.stripe.customers.list()).data).toEqual([]);
  await expect(other.stripe.checkout.sessions.retrieve(session.id)).rejects.toThrow("No such");
  const withWrongKey = await fetch(`${one.url}/_sandbox/reset`, {
    method: "POST",
    headers: asKey(other.secretKey),
  });
  expect(withWrongKey.status).toBe(401);
  for (const path of ["/_sandbox/requests", "/mail/messages", "/hooks/a/received"])
    expect(await fetch(one.url + path)).toMatchObject({ status: 401 });
  const guessed = new Stripe(`sk_test_sandbox_${one.id}_guessed`, {
    host: origin.hostname,
    port: origin.port,
    protocol: "http",
  });
  await expect(guessed.customers.list()).rejects.toThrow("Invalid API Key");
});

test("only who has the key of the Worker creates worlds", async () => {
  expect((await changeWorlds("POST", "/worlds", {}, "wrong")).status).toBe(401);
  expect((await changeWorlds("POST", "/worlds", { webhook: { url: "file:///etc" } })).status).toBe(
    400,
  );
  expect((await fetch(new URL("/nobodysworld/", origin))).status).toBe(404);
});

test("a world that is put again keeps its key and customers", async () => {
  const path = `/worlds/again${crypto.randomUUID().slice(0, 8)}`;
  const first = (await (await changeWorlds("PUT", path, {})).json()) as WorldAccess;
  const stripe = new Stripe(first.secretKey, {
    host: origin.hostname,
    port: origin.port,
    protocol: "http",
  });
  const { id } = await stripe.customers.create({ name: "Ann" });
  const second = await (await changeWorlds("PUT", path, { clients: [client] })).json();
  expect(second).toEqual(first);
  expect(await stripe.customers.retrieve(id)).toMatchObject({ name: "Ann" });
  expect((await changeWorlds("DELETE", path)).status).toBe(204);
  await expect(stripe.customers.retrieve(id)).rejects.toThrow("Invalid API Key");
});

test("a request that fails leaves nothing of what it had written", async () => {
  const { stripe } = await createWorld();
  const customer = await stripe.customers.create({
    payment_method: "pm_card_chargeCustomerFail",
    invoice_settings: { default_payment_method: "pm_card_chargeCustomerFail" },
  });
  const price = await stripe.prices.create({
    currency: "usd",
    unit_amount: 900,
    recurring: { interval: "month" },
    product_data: { name: "Pro" },
  });
  const subscribing = stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    payment_behavior: "error_if_incomplete",
  });
  await expect(subscribing).rejects.toThrow("declined");
  expect((await stripe.subscriptions.list({ status: "all" })).data).toEqual([]);
  expect((await stripe.invoices.list()).data).toEqual([]);
});

test("webhooks are delivered, again after a failure, and renewals when the clock moves", async () => {
  const receiver = await receiveWebhooks();
  receiver.nextStatuses.push(500);
  const webhook = { url: receiver.url, secret: "whsec_of_a_world", events: ["invoice.paid"] };
  const world = await createWorld({ webhook });
  await subscribe(world);
  // The first was refused, and sent again a second later.
  await receiver.waitForCount(2);
  const [refused, repeated] = receiver.received;
  expect(repeated!.id).toBe(refused!.id);
  const { amount_paid: paid } = world.stripe.webhooks.constructEvent(
    repeated!.body,
    repeated!.signature,
    webhook.secret,
  ).data.object as Stripe.Invoice;
  expect(paid).toBe(900);
  expect((await world.control("clock", { advanceSeconds: 32 * 86_400 })).status).toBe(200);
  await receiver.waitForCount(3);
  expect((await world.stripe.invoices.list()).data).toHaveLength(2);
  receiver.close();
});

test("a user signs in at the world's own issuer, and the cookies stay below its path", async () => {
  const world = await createWorld({ clients: [client] });
  const discovered = await fetch(`${world.issuer}/.well-known/openid-configuration`);
  const provider = (await discovered.json()) as Record<string, string>;
  expect(provider["issuer"]).toBe(world.issuer);
  const query = {
    client_id: "app",
    redirect_uri: redirect,
    response_type: "code",
    scope: "openid email",
    login_hint: "ann",
  };
  let next = `${provider["authorization_endpoint"]}?${new URLSearchParams(query)}`;
  const cookies = new Map<string, string>();
  while (!next.startsWith(redirect)) {
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(next, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
      expect(line.toLowerCase()).toContain(`path=/${world.id}/oidc`);
    }
    next = new URL(response.headers.get("location") ?? "", next).href;
  }
  const exchanged = await fetch(provider["token_endpoint"]!, {
    method: "POST",
    headers: { authorization: `Basic ${btoa("app:sandbox-secret")}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code: new URL(next).searchParams.get("code") ?? "",
      redirect_uri: redirect,
    }),
  });
  expect(exchanged).toMatchObject({ status: 200 });
  const { access_token: token } = (await exchanged.json()) as { access_token: string };
  const user = await fetch(provider["userinfo_endpoint"]!, { headers: asKey(token) });
  expect(await user.json()).toMatchObject({ sub: "ann", email: "ann@example.com" });
});

test("each page says that nothing is real, links inside of its world, and is not for robots", async () => {
  const world = await createWorld();
  const locked = await fetch(`${world.url}/`);
  expect(locked.status).toBe(401);
  const entered = await fetch(`${world.url}/enter`, {
    method: "POST",
    body: new URLSearchParams({ key: world.secretKey }),
    redirect: "manual",
  });
  expect(entered.headers.get("location")).toBe(`/${world.id}/`);
  const cookie = entered.headers.get("set-cookie") ?? "";
  expect(cookie).toContain(`Path=/${world.id};`);
  const page = await fetch(`${world.url}/`, { headers: { cookie: cookie.split(";")[0]! } });
  const text = await page.text();
  expect(page.headers.get("x-robots-tag")).toContain("noindex");
  expect(text).toContain("Nothing here is real");
  expect(text).toContain(`href="/${world.id}/mail"`);
  expect(text).not.toMatch(/(?:href|action|src)="\/(?!\w{26}\/)/);
  expect(await (await fetch(new URL("/robots.txt", origin))).text()).toContain("Disallow: /");
});

test("a world that nobody uses is deleted by its alarm", async () => {
  const world = await createWorld({ keepForSeconds: 1 });
  await expect
    .poll(async () => (await fetch(`${world.url}/`)).status, { timeout: 60_000 })
    .toBe(404);
  await expect(world.stripe.customers.list()).rejects.toThrow("Invalid API Key");
});

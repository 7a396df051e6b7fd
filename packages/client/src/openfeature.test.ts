import { OpenFeature, ProviderFatalError } from "@openfeature/server-sdk";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { KEY, startFakeShop, type FakeShop } from "../testing/fake-shop.ts";
import { createGatehouse } from "./client.ts";
import { GatehouseProvider } from "./openfeature.ts";

const ann = { targetingKey: "usr_ann" };
const bob = { targetingKey: "usr_bob" };
let shop: FakeShop;

beforeEach(async () => {
  shop = await startFakeShop();
  shop.paying.add("usr_ann");
});
afterEach(async () => {
  await OpenFeature.close();
  await shop.stop();
});

/** Starts the provider as an app does, and returns OpenFeature's client. */
async function start(key = KEY) {
  const provider = new GatehouseProvider({ shop: createGatehouse({ url: shop.url, key }) });
  await OpenFeature.setProviderAndWait(provider);
  return OpenFeature.getClient();
}

test("a boolean flag is whether the customer may use the feature", async () => {
  const client = await start();
  expect(await client.getBooleanValue("export", false, ann)).toBe(true);
  expect(await client.getBooleanValue("export", true, bob)).toBe(false);
});

test("a number flag is the limit", async () => {
  const client = await start();
  expect(await client.getNumberValue("export", -1, ann)).toBe(5);
  expect(await client.getNumberValue("export", -1, bob)).toBe(0);
});

test("an object flag is the shop's whole answer", async () => {
  const client = await start();
  expect(await client.getObjectValue("export", {}, ann)).toMatchObject({ allowed: true, limit: 5 });
});

test("a string flag is a type mismatch", async () => {
  const client = await start();
  expect(await client.getStringDetails("export", "none", ann)).toMatchObject({
    value: "none",
    errorCode: "TYPE_MISMATCH",
  });
});

test("a context without a customer gives the default", async () => {
  const client = await start();
  expect(await client.getBooleanDetails("export", false, {})).toMatchObject({
    value: false,
    errorCode: "TARGETING_KEY_MISSING",
  });
});

test("the context may name the customer in another way", async () => {
  const provider = new GatehouseProvider({
    shop: createGatehouse({ url: shop.url, key: KEY }),
    customer: ({ email }) => ({ email: String(email) }),
  });
  await OpenFeature.setProviderAndWait(provider);
  await OpenFeature.getClient().getBooleanValue("export", false, { email: "ann@example.com" });
  expect(new URL(shop.requests.at(-1)!.url).searchParams.get("email")).toBe("ann@example.com");
});

test("while the shop cannot be asked, the default decides", async () => {
  const client = await start();
  shop.state = 503;
  expect(await client.getBooleanValue("export", true, bob)).toBe(true);
  expect(await client.getBooleanValue("export", false, ann)).toBe(false);
});

test("the provider starts while the shop is down", async () => {
  shop.state = 503;
  const client = await start();
  shop.state = "up";
  expect(await client.getBooleanValue("export", false, ann)).toBe(true);
});

test("a refused key stops the start", async () => {
  await expect(start("gh_test_revoked")).rejects.toBeInstanceOf(ProviderFatalError);
});

test("a key that is refused later gives no access, although the default is true", async () => {
  const client = await start();
  shop.state = 401;
  expect(await client.getBooleanDetails("export", true, ann)).toMatchObject({
    value: false,
    reason: "ERROR",
  });
});

test("a flag that is no feature of the shop is not found, and gives the default", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const client = await start();
  expect(await client.getBooleanDetails("exprot", true, ann)).toMatchObject({
    value: true,
    errorCode: "FLAG_NOT_FOUND",
  });
});

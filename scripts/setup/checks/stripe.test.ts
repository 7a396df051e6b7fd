import type { Sandbox } from "@gatehouse/sandbox";
import { createTestAccount, startTestSandbox } from "@gatehouse/sandbox/testing/test-account";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keyPermissions } from "../../../worker/stripe/permissions.ts";
import { createTestSurroundings } from "../testing/test-surroundings.ts";
import { checkStripeKey } from "./stripe.ts";

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

const check = (key: string) =>
  checkStripeKey(createTestSurroundings({ stripeUrl: sandbox.url }), key);

async function createRestrictedKey(names: string[]): Promise<string> {
  const { control } = createTestAccount(sandbox);
  const { body } = await control<{ key: string }>("restricted-keys", { permissions: names });
  return body.key;
}

const all = keyPermissions.map(({ name }) => name);

test("a secret key is accepted with its account, country and mode, and a restricted one is advised", async () => {
  expect(await check(createTestAccount(sandbox).key)).toEqual([
    { state: "ok", says: expect.stringMatching(/^Stripe account acct_\w+, US, in test mode\.$/) },
    { state: "ok", says: expect.stringContaining("permissions%5B%5D=rak_charge_write") },
  ]);
});

test("a restricted key with all permissions is accepted", async () => {
  expect(await check(await createRestrictedKey(all))).toMatchObject([
    { state: "ok", says: expect.stringContaining("in test mode") },
    { state: "ok", says: "The restricted key has all permissions." },
  ]);
});

test("each permission that a restricted key lacks is named, with what it is for", async () => {
  const key = await createRestrictedKey(all.filter((name) => !/^(?:webhook|charge)_/.test(name)));
  expect(await check(key)).toEqual([
    {
      state: "refused",
      says: "The key lacks Charges and Refunds › Write, which the shop needs to see payments and refund them.",
      next: expect.stringContaining("https://dashboard.stripe.com/test/apikeys"),
    },
    {
      state: "refused",
      says: expect.stringContaining("Webhook Endpoints"),
      next: expect.anything(),
    },
  ]);
});

test.each([
  ["pk_test_1", "publishable key"],
  ["whsec_1", "not a key of Stripe"],
  ["rk_test_unknown", "does not know this key"],
])("%s is refused: it is a %s", async (key, reason) => {
  expect(await check(key)).toMatchObject([
    { state: "refused", says: expect.stringContaining(reason) },
  ]);
});

test("a Stripe that does not answer is told from a wrong key", async () => {
  const findings = await checkStripeKey(createTestSurroundings(), "sk_test_1");
  expect(findings).toMatchObject([
    { state: "refused", says: expect.stringContaining("could not check") },
  ]);
});

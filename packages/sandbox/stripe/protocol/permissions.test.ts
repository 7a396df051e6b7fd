import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Sandbox } from "../../main.ts";
import { createTestAccount, startTestSandbox } from "../../testing/test-account.ts";
import { features } from "../features.ts";
import { findExpandPermission, findRequestPermission } from "./permissions.ts";

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startTestSandbox()));
afterAll(() => sandbox.stop());

/** Returns an account, and a second client of it whose key has only these permissions. */
async function createRestrictedClient(...permissions: string[]) {
  const account = createTestAccount(sandbox);
  const { body } = await account.control<{ key: string }>("restricted-keys", { permissions });
  return { account, ...createTestAccount(sandbox, body.key) };
}

describe("a restricted key", () => {
  it("403 that names the missing permission, and nothing was written", async () => {
    const { account, stripe, key } = await createRestrictedClient("customer_read");
    await expect(stripe.customers.create({ name: "Ann" })).rejects.toMatchObject({
      type: "StripePermissionError",
      rawType: "invalid_request_error",
      statusCode: 403,
      code: "more_permissions_required",
      message: expect.stringMatching(
        new RegExp(
          `^Permission denied\\. The provided key 'rk_test_\\.\\.\\.${key.slice(-4)}' does not have the required permissions for this endpoint on account 'acct_\\w+'\\. Enabling Customers Write \\('customer_write'\\) permissions on this key would allow this request to continue\\.`,
        ),
      ),
    });
    expect((await account.stripe.customers.list()).data).toEqual([]);
  });

  it("a restricted key reads and writes the objects of its account with a permission to write", async () => {
    const { account, stripe } = await createRestrictedClient("customer_write");
    const { id } = await stripe.customers.create({ name: "Ann" });
    expect(await account.stripe.customers.retrieve(id)).toMatchObject({ name: "Ann" });
    expect(await stripe.customers.retrieve(id)).toMatchObject({ name: "Ann" });
  });

  it("403 comes before an unknown id, a wrong parameter and a used idempotency key", async () => {
    const { account, stripe } = await createRestrictedClient("charge_read");
    const idempotencyKey = crypto.randomUUID();
    await account.stripe.customers.create({ name: "Ann" }, { idempotencyKey });
    const denied = { statusCode: 403, code: "more_permissions_required" };
    await expect(stripe.subscriptions.update("sub_none", {})).rejects.toMatchObject(denied);
    await expect(stripe.refunds.create({ amount: -1 })).rejects.toMatchObject(denied);
    await expect(
      stripe.customers.create({ name: "Bob" }, { idempotencyKey }),
    ).rejects.toMatchObject(denied);
  });

  it("403 is not stored under the idempotency key", async () => {
    const { account, stripe } = await createRestrictedClient();
    const idempotencyKey = crypto.randomUUID();
    await expect(stripe.customers.create({}, { idempotencyKey })).rejects.toMatchObject({
      statusCode: 403,
    });
    expect(await account.stripe.customers.create({}, { idempotencyKey })).toMatchObject({
      object: "customer",
    });
  });

  it("403 for an expanded object that it may not read", async () => {
    const { account, stripe } = await createRestrictedClient("plan_read");
    const { id } = await account.price(500);
    expect(await stripe.prices.retrieve(id)).toMatchObject({ id });
    await expect(stripe.prices.retrieve(id, { expand: ["product"] })).rejects.toMatchObject({
      statusCode: 403,
      message: expect.stringContaining("('product_read')"),
    });
  });

  it("401 if it does not exist", async () => {
    const { stripe } = createTestAccount(sandbox, "rk_test_unknown");
    await expect(stripe.customers.list()).rejects.toMatchObject({ statusCode: 401 });
  });
});

it("every endpoint and every object type needs a permission", () => {
  for (const { method, path } of features.flatMap(({ endpoints = [] }) => endpoints))
    expect(findRequestPermission(method, path)).toMatch(/_(read|write)$/);
  for (const { type } of features.flatMap(({ objectTypes = [] }) => objectTypes))
    expect(findExpandPermission(type)).toMatch(/_read$/);
});

import { withShop } from "../../scripts/shop/with-shop.ts";
import { createApiKey } from "../../worker/identity/keys/change-keys.ts";
import { scopes } from "../../worker/shared/scopes.ts";
import { sandboxUrl, shopEnvironment, shopUrl } from "./shop.ts";

/** Creates an API key with every scope. */
export async function createKey(): Promise<string> {
  const key = await withShop(shopEnvironment(), "test", (newCtx) =>
    createApiKey(newCtx(), { name: "Test", scopes: [...scopes] }),
  );
  return key.secret;
}

/** Calls the shop's API as another program does. */
export async function callApi<Result>(
  key: string,
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<Result> {
  const response = await fetch(`${shopUrl()}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return JSON.parse(text) as Result;
}

/** Refunds every paid order of a customer in full, in Stripe's dashboard. */
export async function refundOrders(key: string, email: string): Promise<void> {
  const { data: customers } = await callApi<{ data: { id: string }[] }>(
    key,
    "GET",
    `/customers?email=${encodeURIComponent(email)}`,
  );
  const { orders } = await callApi<{ orders: { stripePaymentIntentId: string; status: string }[] }>(
    key,
    "GET",
    `/customers/${customers[0]?.id}/state`,
  );
  for (const { stripePaymentIntentId } of orders.filter(({ status }) => status === "paid")) {
    const response = await fetch(`${sandboxUrl()}/v1/refunds`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test_sandbox" },
      body: new URLSearchParams({ payment_intent: stripePaymentIntentId }),
    });
    if (!response.ok) throw new Error(`The refund failed: ${await response.text()}`);
  }
}

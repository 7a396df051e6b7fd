import { expect, test } from "vitest";
import type { EntitlementCheck } from "../../api/entitlements/schema.ts";
import type { Entitlement } from "../../feed/entitlement.ts";
import { createApiClient } from "../../testing/clients/api-client.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { createGift } from "../../gifts/create-gift.ts";

test("the console answers as the API does: by id, by email, and for an unknown customer", async () => {
  const shop = openTestShop();
  const admin = await createSignedInUser({ role: "admin" });
  const client = await createApiClient(shop, ["entitlements:read"]);
  const feature = `export-${crypto.randomUUID().slice(0, 8)}`;
  const { id: productId } = await shop.createPublishedProduct({
    benefits: [{ type: "feature", name: "Export", settings: { key: feature } }],
  });
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await shop.createUser(email);
  await createGift(shop.ctx(), { userId, productId, note: "A gift" });

  for (const [address, allowed] of [
    [{ customer: userId }, true],
    [{ email }, true],
    [{ email: "nobody@example.com" }, false],
  ] as const) {
    const query = new URLSearchParams({ feature, ...address });
    const { body } = await client.get<EntitlementCheck>(`/entitlements/check?${query}`);
    const { reason: _, ...entitlement } = body;
    const [customer = ""] = Object.values(address);
    const shown = await admin.json<Entitlement>(
      `/api/admin/developers/check?${new URLSearchParams({ feature, customer })}`,
    );
    expect(shown).toEqual(entitlement);
    expect(shown.allowed).toBe(allowed);
  }
  const { features } = await admin.json<{ features: { key: string }[] }>(
    "/api/admin/developers/features",
  );
  expect(features).toContainEqual({ key: feature, name: "Export" });
});

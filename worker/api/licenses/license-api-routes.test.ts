import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createGift } from "../../gifts/create-gift.ts";
import { createApiClient } from "../../testing/clients/api-client.ts";
import {
  createDeviceClient,
  findLicenseInLibrary,
  licenseBenefit,
} from "../../testing/fixtures/licenses.ts";
import type { Scope } from "../../shared/scopes.ts";
import { openTestShop, type TestShop } from "../../testing/shop.ts";

type License = { id: string; key: string; status: string; productId: string };
type List = { data: License[]; nextCursor: string | null };

async function createUserWithLicense(shop: TestShop) {
  const product = await shop.createPublishedProduct({ benefits: [licenseBenefit()] });
  const userId = await shop.createUser();
  await createGift(shop.ctx(), { userId, productId: product.id, note: "" });
  const { id, key } = (await findLicenseInLibrary(shop, userId))!.license!;
  return { product, userId, id, key };
}

const listAuditEntries = async (targetId: string) =>
  (
    await env.DB.prepare(
      "SELECT action, actor_id FROM audit_entries WHERE target_id = ? ORDER BY id",
    )
      .bind(targetId)
      .all()
  ).results;

describe("GET /licenses", () => {
  it("GET /licenses lists by customer, product, status and time", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { userId, product, id } = await createUserWithLicense(shop);
    const found = async (query: string) =>
      (await client.get<List>(`/licenses?${query}`)).body.data.map((each) => each.id);
    const all = `customer=${userId}&product=${product.id}`;
    expect(await found(`${all}&status=granted`)).toEqual([id]);
    expect(await found(`${all}&status=disabled`)).toEqual([]);
    expect(await found(`customer=${userId}&createdBefore=2020-01-01T00:00:00Z`)).toEqual([]);
    expect(await found("limit=100")).toContain(id);
  });

  it("GET /licenses filters by product and status without a customer", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { product, id } = await createUserWithLicense(shop);
    const found = async (query: string) =>
      (await client.get<{ data: License[] }>(`/licenses?${query}`)).body.data.map(
        (each) => each.id,
      );
    expect(await found(`product=${product.id}`)).toEqual([id]);
    await client.post(`/licenses/${id}/disablement`, {});
    expect(await found(`product=${product.id}&status=granted`)).toEqual([]);
    expect(await found(`product=${product.id}&status=disabled,expired`)).toEqual([id]);
    expect(await found("status=disabled&limit=100")).toContain(id);
  });

  it("GET /licenses leaves out keys in stock, which belong to no customer", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { id } = await createUserWithLicense(shop);
    const stock = `lic_z${crypto.randomUUID().replaceAll("-", "").slice(0, 25)}`;
    await env.DB.prepare(
      `INSERT INTO license_keys (id, benefit_id, key, key_hash, origin, is_in_stock, created_at)
      SELECT ?1, benefit_id, ?1, ?1, 'imported', 1, 9e15 FROM license_keys WHERE id = ?2`,
    )
      .bind(stock, id)
      .run();
    const { body } = await client.get<List>("/licenses?limit=100");
    expect(body.data.map((each) => each.id)).not.toContain(stock);
    expect((await client.get(`/licenses/${stock}`)).status).toBe(404);
    expect((await client.post(`/licenses/${stock}/disablement`, {})).status).toBe(404);
  });
});

describe("a license", () => {
  it("a license is disabled and enabled, and recorded with the key", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { id, key } = await createUserWithLicense(shop);
    const path = `/licenses/${id}/disablement`;
    const validate = async () =>
      (await createDeviceClient(shop)<{ code: string }>("validate", { key })).code;
    for (let again = 0; again < 2; again++)
      expect(await client.post(path, {})).toMatchObject({
        status: 200,
        body: { id, status: "disabled" },
      });
    expect(await validate()).toBe("DISABLED");
    expect(await client.send("DELETE", path)).toMatchObject({
      status: 200,
      body: { status: "granted" },
    });
    expect(await validate()).toBe("VALID");
    expect(await listAuditEntries(id)).toEqual([
      { action: "license.disabled", actor_id: client.keyId },
      { action: "license.enabled", actor_id: client.keyId },
    ]);
  });

  it("a license is replaced by a new key, once for each Idempotency-Key", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { id, key, userId } = await createUserWithLicense(shop);
    const rotate = () =>
      client.post<License>(`/licenses/${id}/rotation`, {}, { "idempotency-key": id });
    const [first, second] = [await rotate(), await rotate()];
    expect(first).toMatchObject({ status: 201, body: { status: "granted" } });
    expect(second.body).toEqual(first.body);
    expect(first.body.key).not.toBe(key);
    expect((await client.get(`/licenses/${id}`)).body).toMatchObject({ status: "revoked" });
    expect((await findLicenseInLibrary(shop, userId))!.license).toMatchObject({
      id: first.body.id,
    });
    expect(await listAuditEntries(id)).toEqual([
      { action: "license.rotated", actor_id: client.keyId },
    ]);
  });

  it("a license is not replaced while it is disabled, and nothing is recorded", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { id } = await createUserWithLicense(shop);
    await client.post(`/licenses/${id}/disablement`, {});
    expect(await client.post(`/licenses/${id}/rotation`, {})).toMatchObject({
      status: 409,
      body: { code: "license_key_unusable" },
    });
    expect((await listAuditEntries(id)).map(({ action }) => action)).toEqual(["license.disabled"]);
  });

  it("a license of the other mode is not found, and cannot be changed", async () => {
    const shop = openTestShop();
    const client = await createApiClient(shop);
    const { id, product, userId } = await createUserWithLicense(shop);
    await env.DB.prepare("UPDATE products SET mode = 'live' WHERE id = ?").bind(product.id).run();
    expect((await client.get(`/licenses/${id}`)).status).toBe(404);
    for (const action of ["disablement", "rotation"])
      expect((await client.post(`/licenses/${id}/${action}`, {})).status).toBe(404);
    const { body } = await client.get<List>(`/licenses?customer=${userId}`);
    expect(body.data).toEqual([]);
  });
});

it("an API key without licenses:read sees no license key: in states, events and after changes", async () => {
  const shop = openTestShop();
  const { userId, id, key } = await createUserWithLicense(shop);
  const readAll = async (...more: Scope[]) => {
    const client = await createApiClient(shop, [
      "customers:read",
      "events:read",
      "licenses:write",
      ...more,
    ]);
    const state = await client.get<object>(`/customers/${userId}/state`);
    const events = await client.get<{ data: { id: string; customerId: string }[] }>(
      "/events?types=license.created&limit=100",
    );
    const event = events.body.data.find(({ customerId }) => customerId === userId)!;
    const one = await client.get<object>(`/events/${event.id}`);
    const changed = await client.post<object>(`/licenses/${id}/disablement`);
    return [state.body, event, one.body, changed.body];
  };
  for (const body of await readAll()) {
    expect(JSON.stringify(body)).toContain(id);
    expect(JSON.stringify(body)).not.toContain(key);
  }
  for (const body of await readAll("licenses:read")) expect(JSON.stringify(body)).toContain(key);
});

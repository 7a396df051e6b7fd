import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { buyLicense, createDeviceClient, giveLicense } from "../../testing/fixtures/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import type { AuditEntry } from "../../audit/list-audit-entries.ts";
import type { Page } from "../../db/page-cursor.ts";
import { importLicenses } from "./import-licenses.ts";
import type { ListedLicense } from "./list-licenses.ts";
import type { AdminLicense } from "./show-license.ts";

const shop = openTestShop();
const name = () => crypto.randomUUID();
const LICENSES = "/api/admin/licenses";
let support: Awaited<ReturnType<typeof createSignedInUser>>;
let admin: Awaited<ReturnType<typeof createSignedInUser>>;

const post = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

beforeAll(async () => {
  support = await createSignedInUser({ env: shop.env, role: "support" });
  admin = await createSignedInUser({ env: shop.env, role: "admin" });
});

const list = (query: Record<string, string>) =>
  support.json<Page<ListedLicense>>(`${LICENSES}?${new URLSearchParams(query)}`);

describe("a license key", () => {
  test("support sees the end of a license key, and the whole one key at a time with an audit entry", async () => {
    const { benefitId, key, userId } = await buyLicense(shop);
    const end = `…${key.slice(-5)}`;
    const pathsTo = (id: string) => [
      `${LICENSES}?benefitId=${benefitId}`,
      `${LICENSES}/${id}`,
      `/api/admin/search?search=${key}`,
      `/api/admin/customers/${userId}`,
    ];
    const { items } = await list({ benefitId });
    const { id } = items[0]!;
    for (const path of pathsTo(id)) {
      const shown = JSON.stringify(await support.json(path)).replaceAll(`search=${key}`, "");
      expect([path, shown.includes(end), shown.includes(key)]).toEqual([path, true, false]);
      expect(JSON.stringify(await admin.json(path))).toContain(key);
    }
    const listAudit = () =>
      admin.json<Page<AuditEntry>>(`/api/admin/audit?search=${id}&action=license.revealed`);
    expect((await listAudit()).items).toEqual([]);
    expect(await support.json(`${LICENSES}/${id}/key`, { method: "POST" })).toEqual({ key });
    expect((await listAudit()).items).toMatchObject([{ actorId: support.userId }]);
  });

  test("a license key shows its user, source and activations; a device can be removed once", async () => {
    const { benefitId, key, userId } = await buyLicense(shop, { activationLimit: 2 });
    const device = createDeviceClient(shop);
    await device("activate", { key, fingerprint: "a", label: "Laptop" });
    const { items } = await list({ benefitId });
    const path = `${LICENSES}/${items[0]!.id}`;
    const shown = await support.json<AdminLicense>(path);
    expect(shown).toMatchObject({
      key: `…${key.slice(-5)}`,
      isKeyHidden: true,
      state: "granted",
      user: { id: userId },
      benefitName: "A license",
      why: { sourceType: "order", product: { name: "A Product" }, revokedAt: null },
      activations: [{ label: "Laptop", fingerprint: "a" }],
    });
    const activation = `${path}/activations/${shown.activations[0]!.id}`;
    expect((await support.fetch(activation, { method: "DELETE" })).status).toBe(204);
    expect((await support.fetch(activation, { method: "DELETE" })).status).toBe(404);
    expect((await support.json<AdminLicense>(path)).activations).toEqual([]);
    expect(await device("validate", { key, fingerprint: "a" })).toMatchObject({
      code: "NOT_ACTIVATED",
    });
    const audit = `/api/admin/audit?search=${shown.id}`;
    expect((await admin.json<Page<AuditEntry>>(audit)).items).toMatchObject([
      { action: "license.device_removed", before: { label: "Laptop" } },
    ]);
  });

  test("a license key does not remove a device of another key", async () => {
    const [mine, other] = [await giveLicense(shop), await giveLicense(shop)];
    await createDeviceClient(shop)("activate", { key: other.key, fingerprint: "a" });
    const id = async (benefitId: string) => (await list({ benefitId })).items[0]!.id;
    const theirs = await support.json<AdminLicense>(`${LICENSES}/${await id(other.benefitId)}`);
    const path = `${LICENSES}/${await id(mine.benefitId)}/activations/${theirs.activations[0]!.id}`;
    expect((await support.fetch(path, { method: "DELETE" })).status).toBe(404);
  });
});

describe("the list", () => {
  test("the list is searched by the start of an email, case-insensitive, in pages", async () => {
    const { benefitId, userId } = await giveLicense(shop);
    const mark = name().slice(0, 8);
    await env.DB.prepare("UPDATE users SET email = ? WHERE id = ?")
      .bind(`${mark}-one@example.com`, userId)
      .run();
    const second = await giveLicense(shop);
    await env.DB.prepare("UPDATE users SET email = ? WHERE id = ?")
      .bind(`${mark}-two@example.com`, second.userId)
      .run();
    const first = await list({ search: mark.toUpperCase(), limit: "1" });
    expect(first.items).toMatchObject([{ user: { id: userId } }]);
    const next = await list({ search: mark, limit: "1", cursor: first.nextCursor! });
    expect(next).toMatchObject({ items: [{ user: { id: second.userId } }], nextCursor: null });
    expect((await list({ search: mark, benefitId })).items).toHaveLength(1);
    expect((await list({ search: `${mark}-three` })).items).toEqual([]);
  });

  test("the list of keys filters by state", async () => {
    const { benefitId, key } = await giveLicense(shop);
    const csv = `key,expires_at\n${name()},\n${name()},2001-01-01`;
    await importLicenses(shop.ctx(), { benefitId, csv, handOut: false });
    await importLicenses(shop.ctx(), { benefitId, csv: `key\n${name()}`, handOut: true });
    const statesOf = async (state: string) =>
      (await list({ benefitId, state })).items.map((item) => [
        item.state,
        item.key === `…${key.slice(-5)}`,
      ]);
    expect(await statesOf("expired")).toEqual([["expired", false]]);
    expect(await statesOf("in_stock")).toEqual([["in_stock", false]]);
    expect(await statesOf("disabled")).toEqual([]);
    const { id } = (await list({ benefitId, search: key })).items[0]!;
    await support.fetch(`${LICENSES}/${id}/suspension`, { method: "POST" });
    expect(await statesOf("disabled")).toEqual([["disabled", true]]);
    expect(await statesOf("granted")).toEqual([["granted", false]]);
  });

  test("the list of keys is exported as CSV without formulas", async () => {
    const { benefitId } = await giveLicense(shop);
    // So many keys that are not in stock come first that one page finds none.
    const used = Array.from({ length: 1100 }, () => name());
    const keys = Array.from({ length: 130 }, () => `=${name()}`);
    await importLicenses(shop.ctx(), { benefitId, csv: `key\n${keys.join("\n")}`, handOut: true });
    await importLicenses(
      { ...shop.ctx(), now: Date.now() + 1000 },
      { benefitId, csv: `key\n${used.join("\n")}`, handOut: false },
    );
    const response = await admin.fetch(`${LICENSES}/csv?benefitId=${benefitId}&state=in_stock`);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="licenses.csv"');
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^id,key,state,benefit,holder_email/);
    expect(lines).toHaveLength(131);
    expect(lines.slice(1).every((line) => /^lic_\w+,"?'=/.test(line))).toBe(true);
  });

  test("the list is exported without the keys for support", async () => {
    const { benefitId, key } = await giveLicense(shop);
    const response = await support.fetch(`${LICENSES}/csv?benefitId=${benefitId}`);
    const text = await response.text();
    expect(text.split("\r\n")[0]).toMatch(/^\uFEFF?id,state,benefit,holder_email/);
    expect(text).toMatch(/lic_\w+,granted/);
    expect(text).not.toContain(key);
  });
});

describe("an import", () => {
  test("an import can be previewed without writing anything", async () => {
    const { benefitId } = await giveLicense(shop);
    const known = name();
    await importLicenses(shop.ctx(), { benefitId, csv: `key\n${known}`, handOut: false });
    const csv = `key\n${name()}\n${known}\nshort`;
    const preview = await admin.fetch(
      `${LICENSES}/preview`,
      post({ benefitId, csv, handOut: true }),
    );
    expect(await preview.json()).toEqual({
      imported: 1,
      refused: [
        { line: 3, reason: "This key already exists." },
        { line: 4, reason: "key must have at least 8 letters and digits." },
      ],
    });
    expect((await list({ benefitId })).items).toHaveLength(2);
  });

  test("an import counts the stock and waiting grants, which get keys once there are any", async () => {
    const { benefitId, userId } = await giveLicense(shop, { isFromStock: true });
    const stock = `${LICENSES}/stock/${benefitId}`;
    expect(await support.json(stock)).toEqual({
      isFromStock: true,
      inStock: 0,
      waitingForKeys: 1,
      waitingForNames: 0,
    });
    // The state after an import that was interrupted before it issued keys.
    await importLicenses(shop.ctx(), {
      benefitId,
      csv: `key\n${name()}\n${name()}`,
      handOut: true,
    });
    await env.DB.batch([
      env.DB.prepare(
        "UPDATE license_keys SET is_in_stock = 1, grant_id = NULL, user_id = NULL WHERE benefit_id = ?",
      ).bind(benefitId),
      env.DB.prepare("UPDATE grants SET waiting_for = 'seller_keys' WHERE benefit_id = ?").bind(
        benefitId,
      ),
    ]);
    const handed = await admin.json(`${stock}/fulfillment`, { method: "POST" });
    expect(handed).toMatchObject({ inStock: 1, waitingForKeys: 0 });
    expect((await list({ benefitId, search: userId })).items).toMatchObject([{ state: "granted" }]);
    const audit = await admin.json<Page<AuditEntry>>(`/api/admin/audit?search=${benefitId}`);
    expect(audit.items.filter(({ action }) => action === "license.handed_out")).toHaveLength(1);
    const nobody = `${LICENSES}/stock/bnf_00000000000000000000000000`;
    expect((await support.fetch(nobody)).status).toBe(404);
  });
});

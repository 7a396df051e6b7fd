import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { countReads } from "../../testing/count-reads.ts";
import { buyLicense, openDevice } from "../../testing/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { newBuyer } from "../../testing/sign-in.ts";
import type { AuditEntry } from "../audit/list-audit.ts";
import type { Page } from "../../lib/cursor.ts";
import { importLicenses } from "./import-licenses.ts";
import { listLicenses, type ListedLicense } from "./list-licenses.ts";
import type { SellersLicense } from "./show-license.ts";

const shop = openTestShop();
const name = () => crypto.randomUUID();
const LICENSES = "/api/admin/licenses";
let support: Awaited<ReturnType<typeof newBuyer>>;
let admin: Awaited<ReturnType<typeof newBuyer>>;

const post = (body: object) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

beforeAll(async () => {
  support = await newBuyer({ env: shop.env, role: "support" });
  admin = await newBuyer({ env: shop.env, role: "admin" });
});

const list = (query: Record<string, string>) =>
  support.json<Page<ListedLicense>>(`${LICENSES}?${new URLSearchParams(query)}`);

describe("one key", () => {
  test("says whose it is, why, and where it is in use; a device is taken off it once", async () => {
    const { benefitId, key, userId } = await buyLicense(shop, { activationLimit: 2 });
    const device = openDevice(shop);
    await device("activate", { key, fingerprint: "a", label: "Laptop" });
    const { items } = await list({ benefitId });
    const path = `${LICENSES}/${items[0]!.id}`;
    const shown = await support.json<SellersLicense>(path);
    expect(shown).toMatchObject({
      key,
      state: "granted",
      owner: { id: userId },
      benefitName: "A license",
      why: { sourceType: "order", product: { name: "A Product" }, revokedAt: null },
      activations: [{ label: "Laptop", fingerprint: "a" }],
    });
    const activation = `${path}/activations/${shown.activations[0]!.id}`;
    expect((await support.fetch(activation, { method: "DELETE" })).status).toBe(204);
    expect((await support.fetch(activation, { method: "DELETE" })).status).toBe(404);
    expect((await support.json<SellersLicense>(path)).activations).toEqual([]);
    expect(await device("validate", { key, fingerprint: "a" })).toMatchObject({
      code: "NOT_ACTIVATED",
    });
    const audit = `/api/admin/audit?search=${shown.id}`;
    expect((await admin.json<Page<AuditEntry>>(audit)).items).toMatchObject([
      { action: "license.device_removed", before: { label: "Laptop" } },
    ]);
  });

  test("another key's device stays", async () => {
    const [mine, other] = [await buyLicense(shop), await buyLicense(shop)];
    await openDevice(shop)("activate", { key: other.key, fingerprint: "a" });
    const id = async (benefitId: string) => (await list({ benefitId })).items[0]!.id;
    const theirs = await support.json<SellersLicense>(`${LICENSES}/${await id(other.benefitId)}`);
    const path = `${LICENSES}/${await id(mine.benefitId)}/activations/${theirs.activations[0]!.id}`;
    expect((await support.fetch(path, { method: "DELETE" })).status).toBe(404);
  });
});

describe("the list", () => {
  test("is searched by the beginning of an email, in pages, whatever its case", async () => {
    const { benefitId, userId } = await buyLicense(shop);
    const mark = name().slice(0, 8);
    await env.DB.prepare("UPDATE users SET email = ? WHERE id = ?")
      .bind(`${mark}-one@example.com`, userId)
      .run();
    const second = await buyLicense(shop);
    await env.DB.prepare("UPDATE users SET email = ? WHERE id = ?")
      .bind(`${mark}-two@example.com`, second.userId)
      .run();
    const first = await list({ search: mark.toUpperCase(), limit: "1" });
    expect(first.items).toMatchObject([{ owner: { id: userId } }]);
    const next = await list({ search: mark, limit: "1", cursor: first.nextCursor! });
    expect(next).toMatchObject({ items: [{ owner: { id: second.userId } }], nextCursor: null });
    expect((await list({ search: mark, benefitId })).items).toHaveLength(1);
    expect((await list({ search: `${mark}-three` })).items).toEqual([]);
  });

  test("is narrowed to a state", async () => {
    const { benefitId, key } = await buyLicense(shop);
    const csv = `key,expires_at\n${name()},\n${name()},2001-01-01`;
    await importLicenses(shop.ctx(), { benefitId, csv, handOut: false });
    await importLicenses(shop.ctx(), { benefitId, csv: `key\n${name()}`, handOut: true });
    const statesOf = async (state: string) =>
      (await list({ benefitId, state })).items.map((item) => [item.state, item.key === key]);
    expect(await statesOf("expired")).toEqual([["expired", false]]);
    expect(await statesOf("in_stock")).toEqual([["in_stock", false]]);
    expect(await statesOf("disabled")).toEqual([]);
    const { id } = (await list({ benefitId, search: key })).items[0]!;
    await support.fetch(`${LICENSES}/${id}/suspension`, { method: "POST" });
    expect(await statesOf("disabled")).toEqual([["disabled", true]]);
    expect(await statesOf("granted")).toEqual([["granted", false]]);
  });

  test("comes as a file, with no cell that a spreadsheet would run", async () => {
    const { benefitId } = await buyLicense(shop);
    // Behind so many that are not in stock that a page finds none.
    const used = Array.from({ length: 1100 }, () => name());
    const keys = Array.from({ length: 130 }, () => `=${name()}`);
    await importLicenses(shop.ctx(), { benefitId, csv: `key\n${keys.join("\n")}`, handOut: true });
    await importLicenses(
      { ...shop.ctx(), now: Date.now() + 1000 },
      { benefitId, csv: `key\n${used.join("\n")}`, handOut: false },
    );
    const response = await support.fetch(`${LICENSES}/csv?benefitId=${benefitId}&state=in_stock`);
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="licenses.csv"');
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^id,key,state,benefit,holder_email/);
    expect(lines).toHaveLength(131);
    expect(lines.slice(1).every((line) => /^lic_\w+,"?'=/.test(line))).toBe(true);
  });
});

describe("at 100,000 keys", () => {
  let benefitId: string;
  let small: string;

  beforeAll(async () => {
    [{ benefitId }, { benefitId: small }] = [await buyLicense(shop), await buyLicense(shop)];
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
       INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
       SELECT printf('usr_%026d', i), 'A Reader', printf('crowd%06d@example.com', i), 1, 0, 0 FROM n`,
    ).run();
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
       INSERT INTO license_keys (id, benefit_id, user_id, key, key_hash, origin, is_in_stock, created_at)
       SELECT printf('lic_%026d', i), ?, printf('usr_%026d', i), printf('CROWD-%08d', i), printf('hash%d', i),
         'imported', 0, i FROM n`,
    )
      .bind(benefitId)
      .run();
  }, 60_000);

  const rowsRead = async (input: Parameters<typeof listLicenses>[1]) => {
    const { db, asked } = countReads(env.DB);
    const page = await listLicenses({ ...shop.ctx(), db }, input);
    return { ...page, rowsRead: asked.rowsRead };
  };

  test("a page reads as few rows as in a small shop: the first, a late one, of a benefit, by a search", async () => {
    const few = await rowsRead({ benefitId: small });
    expect(few.items).toHaveLength(1);
    const deep = { value: 400, id: `lic_${"400".padStart(26, "0")}` };
    const cursor = btoa(JSON.stringify([deep.value, deep.id])).replaceAll("=", "");
    for (const input of [
      {},
      { cursor },
      { benefitId },
      { benefitId, cursor },
      { search: "crowd" },
      { search: "crowd099" },
    ]) {
      const page = await rowsRead(input);
      expect(page.items).toHaveLength(20);
      expect(page.rowsRead).toBeLessThan(150);
    }
    const late = await rowsRead({ benefitId, cursor });
    expect(late.items[0]!.id).toBe(`lic_${"399".padStart(26, "0")}`);
  });

  test("what no key of them is, is looked for in so many and no more, and the next page goes on", async () => {
    const page = await rowsRead({ benefitId, state: "disabled" });
    expect(page.items).toEqual([]);
    expect(page.nextCursor).not.toBeNull();
    expect(page.rowsRead).toBeLessThan(6000);
    const elsewhere = await rowsRead({ benefitId: small, search: "crowd" });
    expect(elsewhere.items).toEqual([]);
    expect(elsewhere.rowsRead).toBeLessThan(6000);
    const next = await rowsRead({ benefitId, state: "granted", cursor: page.nextCursor! });
    // The newest is the one that was bought.
    expect(next.items[0]!.id).toBe(`lic_${"99001".padStart(26, "0")}`);
  });
});

describe("an import", () => {
  test("is shown before anything is written", async () => {
    const { benefitId } = await buyLicense(shop);
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
        { line: 3, reason: "this key is there already" },
        { line: 4, reason: "key: at least 8 letters and digits" },
      ],
    });
    expect((await list({ benefitId })).items).toHaveLength(2);
  });

  test("a stock is counted, and those who wait; they are handed keys once there are any", async () => {
    const { benefitId, userId } = await buyLicense(shop, { isFromStock: true });
    const stock = `${LICENSES}/stock/${benefitId}`;
    expect(await support.json(stock)).toEqual({
      isFromStock: true,
      inStock: 0,
      waitingForKeys: 1,
      waitingForNames: 0,
    });
    // As an import leaves it that was cut off before it handed anything out.
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

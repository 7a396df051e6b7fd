import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import type { Role } from "../../shared/roles.ts";
import { giveLicense, createDeviceClient } from "../../testing/fixtures/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { importLicenses } from "./import-licenses.ts";
import { listLicenses } from "./list-licenses.ts";

const shop = openTestShop();
const name = () => crypto.randomUUID();

/** Imports lines of CSV for a new benefit. */
async function importLines(lines: string[], handOut = false) {
  const { benefitId } = await giveLicense(shop, { activationLimit: 3 });
  const input = { benefitId, csv: lines.join("\n"), handOut };
  return { ...input, result: await importLicenses(shop.ctx(), input) };
}

describe("an import", () => {
  test("an import uses the values in a row, and the benefit's defaults for the rest", async () => {
    const [plain, rich] = [name(), name()];
    const { result } = await importLines([
      "Licensee, key ,activation_limit,expires_at",
      `,${plain},,`,
      `"Ann, ""the"" Other",${rich},7,2999-01-31`,
      "",
    ]);
    expect(result).toEqual({ imported: 2, refused: [] });
    const device = createDeviceClient(shop);
    expect(await device("validate", { key: plain })).toMatchObject({
      code: "VALID",
      license: { activationLimit: 3, licensee: null, expiresAt: null },
    });
    expect(await device("validate", { key: rich })).toMatchObject({
      code: "VALID",
      license: {
        activationLimit: 7,
        licensee: 'Ann, "the" Other',
        expiresAt: "2999-02-01T00:00:00.000Z",
      },
    });
  });

  test("an import reports each refused line, and writes all others", async () => {
    const [known, kept] = [name(), name()];
    await importLines(["key", known]);
    const { result } = await importLines([
      "key,activation_limit,expires_at,licensee",
      kept,
      `${kept.toUpperCase()},,,`,
      `${known},,,`,
      "short,,,",
      `${name()},0,,`,
      `${name()},,tomorrow,`,
      `"${name()}",,,"two`,
      'lines"',
      `${name()},1,2030-01-01,x,y`,
      `"a\u0000${name()}",,,`,
    ]);
    expect(result.imported).toBe(2);
    expect(result.refused.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7, 10, 11]);
    expect(result.refused[0]?.reason).toBe("Same key as on line 2.");
    expect(result.refused[1]?.reason).toBe("This key already exists.");
  });

  test.each([
    ["\r\n", "\n", "\r"],
    ["\n", "\r\n", "\r"],
    ["\r", "\n", "\r\n"],
  ])(
    "an import with the line ends %j, %j and %j mixed drops no row",
    async (first, second, third) => {
      const { benefitId } = await giveLicense(shop);
      const keys = Array.from({ length: 6 }, name);
      const csv = [
        `key,licensee${first}${keys[0]},Ann${second}${keys[1]},Ben${third}short,Cem${second}`,
        `${keys[2]},"two${third}lines"${first}${first}${keys[3]},${second}short,${third}`,
        `${keys[4]},Eve${first}${keys[5]},Fay`,
      ].join("");
      const { imported, refused } = await importLicenses(shop.ctx(), {
        benefitId,
        csv,
        handOut: false,
      });
      expect(imported).toBe(6);
      expect(refused.map(({ line }) => line)).toEqual([4, 9]);
      const { items } = await listLicenses(shop.ctx(), { benefitId });
      const imports = items.filter(({ origin }) => origin === "imported");
      expect(imports.map(({ key }) => key).toSorted()).toEqual(keys.toSorted());
    },
  );

  test.each([
    ["without a key column", "serial\nABCDEFGH1"],
    ["with an unknown column", "key,password\nABCDEFGH1,x"],
    ["with a duplicate column", "key,key\nABCDEFGH1,ABCDEFGH2"],
    ["with an unclosed quotation mark", 'key\n"ABCDEFGH1\nABCDEFGH2'],
    ["of too many keys", `key\n${"ABCDEFGH\n".repeat(10_002)}`],
  ])("a CSV %s is refused as a whole", async (_, csv) => {
    const { benefitId } = await giveLicense(shop);
    await expect(
      importLicenses(shop.ctx(), { benefitId, csv, handOut: false }),
    ).rejects.toMatchObject({
      code: "invalid_input",
      fields: [{ path: "csv" }],
    });
  });

  test("an import of 10,000 keys takes one call, and repeating it refuses them all", async () => {
    const rows = Array.from({ length: 10_000 }, () => `${name()},5,2030-01-01,Somebody`);
    const lines = ["key,activation_limit,expires_at,licensee", ...rows];
    const { result, ...input } = await importLines(lines, true);
    expect(result).toEqual({ imported: 10_000, refused: [] });
    const again = await importLicenses(shop.ctx(), input);
    expect(again.imported).toBe(0);
    expect(again.refused).toHaveLength(10_000);
  });
});

describe("a team member", () => {
  const support = () => createSignedInUser({ env: shop.env, role: "support" });

  test("the team lists keys in pages, and finds one by its key, its id or its user", async () => {
    const { benefitId } = await importLines(["key", name(), name(), name(), name()]);
    const { ctx } = shop;
    const first = await listLicenses(ctx(), { benefitId, limit: 3 });
    const second = await listLicenses(ctx(), { benefitId, limit: 3, cursor: first.nextCursor! });
    expect(second.nextCursor).toBeNull();
    const all = [...first.items, ...second.items];
    expect(new Set(all.map(({ key }) => key)).size).toBe(5);
    const bought = all.find(({ origin }) => origin === "generated")!;
    for (const search of [bought.key.toLowerCase(), bought.id, bought.user!.id]) {
      const { items } = await listLicenses(ctx(), { search });
      expect(items).toEqual([bought]);
    }
  });

  test("a team member disables and enables a key without losing its activations", async () => {
    const { key } = await giveLicense(shop, { activationLimit: 1 });
    const device = createDeviceClient(shop);
    await device("activate", { key, fingerprint: "a" });
    const seller = await support();
    const { items } = await seller.json<{ items: { id: string; state: string }[] }>(
      `/api/admin/licenses?search=${key}`,
    );
    expect(items).toMatchObject([{ state: "granted" }]);
    const path = `/api/admin/licenses/${items[0]!.id}/suspension`;
    for (const [method, code] of [
      ["POST", "DISABLED"],
      ["POST", "DISABLED"],
      ["DELETE", "VALID"],
    ]) {
      expect((await seller.fetch(path, { method })).status).toBe(204);
      expect(await device("validate", { key, fingerprint: "a" })).toMatchObject({ code });
    }
    const nobody = "/api/admin/licenses/lic_00000000000000000000000000/suspension";
    expect((await seller.fetch(nobody, { method: "POST" })).status).toBe(404);
  });

  test.each<[Role, number, number]>([
    ["buyer", 404, 404],
    ["support", 200, 404],
    ["admin", 200, 200],
  ])("the role %s gets %i for listing and %i for importing", async (role, list, importStatus) => {
    const user = await createSignedInUser({ env: shop.env, role });
    const { benefitId } = await giveLicense(shop);
    expect((await user.fetch(`/api/admin/licenses?benefitId=${benefitId}`)).status).toBe(list);
    const body = JSON.stringify({ benefitId, csv: `key\n${name()}`, handOut: false });
    const response = await user.fetch("/api/admin/licenses", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(response.status).toBe(importStatus);
  });
});

test("a key in stock is not valid", async () => {
  const key = name();
  await importLines(["key", key], true);
  const state = await env.DB.prepare("SELECT is_in_stock FROM license_keys WHERE key = ?")
    .bind(key)
    .first<number>("is_in_stock");
  expect(state).toBe(1);
  expect(await createDeviceClient(shop)("validate", { key })).toMatchObject({ code: "NOT_FOUND" });
});

import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import {
  buyLicense,
  giveLicense,
  licenseBenefit,
  createDeviceClient,
  findLicenseInLibrary,
} from "../../testing/fixtures/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import { createGift } from "../../gifts/create-gift.ts";
import { showLibrary } from "../../delivery/library/show-library.ts";
import { claimLicense } from "./claim-license.ts";
import { importLicenses } from "../../admin/licenses/import-licenses.ts";
import { removeOwnActivation } from "../../delivery/licenses/activate-license.ts";
import { listGrantsInForce } from "../../access/list-grants.ts";
import { validateLicense } from "../../delivery/licenses/validate-license.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import { rotateLicense } from "../../delivery/licenses/rotate-license.ts";

const shop = openTestShop();
const license = async (userId: string) => (await findLicenseInLibrary(shop, userId))!.license!;

describe("rotation", () => {
  test("a rotation creates a key with the same limits; the old one and its activations stop working", async () => {
    const { userId, key } = await giveLicense(shop, { activationLimit: 2, usesLimit: 9 });
    const device = createDeviceClient(shop);
    await device("activate", { key, fingerprint: "a" });
    await device("validate", { key, uses: 4 });
    const before = await license(userId);
    await rotateLicense(shop.asUser(userId), { id: before.id });
    const after = await license(userId);
    expect(after).toEqual({
      ...before,
      id: after.id,
      key: after.key,
      uses: 4,
      activationCount: 0,
      activations: [],
    });
    expect(after.key).not.toBe(key);
    expect(await device("validate", { key, fingerprint: "a" })).toMatchObject({ code: "REVOKED" });
    expect(await device("validate", { key: after.key, fingerprint: "a" })).toMatchObject({
      code: "NOT_ACTIVATED",
    });
  });

  test("a rotation that is clicked twice leaves one active key, and a sync keeps it", async () => {
    const { userId, sync } = await buyLicense(shop);
    const { id } = await license(userId);
    await Promise.allSettled([0, 1, 2].map(() => rotateLicense(shop.asUser(userId), { id })));
    await sync();
    const living = await env.DB.prepare(
      "SELECT count(*) AS n FROM license_keys WHERE user_id = ? AND rotated_at IS NULL",
    )
      .bind(userId)
      .first<number>("n");
    expect(living).toBe(1);
  });

  test.each(["disabled_at = 1", "expires_at = 1"])(
    "a rotation is refused for a key with %s",
    async (state) => {
      const { userId, key } = await giveLicense(shop);
      const { id } = await license(userId);
      await env.DB.prepare(`UPDATE license_keys SET ${state} WHERE id = ?`).bind(id).run();
      await expect(rotateLicense(shop.asUser(userId), { id })).rejects.toMatchObject({
        code: "license_key_unusable",
      });
      expect((await license(userId)).key).toBe(key);
    },
  );

  test("a rotation is refused for a key without a grant in force, and for a key from the stock", async () => {
    const gone = await giveLicense(shop);
    const { id } = await license(gone.userId);
    await env.DB.prepare("UPDATE grants SET revoked_at = 1 WHERE user_id = ?")
      .bind(gone.userId)
      .run();
    const stocked = await giveLicense(shop, { isFromStock: true });
    const csv = `key\n${crypto.randomUUID()}`;
    await importLicenses(shop.ctx(), { benefitId: stocked.benefitId, csv, handOut: true });
    const own = await license(stocked.userId);
    for (const [userId, licenseId] of [
      [gone.userId, id],
      [stocked.userId, own.id],
    ] as const)
      await expect(rotateLicense(shop.asUser(userId), { id: licenseId })).rejects.toMatchObject({
        code: "license_key_unusable",
      });
  });
});

test("a removed device frees its activation", async () => {
  const { userId, key } = await giveLicense(shop, { activationLimit: 1 });
  const device = createDeviceClient(shop);
  await device("activate", { key, fingerprint: "a", label: "Laptop" });
  const before = await license(userId);
  expect(before).toMatchObject({ activationCount: 1, activations: [{ label: "Laptop" }] });
  await removeOwnActivation(shop.asUser(userId), { id: before.activations[0]!.id });
  expect(await device("validate", { key, fingerprint: "a" })).toMatchObject({
    code: "NOT_ACTIVATED",
  });
  expect(await device("activate", { key, fingerprint: "b" })).toMatchObject({ status: 201 });
});

test("a key with 100 devices hides none of another key's devices", async () => {
  const { userId, key: busy } = await giveLicense(shop);
  const { id: productId } = await shop.createPublishedProduct({ benefits: [licenseBenefit()] });
  await createGift(shop.ctx(), { userId, productId, note: "A gift" });
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 101)
     INSERT INTO activations (id, license_key_id, fingerprint, meta, created_at, last_seen_at)
     SELECT printf('act_0%03d', i) || id, id, i, '{}', 0, 0 FROM n, license_keys WHERE key = ?`,
  )
    .bind(busy)
    .run();
  const keys = async () =>
    (await showLibrary(shop.asUser(userId), { userId }))
      .flatMap(({ benefits }) => benefits)
      .flatMap((benefit) => (benefit.type === "license_key" ? (benefit.license ?? []) : []));
  const other = (await keys()).find(({ key }) => key !== busy)!;
  await createDeviceClient(shop)("activate", { key: other.key, fingerprint: "mine" });
  const shown = await keys();
  expect(shown.find(({ key }) => key === other.key)).toMatchObject({
    activationCount: 1,
    activations: [{ fingerprint: "mine" }],
  });
  const first = shown.find(({ key }) => key === busy)!;
  expect(first.activationCount).toBe(101);
  expect(first.activations).toHaveLength(100);
  expect(first.activations.at(-1)).toMatchObject({ fingerprint: "100" });
});

describe("an imported key", () => {
  async function imported(more: { handOut?: boolean } = {}) {
    const { benefitId, product } = await giveLicense(shop, { activationLimit: 2 });
    const key = `old-${crypto.randomUUID()}`;
    await importLicenses(shop.ctx(), { benefitId, csv: `key\n${key}`, handOut: false, ...more });
    return { key, product };
  }

  test("an imported key is valid without a user, and belongs to the user who claims it", async () => {
    const { key, product } = await imported();
    const device = createDeviceClient(shop);
    expect(await device("activate", { key, fingerprint: "a" })).toMatchObject({
      status: 201,
      license: { activationLimit: 2, product: { id: product.id } },
    });
    const user = await createSignedInUser({ env: shop.env });
    const claim = () =>
      user.fetch("/api/me/licenses", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ key: ` ${key.toUpperCase()} ` }),
      });
    expect((await claim()).status).toBe(204);
    expect((await claim()).status).toBe(204);
    const held = await env.DB.prepare(
      "SELECT source_type, product_id, (SELECT count(*) FROM gifts WHERE user_id = grants.user_id) AS gifts FROM grants WHERE user_id = ?",
    )
      .bind(user.userId)
      .all();
    expect(held.results).toEqual([{ source_type: "gift", product_id: product.id, gifts: 1 }]);
    expect(await device("validate", { key, fingerprint: "a" })).toMatchObject({ code: "VALID" });
    const shown = await findLicenseInLibrary(shop, user.userId);
    expect(shown?.license).toMatchObject({ key, activationCount: 1 });
  });

  test("an imported key gives access in a live shop, too", async () => {
    const { benefitId } = await giveLicense(shop);
    const key = crypto.randomUUID();
    await importLicenses(shop.ctx(), { benefitId, csv: `key\n${key}`, handOut: false });
    const userId = await shop.createUser();
    const buyer = shop.asUser(userId);
    const { config } = buyer;
    const live = {
      ...buyer,
      config: { ...config, stripe: { ...config.stripe, mode: "live" } },
    } as const;
    await claimLicense(live, { key });
    const granted = await listGrantsInForce(live, { userId });
    expect(granted.map(({ benefit }) => benefit.id)).toEqual([benefitId]);
    const keyHash = hashLicenseKey(key);
    expect(await validateLicense(live, { keyHash })).toMatchObject({ code: "VALID" });
  });

  test("an imported key goes to one of two users who claim it at the same time", async () => {
    const { key } = await imported();
    const userIds = await Promise.all([shop.createUser(), shop.createUser()]);
    const outcomes = await Promise.allSettled(
      userIds.map((userId) => claimLicense(shop.asUser(userId), { key })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    const grants = await env.DB.prepare("SELECT count(*) AS n FROM grants WHERE user_id IN (?, ?)")
      .bind(...userIds)
      .first<number>("n");
    expect(grants).toBe(1);
  });

  test("an imported key is not found if it is another user's, in stock, bought here or unknown", async () => {
    const taken = await imported();
    await claimLicense(shop.asUser(await shop.createUser()), taken);
    const stocked = await imported({ handOut: true });
    const bought = await giveLicense(shop);
    const stranger = shop.asUser(await shop.createUser());
    for (const key of [taken.key, stocked.key, bought.key, "nothing"])
      await expect(claimLicense(stranger, { key })).rejects.toMatchObject({ code: "not_found" });
  });

  test("a disabled key can't be claimed and grants nothing", async () => {
    const { key } = await imported();
    await env.DB.prepare("UPDATE license_keys SET disabled_at = 1 WHERE key = ?").bind(key).run();
    const userId = await shop.createUser();
    await expect(claimLicense(shop.asUser(userId), { key })).rejects.toMatchObject({
      code: "license_key_unusable",
    });
  });
});

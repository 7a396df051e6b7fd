import { env } from "cloudflare:workers";
import { decodeProtectedHeader, importJWK, jwtVerify, type JWK } from "jose";
import { describe, expect, test } from "vitest";
import { newToken } from "../../lib/crypto.ts";
import { DAY, SECOND } from "../../lib/time.ts";
import { hashLicenseKey } from "../../lib/license-key.ts";
import {
  buyLicense,
  giveLicense,
  licenseBenefit,
  createDeviceClient,
  findLicenseInLibrary,
} from "../../testing/fixtures/licenses.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openBrowser, ORIGIN } from "../../testing/clients/sign-in.ts";
import { createContext } from "../../context.ts";
import { downloadLicenseFile, issueLicenseFile } from "./issue-license-file.ts";

const shop = openTestShop();

type FileAnswer = { valid: boolean; code: string; file: string; fileExpiresAt: string };

async function readKeys(shopEnv: Env): Promise<JWK[]> {
  const response = await openBrowser({ env: shopEnv }).fetch("/.well-known/jwks.json");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("cache-control")).toBe("public, max-age=3600");
  return (await response.json<{ keys: JWK[] }>()).keys;
}

/** Verifies a file as an app does that knows only the published keys. */
async function verify(file: string, keys: JWK[]) {
  const key = keys.find(({ kid }) => kid === decodeProtectedHeader(file).kid);
  if (!key) throw new Error("no such key");
  const options = { issuer: ORIGIN, typ: "license+jwt", algorithms: ["EdDSA"] };
  return (await jwtVerify(file, await importJWK(key, "EdDSA"), options)).payload;
}

describe("a license file", () => {
  test("a license file contains the product and its features, for one device and 14 days", async () => {
    const { key, product } = await buyLicense(
      shop,
      { activationLimit: 2, isNamed: true },
      {
        benefits: [
          {
            type: "feature",
            name: "Loops",
            settings: { key: "loops", limit: { amount: 9, perSeat: true } },
          },
          { type: "feature", name: "Stems", settings: { key: "stems" } },
          licenseBenefit({ activationLimit: 2, isNamed: true }),
        ],
      },
    );
    const device = createDeviceClient(shop);
    expect(await device("file", { key })).toMatchObject({
      code: "FINGERPRINT_REQUIRED",
      file: null,
    });
    expect(await device("file", { key, fingerprint: "a" })).toMatchObject({
      code: "NOT_ACTIVATED",
      file: null,
    });
    await device("activate", { key, fingerprint: "a" });
    const { file, fileExpiresAt } = await device<FileAnswer>("file", { key, fingerprint: "a" });
    const claims = await verify(file, await readKeys(shop.env));
    expect(claims).toMatchObject({
      iss: ORIGIN,
      product: { id: product.id, slug: product.slug, name: product.name },
      licensee: "A Buyer",
      fingerprint: "a",
      quantity: 1,
      entitlements: [
        { key: "loops", limit: 9 },
        { key: "stems", limit: null },
      ],
    });
    expect(claims.sub).toMatch(/^lic_/);
    expect(claims.exp! - claims.iat!).toBe((14 * DAY) / SECOND);
    expect(Date.parse(fileExpiresAt)).toBeGreaterThan(Date.now());
  });

  test("a license file never expires after the key or its grant", async () => {
    const { key, userId } = await giveLicense(shop, { expiresAfterDays: 10 });
    const getFileDays = async () => {
      const { file } = await createDeviceClient(shop)<FileAnswer>("file", { key });
      const { iat, exp } = await verify(file, await readKeys(shop.env));
      return Math.round(((exp! - iat!) * SECOND) / DAY);
    };
    expect(await getFileDays()).toBe(10);
    await env.DB.prepare("UPDATE grants SET ends_at = ? WHERE user_id = ?")
      .bind(Date.now() + 3 * DAY, userId)
      .run();
    expect(await getFileDays()).toBe(3);
  });

  test("a license file can be downloaded by the user for an activated device", async () => {
    const { key, userId } = await giveLicense(shop, { activationLimit: 1 });
    await createDeviceClient(shop)("activate", { key, fingerprint: "a" });
    const own = (await findLicenseInLibrary(shop, userId))!.license!;
    const userCtx = shop.asUser(userId);
    const activationId = own.activations[0]!.id;
    const { file } = await downloadLicenseFile(userCtx, { id: own.id, activationId });
    expect(await verify(file, await readKeys(shop.env))).toMatchObject({ fingerprint: "a" });
    await expect(downloadLicenseFile(userCtx, { id: own.id })).rejects.toMatchObject({
      code: "license_key_unusable",
    });
  });
});

test("a file signed with the previous signing key verifies until that key is removed", async () => {
  const { key } = await giveLicense(shop);
  const [older, newer] = [newToken(), newToken()];
  const during = { ...shop.env, SIGNING_KEYS: `${newer},${older}` };
  const signWith = async (SIGNING_KEYS: string) => {
    const ctx = createContext(
      { ...shop.env, SIGNING_KEYS },
      { waitUntil: () => {} },
      { type: "visitor" },
    );
    return (await issueLicenseFile(ctx, { keyHash: hashLicenseKey(key) })).file!;
  };
  const [before, after] = [await signWith(older), await signWith(`${newer},${older}`)];
  const keys = await readKeys(during);
  expect(keys).toHaveLength(2);
  expect(keys.every((each) => !("d" in each))).toBe(true);
  expect(decodeProtectedHeader(after).kid).toBe(keys[0]!.kid);
  expect(decodeProtectedHeader(before).kid).toBe(keys[1]!.kid);
  await verify(before, keys);
  await verify(after, keys);
  await expect(
    verify(before, await readKeys({ ...shop.env, SIGNING_KEYS: newer })),
  ).rejects.toThrow("no such key");
});

test("without a signing key, files return 501 and the published key set is empty", async () => {
  const { key } = await giveLicense(shop);
  const bare = { ...shop.env, SIGNING_KEYS: "" };
  expect(await createDeviceClient({ ...shop, env: bare })("file", { key })).toMatchObject({
    status: 501,
    code: "license_files_unavailable",
  });
  expect(await readKeys(bare)).toEqual([]);
});

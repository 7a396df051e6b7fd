import { describe, expect, test } from "vitest";
import { createGift } from "../gifts/create-gift.ts";
import { importLicenses } from "../admin/licenses/import-licenses.ts";
import { removeDevice } from "../admin/licenses/remove-device.ts";
import { setLicenseDisabled } from "../delivery/licenses/set-license-disabled.ts";
import { removeOwnActivation } from "../delivery/licenses/activate-license.ts";
import { rotateLicense } from "../delivery/licenses/rotate-license.ts";
import { renameAccount } from "../account/change-profile.ts";
import { claimLicense } from "../shop/library/claim-license.ts";
import { listFeed, listMissingEvents, recordTypes } from "../testing/clients/feed.ts";
import {
  createDeviceClient,
  findLicenseInLibrary,
  giveLicense,
} from "../testing/fixtures/licenses.ts";
import { openTestShop } from "../testing/shop.ts";

const shop = openTestShop();

/** Creates a user with a license key, and a device that can use it. */
async function openLicense() {
  const given = await giveLicense(shop, { activationLimit: 2, usesLimit: 9 });
  const { userId, key } = given;
  const { id } = (await findLicenseInLibrary(shop, userId))!.license!;
  const device = createDeviceClient(shop);
  const activate = (fingerprint: string) => device("activate", { key, fingerprint, label: "Mac" });
  const record = (act: () => Promise<unknown>) => recordTypes(shop, { userId }, act);
  return { ...given, id, device, activate, record };
}

describe("a license", () => {
  test("a license is activated once, however often the device asks, and deactivated once", async () => {
    const { key, device, activate, record, userId } = await openLicense();
    expect(await record(() => activate("a"))).toEqual(["license.activated"]);
    expect(await record(() => activate("a"))).toEqual([]);
    const { data } = (await listFeed(shop, { userId })).at(-1)!;
    expect(data).toMatchObject({
      key,
      status: "granted",
      activationCount: 1,
      activations: [{ fingerprint: "a", label: "Mac" }],
    });
    const deactivate = () => device("deactivate", { key, fingerprint: "a" });
    expect(await record(deactivate)).toEqual(["license.deactivated"]);
    expect(await record(deactivate)).toEqual([]);
    expect(await record(() => device("activate", { key: "no key", fingerprint: "a" }))).toEqual([]);
  });

  test("the uses of a license are counted without an event", async () => {
    const { key, device, record, activate } = await openLicense();
    expect(await record(() => device("validate", { key, uses: 2 }))).toEqual([]);
    expect(await record(() => activate("a"))).toEqual(["license.activated"]);
  });

  test("a license loses a device that its user or the team removes", async () => {
    const { id, userId, activate, record } = await openLicense();
    const findActivation = async () =>
      (await findLicenseInLibrary(shop, userId))!.license!.activations[0]!.id;
    await activate("a");
    const own = { id: await findActivation() };
    expect(await record(() => removeOwnActivation(shop.asUser(userId), own))).toEqual([
      "license.deactivated",
    ]);
    await activate("b");
    const any = { id: await findActivation(), licenseKeyId: id };
    expect(await record(() => removeDevice(shop.ctx(), any))).toEqual(["license.deactivated"]);
  });

  test("a license is disabled and enabled", async () => {
    const { id, userId, record } = await openLicense();
    const set = (isDisabled: boolean) => () => setLicenseDisabled(shop.ctx(), { id, isDisabled });
    expect(await record(set(true))).toEqual(["license.updated"]);
    expect((await listFeed(shop, { userId })).at(-1)?.data).toMatchObject({ status: "disabled" });
    expect(await record(set(false))).toEqual(["license.updated"]);
  });

  test("a license is replaced by a new one", async () => {
    const { id, userId, record } = await openLicense();
    const rotate = () => rotateLicense(shop.asUser(userId), { id });
    expect((await record(rotate)).toSorted()).toEqual(["license.created", "license.revoked"]);
    expect(await listMissingEvents(shop, { userId, kinds: ["license"] })).toEqual([]);
  });
});

test("a key that waits for the user's name has an event when it has one", async () => {
  const userId = await shop.createUser();
  await shop.env.DB.prepare("UPDATE users SET name = NULL WHERE id = ?").bind(userId).run();
  const product = await shop.createDraftProduct({
    benefits: [{ type: "license_key", name: "Key", settings: { prefix: "TIDE", isNamed: true } }],
  });
  const give = () => createGift(shop.ctx(), { userId, productId: product.id, note: "A gift" });
  expect(await recordTypes(shop, { userId }, give)).toEqual(["gift.created"]);
  const rename = () => renameAccount(shop.asUser(userId), { name: "Mia Member" });
  expect(await recordTypes(shop, { userId }, rename)).toEqual([
    "customer.created",
    "license.created",
  ]);
});

test("an imported key has an event when a user claims it, with the gift that comes with it", async () => {
  const { benefitId } = await giveLicense(shop);
  const [userId, key] = [await shop.createUser(), crypto.randomUUID()];
  await importLicenses(shop.ctx(), { benefitId, csv: `key\n${key}`, handOut: false });
  const claim = () => claimLicense(shop.asUser(userId), { key });
  expect(await recordTypes(shop, { userId }, claim)).toEqual(["gift.created", "license.created"]);
  expect(await listMissingEvents(shop, { userId, kinds: ["gift", "license"] })).toEqual([]);
});

import { commit } from "../db/client.ts";
import { addFileVersion } from "../admin/files/add-file-version.ts";
import { createFile } from "../admin/files/create-file.ts";
import { newVersion } from "../admin/files/schema.ts";
import { upsertGrant } from "../access/store.ts";
import { newId } from "../lib/ids.ts";
import { createSignedInUser } from "./sign-in.ts";
import type { TestShop } from "./shop.ts";

/** Metadata of a version. */
type VersionFields = { label?: string; fileName?: string; contentType?: string };

/**
 * Creates a product with one file that has one version. Returns functions to add more and to create users with access.
 */
export async function createFileProduct(
  shop: TestShop,
  bytes = "0123456789",
  fields: VersionFields = {},
) {
  const product = await shop.createPublishedProduct({
    benefits: [{ type: "download", name: "The files", settings: {} }],
  });
  const benefitId = product.benefits[0]!.id;
  const file = await createFile(shop.ctx(), { benefitId, name: "Handbook" });

  const addVersion = (content: string, overrides: VersionFields = {}, fileId = file.id) => {
    const body = new Blob([content]);
    const defaults = { fileName: "handbook.txt", contentType: "text/plain" };
    const parsed = newVersion.parse({ ...defaults, ...overrides, size: body.size });
    return addFileVersion(shop.ctx(), { ...parsed, fileId, body: body.stream() });
  };
  const version = await addVersion(bytes, fields);

  return {
    product,
    benefitId,
    fileId: file.id,
    versionId: version.id,
    sha256: version.sha256,
    addVersion,
    addFile: (name: string) => createFile(shop.ctx(), { benefitId, name }),

    /** Creates a signed-in user with a grant in force; `change` updates the grant. */
    async createUserWithAccess() {
      const user = await createSignedInUser({ env: shop.env });
      const { db } = shop.ctx();
      const grant = {
        id: newId("grt", Date.now()),
        userId: user.userId,
        benefitId,
        productId: product.id,
        sourceType: "manual",
        sourceId: "cmp_test",
        mode: "test",
        quantity: 1,
        waitingFor: null,
        reason: "manual",
        grantedAt: Date.now(),
      } as const;
      const change = (state: { endsAt?: number; revokedAt?: number }) =>
        commit(db, [upsertGrant(db, { ...grant, endsAt: null, revokedAt: null, ...state })]);
      await change({});
      /** Requests a download link. @returns its URL */
      const link = async (versionId = version.id) => {
        const path = `/api/me/downloads/${versionId}/links`;
        return (await user.json<{ url: string }>(path, { method: "POST" })).url;
      };
      return { ...user, change, link };
    },
  };
}

/** Reads the counted downloads of a version: in total, and by this user. */
export async function countDownloads(shop: TestShop, versionId: string, userId: string) {
  const read = (query: string, ...values: string[]) =>
    shop.env.DB.prepare(query)
      .bind(...values)
      .first<number>("count");
  return {
    total: await read("SELECT downloads AS count FROM file_versions WHERE id = ?", versionId),
    byUser: await read(
      "SELECT count FROM downloads WHERE file_version_id = ? AND user_id = ?",
      versionId,
      userId,
    ),
  };
}

import { commit } from "../db/client.ts";
import { addFileVersion } from "../admin/files/add-file-version.ts";
import { createFile } from "../admin/files/create-file.ts";
import { newVersion } from "../admin/files/schema.ts";
import { putGrant } from "../access/store.ts";
import { newId } from "../lib/ids.ts";
import { newBuyer } from "./sign-in.ts";
import type { TestShop } from "./shop.ts";

/** What a version may be said to be; it has no effect on the bytes. */
type About = { label?: string; fileName?: string; contentType?: string };

/** A product with one file of one version, and the ways to add to it and to let people have it. */
export async function sellFile(shop: TestShop, bytes = "0123456789", about: About = {}) {
  const product = await shop.sell({
    benefits: [{ type: "download", name: "The files", settings: {} }],
  });
  const benefitId = product.benefits[0]!.id;
  const file = await createFile(shop.ctx(), { benefitId, name: "Handbook" });

  const addVersion = (content: string, said: About = {}, fileId = file.id) => {
    const body = new Blob([content]);
    const plain = { fileName: "handbook.txt", contentType: "text/plain" };
    const parsed = newVersion.parse({ ...plain, ...said, size: body.size });
    return addFileVersion(shop.ctx(), { ...parsed, fileId, body: body.stream() });
  };
  const version = await addVersion(bytes, about);

  return {
    product,
    benefitId,
    fileId: file.id,
    versionId: version.id,
    sha256: version.sha256,
    addVersion,
    addFile: (name: string) => createFile(shop.ctx(), { benefitId, name }),

    /** Somebody signed in who was given it; `change` gives and takes it otherwise. */
    async newHolder() {
      const holder = await newBuyer({ env: shop.env });
      const { db } = shop.ctx();
      const grant = {
        id: newId("grt", Date.now()),
        userId: holder.userId,
        benefitId,
        productId: product.id,
        sourceType: "manual",
        sourceId: "cmp_test",
        quantity: 1,
        waitingFor: null,
        reason: "manual",
        grantedAt: Date.now(),
      } as const;
      const change = (state: { endsAt?: number; revokedAt?: number }) =>
        commit(db, [putGrant(db, { ...grant, endsAt: null, revokedAt: null, ...state })]);
      await change({});
      /** Asks for a link. @returns its address */
      const link = async (versionId = version.id) => {
        const path = `/api/me/downloads/${versionId}/links`;
        return (await holder.json<{ url: string }>(path, { method: "POST" })).url;
      };
      return { ...holder, change, link };
    },
  };
}

/** Times that one downloaded, by the rows: of this version in all, and by this person. */
export async function countsOf(shop: TestShop, versionId: string, userId: string) {
  const read = (query: string, ...values: string[]) =>
    shop.env.DB.prepare(query)
      .bind(...values)
      .first<number>("count");
  return {
    all: await read("SELECT downloads AS count FROM file_versions WHERE id = ?", versionId),
    theirs: await read(
      "SELECT count FROM downloads WHERE file_version_id = ? AND user_id = ?",
      versionId,
      userId,
    ),
  };
}

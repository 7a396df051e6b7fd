import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, test } from "vitest";
import { createFileProduct } from "../../testing/fixtures/downloads.ts";
import { openTestShop } from "../../testing/shop.ts";
import { createSignedInUser } from "../../testing/clients/sign-in.ts";
import type { UploadView } from "./manage-uploads.ts";
import type { AdminFile } from "./list-files.ts";

const shop = openTestShop();
const MIB = 1024 * 1024;
const PART = 8 * MIB;

let seller: Awaited<ReturnType<typeof createSignedInUser>>;

const send = (method: string, body?: object) => ({
  method,
  headers: { "content-type": "application/json" },
  ...(body && { body: JSON.stringify(body) }),
});

const filesOf = async (benefitId: string) =>
  (await seller.json<{ files: AdminFile[] }>(`/api/admin/files?benefitId=${benefitId}`)).files;

beforeAll(async () => {
  seller = await createSignedInUser({ role: "admin", env: shop.env });
});

describe("an admin", () => {
  test("an admin adds a file and its bytes, which users can download immediately", async () => {
    const { benefitId, createUserWithAccess } = await createFileProduct(shop);
    const input = { benefitId, name: "Field notes" };
    const { id } = await seller.json<{ id: string }>("/api/admin/files", send("POST", input));
    const about = new URLSearchParams({ label: "2.0", fileName: "notes.txt", size: "3" });
    const added = await seller.fetch(`/api/admin/files/${id}/versions?${about}`, {
      method: "POST",
      body: "abc",
    });
    expect(added.status).toBe(201);
    const version = await added.json<{ id: string; sha256: string }>();
    const user = await createUserWithAccess();
    const response = await user.fetch(await user.link(version.id));
    expect(response.headers.get("etag")).toBe(`"${version.sha256}"`);
    expect(new TextDecoder().decode(await response.arrayBuffer())).toBe("abc");
    expect((await filesOf(benefitId)).map(({ name }) => name)).toEqual(["Handbook", "Field notes"]);
  });

  test("an admin renames a file, withdraws a version and archives a file, with one audit entry each", async () => {
    const { benefitId, fileId, versionId } = await createFileProduct(shop);
    const path = `/api/admin/files/${fileId}`;
    await seller.fetch(`${path}/name`, send("PUT", { name: "Guide" }));
    for (let times = 0; times < 2; times++) {
      await seller.fetch(`/api/admin/file-versions/${versionId}/withdrawal`, send("POST"));
      await seller.fetch(`${path}/archival`, send("POST"));
    }
    const [file] = await filesOf(benefitId);
    expect(file).toMatchObject({ name: "Guide", archivedAt: expect.any(Number) });
    expect(file!.versions).toMatchObject([{ withdrawnAt: expect.any(Number), downloads: 0 }]);
    const { results } = await env.DB.prepare(
      "SELECT action FROM audit_entries WHERE actor_id = ? AND target_id IN (?, ?) ORDER BY id",
    )
      .bind(seller.userId, fileId, versionId)
      .all<{ action: string }>();
    expect(results.map(({ action }) => action)).toEqual([
      "file.renamed",
      "file_version.withdrawn",
      "file.archived",
    ]);
  });

  test("an admin reorders files, and a list with other files is refused", async () => {
    const { benefitId, fileId, addFile } = await createFileProduct(shop);
    const [second, third] = [await addFile("Second"), await addFile("Third")];
    const order = (fileIds: string[]) =>
      seller.fetch("/api/admin/files/order", send("PUT", { benefitId, fileIds }));
    expect((await order([third.id, fileId, second.id])).status).toBe(204);
    expect((await filesOf(benefitId)).map(({ id }) => id)).toEqual([third.id, fileId, second.id]);
    const other = await createFileProduct(shop);
    for (const wrong of [
      [third.id, fileId],
      [third.id, fileId, fileId],
      [third.id, fileId, other.fileId],
    ])
      expect((await order(wrong)).status).toBe(409);
    expect((await filesOf(benefitId)).map(({ id }) => id)).toEqual([third.id, fileId, second.id]);
  });

  test("an admin restores an archived file and a withdrawn version", async () => {
    const { benefitId, fileId, versionId } = await createFileProduct(shop);
    for (const path of [`files/${fileId}/archival`, `file-versions/${versionId}/withdrawal`]) {
      await seller.fetch(`/api/admin/${path}`, send("POST"));
      expect((await seller.fetch(`/api/admin/${path}`, send("DELETE"))).status).toBe(204);
    }
    expect(await filesOf(benefitId)).toMatchObject([
      { archivedAt: null, versions: [{ withdrawnAt: null }] },
    ]);
  });

  test("an admin gets 404 for unknown ids", async () => {
    const path = "/api/admin/files/fil_00000000000000000000000000";
    const version = "/api/admin/file-versions/fiv_00000000000000000000000000/withdrawal";
    const upload = `${path}/uploads/fiv_00000000000000000000000000`;
    for (const [target, init] of [
      [`${path}/name`, send("PUT", { name: "x" })],
      [`${path}/archival`, send("POST")],
      [`${path}/versions?fileName=x&size=0`, send("POST")],
      [version, send("POST")],
      [`${path}/uploads`, send("POST", { fileName: "x", size: 1 })],
      [upload, {}],
      [`${upload}/parts/1`, { method: "PUT", body: "x" }],
      [`${upload}/completion`, send("POST", {})],
      [upload, send("DELETE")],
    ] as const) {
      expect((await seller.fetch(target, init)).status).toBe(404);
    }
  });
});

describe("a multipart upload", () => {
  /** Starts an upload of this many bytes, and returns functions to continue it. */
  async function startUpload(size: number) {
    const file = await createFileProduct(shop);
    const uploads = `/api/admin/files/${file.fileId}/uploads`;
    const begun = await seller.json<UploadView>(
      uploads,
      send("POST", {
        label: "3.0",
        fileName: "film/\u202Emov.exe",
        contentType: "video/mp4",
        size,
        modifiedAt: 1_700_000_000_000,
      }),
    );
    const path = `${uploads}/${begun.id}`;
    const put = async (part: number, body: Uint8Array<ArrayBuffer>) =>
      seller.fetch(`${path}/parts/${part}`, { method: "PUT", body });
    const complete = (body: object = {}) => seller.fetch(`${path}/completion`, send("POST", body));
    const show = () => seller.json<UploadView>(path);
    return { ...file, uploads, begun, path, put, complete, show };
  }

  const filled = (length: number, value: number) => new Uint8Array(length).fill(value);

  async function sha256Of(...parts: Uint8Array<ArrayBuffer>[]) {
    const whole = await new Blob(parts).arrayBuffer();
    return new Uint8Array(await crypto.subtle.digest("SHA-256", whole)).toHex();
  }

  test("a multipart upload resumes with parts in any order, and becomes the newest version", async () => {
    const { begun, put, complete, show, uploads, benefitId, createUserWithAccess } =
      await startUpload(PART + 5);
    expect(begun).toMatchObject({
      parts: 2,
      partSize: PART,
      uploadedParts: [],
      fileName: "film_mov.exe",
      modifiedAt: 1_700_000_000_000,
    });
    const [first, last] = [filled(PART, 7), filled(5, 9)];
    expect((await put(2, last)).status).toBe(204);
    expect((await show()).uploadedParts).toEqual([2]);
    expect((await complete()).status).toBe(422);
    expect((await put(1, first)).status).toBe(204);
    expect((await show()).uploadedParts).toEqual([1, 2]);

    const sha256 = await sha256Of(first, last);
    const done = await complete({ sha256 });
    expect([done.status, await done.json()]).toEqual([201, { id: begun.id, sha256 }]);
    expect(await seller.json(uploads)).toEqual({ uploads: [] });
    const [file] = await filesOf(benefitId);
    expect(file!.versions[0]).toMatchObject({ id: begun.id, number: 2, label: "3.0", sha256 });

    const user = await createUserWithAccess();
    const headers = { range: `bytes=${PART - 1}-${PART}` };
    const response = await user.fetch(await user.link(begun.id), { headers });
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([7, 9]);
  });

  test("an upload that is completed twice gives the same response and one version", async () => {
    const { begun, put, complete, benefitId } = await startUpload(3);
    await put(1, filled(3, 1));
    const answers = [await complete(), await complete()];
    expect(await Promise.all(answers.map((each) => each.json()))).toEqual([
      { id: begun.id, sha256: await sha256Of(filled(3, 1)) },
      { id: begun.id, sha256: await sha256Of(filled(3, 1)) },
    ]);
    expect((await filesOf(benefitId))[0]!.versions).toHaveLength(2);
  });

  test("an upload with another hash than expected is not kept", async () => {
    const { put, complete, show, fileId, benefitId } = await startUpload(3);
    await put(1, filled(3, 1));
    const refused = await complete({ sha256: "0".repeat(64) });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { fields: [{ path: "sha256" }] },
    ]);
    expect(await show()).toMatchObject({ code: "not_found" });
    expect((await filesOf(benefitId))[0]!.versions).toHaveLength(1);
    expect((await env.FILES.list({ prefix: `${fileId}/` })).objects).toHaveLength(1);
  });

  test("a multipart upload refuses a part of the wrong size and a part beyond the last", async () => {
    const { put, show } = await startUpload(PART + 5);
    for (const [part, size] of [
      [1, 5],
      [2, 4],
      [2, 6],
      [3, 5],
    ] as const)
      expect((await put(part, filled(size, 1))).status).toBe(422);
    expect((await show()).uploadedParts).toEqual([]);
  });

  test("a multipart upload leaves nothing after it was aborted", async () => {
    const { put, path, complete, fileId } = await startUpload(3);
    await put(1, filled(3, 1));
    expect((await seller.fetch(path, send("DELETE"))).status).toBe(204);
    expect((await complete()).status).toBe(404);
    expect((await env.FILES.list({ prefix: `uploads/${fileId}/` })).objects).toEqual([]);
  });

  test("a multipart upload can be resumed by any admin until it is complete", async () => {
    const { begun, uploads, put, benefitId } = await startUpload(3);
    await put(1, filled(3, 1));
    const colleague = await createSignedInUser({ role: "admin", env: shop.env });
    const open = { uploads: [{ ...begun, uploadedParts: [1] }] };
    expect(await colleague.json(uploads)).toEqual(open);
    expect(await colleague.json(`/api/admin/files/uploads?benefitId=${benefitId}`)).toEqual(open);
  });
});

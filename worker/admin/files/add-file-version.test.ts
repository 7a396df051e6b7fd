import { env } from "cloudflare:workers";
import { describe, expect, test } from "vitest";
import { openTestShop } from "../../testing/shop.ts";
import { addFileVersion } from "./add-file-version.ts";
import { createFile } from "./create-file.ts";
import { findVersion } from "../../delivery/downloads/store.ts";

const shop = openTestShop();

async function newFile() {
  const product = await shop.createPublishedProduct({
    benefits: [{ type: "download", name: "The files", settings: {} }],
  });
  return createFile(shop.ctx(), { benefitId: product.benefits[0]!.id, name: "Handbook" });
}

/** Streams `chunks` chunks of `chunkSize` bytes, generated on demand. */
function generate(chunks: number, chunkSize: number) {
  let made = 0;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (made === chunks) controller.close();
      else controller.enqueue(new Uint8Array(chunkSize).fill(made++));
    },
  });
}

const metadata = { label: "1.0", fileName: "handbook.pdf", contentType: "application/pdf" };

async function objectsOf(fileId: string) {
  return (await env.FILES.list({ prefix: `${fileId}/` })).objects;
}

describe("a version", () => {
  test("a version is stored completely in R2, with its SHA-256 in the row", async () => {
    const ctx = shop.ctx();
    const { id: fileId } = await newFile();
    const body = new Blob(["abc"]).stream();
    const { id, sha256 } = await addFileVersion(ctx, { ...metadata, fileId, size: 3, body });
    expect(sha256).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const row = await findVersion(ctx.db, id);
    expect(row).toMatchObject({ fileId, number: 1, sha256, size: 3, fileName: "handbook.pdf" });
    expect(await (await env.FILES.get(row!.r2Key))!.text()).toBe("abc");
  });

  test("a version can be empty", async () => {
    const { id: fileId } = await newFile();
    const body = generate(0, 0);
    const { sha256 } = await addFileVersion(shop.ctx(), { ...metadata, fileId, size: 0, body });
    expect(sha256).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect((await objectsOf(fileId))[0]?.size).toBe(0);
  });

  test.each([
    ["fewer", 101],
    ["more", 99],
  ])("a version with %s bytes than its size is refused, and nothing is kept", async (_, size) => {
    const { id: fileId } = await newFile();
    const upload = addFileVersion(shop.ctx(), {
      ...metadata,
      fileId,
      size,
      body: generate(1, 100),
    });
    await expect(upload).rejects.toMatchObject({ code: "invalid_input" });
    expect(await objectsOf(fileId)).toEqual([]);
  });

  test("a version never overwrites another: three concurrent uploads get three numbers", async () => {
    const { id: fileId } = await newFile();
    const upload = (chunks: number) =>
      addFileVersion(shop.ctx(), { ...metadata, fileId, size: chunks, body: generate(chunks, 1) });
    const ids = await Promise.all([upload(1), upload(2), upload(3)]);
    const rows = await Promise.all(ids.map(({ id }) => findVersion(shop.ctx().db, id)));
    expect(rows.map((row) => row?.number).toSorted()).toEqual([1, 2, 3]);
    expect(await objectsOf(fileId)).toHaveLength(3);
  });

  test("a version of an unknown file is refused before a byte is read", async () => {
    const body = generate(1, 1);
    const fileId = "fil_00000000000000000000000000";
    await expect(
      addFileVersion(shop.ctx(), { ...metadata, fileId, size: 1, body }),
    ).rejects.toMatchObject({ code: "not_found" });
    expect(body.locked).toBe(false);
  });
});

test("a file can be added to a download only, not to other types of benefits", async () => {
  const product = await shop.createPublishedProduct({});
  const input = { benefitId: product.benefits[0]!.id, name: "Handbook" };
  await expect(createFile(shop.ctx(), input)).rejects.toMatchObject({ code: "not_found" });
});

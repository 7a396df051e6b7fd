import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createFileProduct } from "../../testing/fixtures/downloads.ts";
import { openTestShop } from "../../testing/shop.ts";
import { addFileVersion } from "./add-file-version.ts";

const CHUNK = 64 * 1024;
const CHUNKS = 1024;

/** Streams 64 MiB that are never in memory as a whole: each chunk is generated on demand. */
function generate() {
  let made = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (made === CHUNKS) return controller.close();
        controller.enqueue(new Uint8Array(CHUNK).fill(made++));
      },
    },
    { highWaterMark: 0 },
  );
  return { body, made: () => made };
}

test("64 MiB are uploaded and downloaded in chunks", async () => {
  const shop = openTestShop();
  const file = await createFileProduct(shop);
  const { body, made } = generate();
  const about = { label: "", fileName: "film.mp4", contentType: "video/mp4" };
  const input = { ...about, fileId: file.fileId, size: CHUNK * CHUNKS, body };
  const { id, sha256 } = await addFileVersion(shop.ctx(), input);
  expect(made()).toBe(CHUNKS);

  const user = await file.createUserWithAccess();
  const response = await user.fetch(await user.link(id));
  expect(response.headers.get("content-length")).toBe(String(CHUNK * CHUNKS));
  const hash = createHash("sha256");
  let largest = 0;
  for await (const chunk of response.body!) {
    hash.update(chunk);
    largest = Math.max(largest, chunk.byteLength);
  }
  expect(hash.digest("hex")).toBe(sha256);
  expect(largest).toBeLessThan(1024 * 1024);
});

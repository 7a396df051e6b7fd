import { describe, expect, test } from "vitest";
import { newBuyer, openBrowser } from "../testing/sign-in.ts";
import { MOST_IMAGE_BYTES } from "./images.ts";

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const png = ascii("\x89PNG\r\n\x1a\n and the rest");

const pictures: [string, Uint8Array][] = [
  ["image/png", png],
  ["image/jpeg", ascii("\xff\xd8\xff\xe0 and the rest")],
  ["image/gif", ascii("GIF89a and the rest")],
  ["image/webp", ascii("RIFF\x10\x00\x00\x00WEBPVP8 ")],
  ["image/avif", ascii("\x00\x00\x00\x1cftypavif\x00\x00")],
];

async function upload(body: Uint8Array) {
  const admin = await newBuyer({ role: "admin" });
  return admin.fetch("/api/admin/products/images", { method: "POST", body: body as BodyInit });
}

describe("a picture", () => {
  test.each(pictures)("of %s is told by its bytes, and served for good", async (type, bytes) => {
    const response = await upload(bytes);
    expect(response.status).toBe(201);
    const { url } = await response.json<{ url: string }>();
    expect(url).toMatch(/^\/api\/shop\/images\/[0-9a-f]{64}$/);
    const served = await openBrowser().fetch(url);
    expect(served.headers.get("content-type")).toBe(type);
    expect(served.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(served.headers.get("x-content-type-options")).toBe("nosniff");
    expect(served.headers.has("set-cookie")).toBe(false);
    expect(new Uint8Array(await served.arrayBuffer())).toEqual(bytes);
  });

  test("uploaded twice is one", async () => {
    const urls = await Promise.all(
      [png, png].map(async (bytes) => (await (await upload(bytes)).json<{ url: string }>()).url),
    );
    expect(new Set(urls).size).toBe(1);
  });

  test.each([
    ["a script that calls itself a picture", ascii("<svg onload=alert(1)>")],
    ["a page", ascii("<!doctype html><script>alert(1)</script>")],
    ["nothing", new Uint8Array()],
    ["the beginning of one", png.slice(0, 4)],
  ])("is not %s", async (_, bytes) => {
    const response = await upload(bytes);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      fields: [{ path: "image", message: "A PNG, JPEG, WebP, AVIF or GIF file" }],
    });
  });

  test("of more than 5 MB is refused", async () => {
    const large = new Uint8Array(MOST_IMAGE_BYTES + 1);
    large.set(png);
    const response = await upload(large);
    expect(await response.json()).toMatchObject({ fields: [{ message: "At most 5 MB" }] });
  });

  test("that nobody uploaded is not found", async () => {
    const response = await openBrowser().fetch(`/api/shop/images/${"0".repeat(64)}`);
    expect(response.status).toBe(404);
  });
});

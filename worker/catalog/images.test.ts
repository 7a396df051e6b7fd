import { describe, expect, test } from "vitest";
import { createSignedInUser, openBrowser } from "../testing/clients/sign-in.ts";
import { MAX_IMAGE_BYTES } from "./images.ts";

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
  const admin = await createSignedInUser({ role: "admin" });
  return admin.fetch("/api/admin/products/images", { method: "POST", body: body as BodyInit });
}

describe("a picture", () => {
  test.each(pictures)(
    "a picture of type %s is recognized by its bytes and served with a long-lived cache header",
    async (type, bytes) => {
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
    },
  );

  test.each(["small", "card"])(
    "a picture has a %s version, which is never replaced, and is its own until that was uploaded",
    async (size) => {
      const large = Uint8Array.from([...png, ...crypto.getRandomValues(new Uint8Array(8))]);
      const { url } = await (await upload(large)).json<{ url: string }>();
      const open = async () => {
        const served = await openBrowser().fetch(`${url}?size=${size}`);
        const bytes = new Uint8Array(await served.arrayBuffer());
        return [served.headers.get("cache-control"), bytes];
      };
      expect(await open()).toEqual(["public, max-age=3600", large]);
      const admin = await createSignedInUser({ role: "admin" });
      const query = new URLSearchParams({ of: url.split("/").at(-1)!, size });
      const saved = await admin.fetch(`/api/admin/products/images?${query}`, {
        method: "POST",
        body: png as BodyInit,
      });
      expect([saved.status, await saved.json()]).toEqual([201, { url }]);
      expect(await open()).toEqual(["public, max-age=31536000, immutable", png]);
      const again = await admin.fetch(`/api/admin/products/images?${query}`, {
        method: "POST",
        body: Uint8Array.from([...png, 1]),
      });
      expect(again.status).toBe(201);
      expect(await open()).toEqual(["public, max-age=31536000, immutable", png]);
      const original = await openBrowser().fetch(url);
      expect(new Uint8Array(await original.arrayBuffer())).toEqual(large);
    },
  );

  test("a version of a picture that was never uploaded is refused", async () => {
    const admin = await createSignedInUser({ role: "admin" });
    const query = new URLSearchParams({ of: "0".repeat(64), size: "card" });
    const response = await admin.fetch(`/api/admin/products/images?${query}`, {
      method: "POST",
      body: png as BodyInit,
    });
    expect(response.status).toBe(404);
  });

  test("a picture can be shown by pages of other sites, such as the seller's own", async () => {
    const { url } = await (await upload(png)).json<{ url: string }>();
    const { headers } = await openBrowser().fetch(url);
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  });

  test("a picture that is uploaded twice has one URL", async () => {
    const urls = await Promise.all(
      [png, png].map(async (bytes) => (await (await upload(bytes)).json<{ url: string }>()).url),
    );
    expect(new Set(urls).size).toBe(1);
  });

  test.each([
    ["an SVG with a script", ascii("<svg onload=alert(1)>")],
    ["an HTML page", ascii("<!doctype html><script>alert(1)</script>")],
    ["an empty file", new Uint8Array()],
    ["a truncated PNG", png.slice(0, 4)],
  ])("the upload of a picture is refused for %s", async (_, bytes) => {
    const response = await upload(bytes);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({
      fields: [{ path: "image", message: "Must be a PNG, JPEG, WebP, AVIF, or GIF file." }],
    });
  });

  test("a picture larger than 5 MB is refused", async () => {
    const large = new Uint8Array(MAX_IMAGE_BYTES + 1);
    large.set(png);
    const response = await upload(large);
    expect(await response.json()).toMatchObject({
      fields: [{ message: "Must be 5 MB or smaller." }],
    });
  });

  test("a picture that was never uploaded returns 404", async () => {
    const response = await openBrowser().fetch(`/api/shop/images/${"0".repeat(64)}`);
    expect(response.status).toBe(404);
  });
});

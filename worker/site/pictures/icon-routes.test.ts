import { describe, expect, test } from "vitest";
import { inflateSync } from "node:zlib";
import { readPictureSize } from "../../drawing/picture-size.ts";
import { readWebpSize } from "../../drawing/webp-size.ts";
import { removeLogo, saveLogo } from "../../settings/logo.ts";
import { saveShopSettings } from "../../settings/shop-settings.ts";
import { createLogo } from "../../testing/fixtures/logo.ts";
import { openVisitor } from "../../testing/clients/public-pages.ts";
import { openTestShop } from "../../testing/shop.ts";
import { openBrowser } from "../../testing/clients/sign-in.ts";

const shop = openTestShop();
const { visit } = openVisitor(shop.env);
const setAccent = (accent: string | null) =>
  saveShopSettings(shop.ctx(), { accent, accentDark: null, logoSaysName: false });

async function fetchIcon(path: string) {
  const response = await openBrowser({ env: shop.env }).fetch(path);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { bytes, contentType: response.headers.get("content-type") };
}

/** Returns the color of a pixel of an icon with 4 bits for each pixel. */
function readPixel(png: Uint8Array, x: number, y: number): string {
  const view = new DataView(png.buffer);
  const chunks = new Map<string, Uint8Array>();
  for (let at = 8; at < png.length; at += 12 + view.getUint32(at)) {
    const data = png.subarray(at + 8, at + 8 + view.getUint32(at));
    chunks.set(String.fromCharCode(...png.subarray(at + 4, at + 8)), data);
  }
  const rows = inflateSync(chunks.get("IDAT")!);
  const pair = rows[y * (readPictureSize(png)!.width / 2 + 1) + 1 + (x >> 1)]!;
  const index = x % 2 === 0 ? pair >> 4 : pair & 15;
  const color = chunks.get("PLTE")!.subarray(index * 3, index * 3 + 3);
  return `#${[...color].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

test("without a logo, the icon is drawn in the shop's color, in every size", async () => {
  await removeLogo(shop.ctx());
  for (const [accent, ground] of [
    ["#7a3b0b", "#7a3b0b"],
    [null, "#0d4a5c"],
  ] as const) {
    await setAccent(accent);
    expect((await visit("/favicon.svg")).body).toContain(`fill="${ground}"`);
    for (const [path, size] of [
      ["/favicon.ico", 48],
      ["/apple-touch-icon.png", 180],
      ["/icon-192.png", 192],
    ] as const) {
      const { bytes, contentType } = await fetchIcon(path);
      expect(contentType).toBe("image/png");
      expect(readPictureSize(bytes)).toEqual({ type: "image/png", width: size, height: size });
      expect(readPixel(bytes, 1, 1)).toBe(ground);
      // The middle of the line at the bottom.
      expect(readPixel(bytes, size / 2, Math.floor((26 / 32) * size))).not.toBe(ground);
    }
  }
});

test("a logo that is about square is the icon, as it is, and the next visit has it", async () => {
  await removeLogo(shop.ctx());
  await fetchIcon("/favicon.ico");
  const bytes = createLogo(120, 100);
  const { logo } = await saveLogo(shop.ctx(), { bytes });
  for (const path of ["/favicon.ico", "/apple-touch-icon.png"])
    expect(await fetchIcon(path)).toEqual({ bytes, contentType: "image/png" });
  const manifest = JSON.parse((await visit("/manifest.webmanifest")).body) as object;
  expect(manifest).toMatchObject({
    icons: [{ src: `/api/shop/logo/${logo}`, sizes: "120x100", type: "image/png" }],
  });
});

test("a wide logo is no icon", async () => {
  await saveLogo(shop.ctx(), { bytes: createLogo(400, 100) });
  expect(readPictureSize((await fetchIcon("/favicon.ico")).bytes)).toMatchObject({ width: 48 });
});

test("the manifest names the shop, its color and icons that exist", async () => {
  await removeLogo(shop.ctx());
  await setAccent("#7a3b0b");
  const details = { name: "Low Tide", line: "Sounds", supportEmail: null };
  await saveShopSettings(shop.ctx(), details);
  const { body, contentType } = await visit("/manifest.webmanifest");
  expect(contentType).toBe("application/manifest+json");
  const manifest = JSON.parse(body) as { icons: { src: string; type: string }[] };
  expect(manifest).toMatchObject({
    name: "Low Tide",
    description: "Sounds",
    start_url: "/",
    theme_color: "#7a3b0b",
  });
  expect(manifest.icons).toHaveLength(2);
  for (const { src, type } of manifest.icons) expect((await visit(src)).contentType).toBe(type);
});

test("every page links to the icons and the manifest", async () => {
  const { body } = await visit("/");
  for (const [rel, href] of [
    ["icon", "/favicon.ico"],
    ["apple-touch-icon", "/apple-touch-icon.png"],
    ["manifest", "/manifest.webmanifest"],
  ] as const) {
    expect(body).toMatch(new RegExp(`<link rel="${rel}" href="${href}"`));
    expect((await visit(href)).status).toBe(200);
  }
});

describe("the size of a WebP picture is read from its header", () => {
  const webp = (kind: string, at: number, data: number[]) => {
    const bytes = new Uint8Array(32);
    bytes.set(new TextEncoder().encode(`RIFF....WEBP${kind}`));
    bytes.set(data, at);
    return readWebpSize(bytes);
  };
  const size = { width: 300, height: 200 };

  test.each([
    ["lossy", webp("VP8 ", 26, [0x2c, 0x01, 0xc8, 0x00]), size],
    ["lossless", webp("VP8L", 21, [0x2b, 0xc1, 0x31, 0x00]), size],
    ["extended", webp("VP8X", 24, [0x2b, 0x01, 0x00, 0xc7, 0x00, 0x00]), size],
    ["another kind", webp("ABCD", 24, [1, 2, 3]), null],
    ["no WebP", readWebpSize(createLogo()), null],
  ])("%s", (_, read, expected) => {
    expect(read).toEqual(expected);
  });
});

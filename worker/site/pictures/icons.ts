import type { Ctx } from "../../context.ts";
import { drawIcon, type IconColors } from "../../drawing/draw-icon.ts";
import { surfaces } from "../../settings/accent.ts";
import { openLogo } from "../../settings/logo.ts";
import { readShopSettings, type ShopSettings } from "../../settings/shop-settings.ts";
import type { HeadLink } from "../../render/head/head.ts";

/** The links of every page. What they lead to depends on the shop's settings. */
export const icons: HeadLink[] = [
  { rel: "icon", href: "/favicon.ico", sizes: "any" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
];

/** The colors of the drawn icon in a shop without an accent. */
const defaultColors: IconColors = { ground: "#0d4a5c", stroke: "#d7eef2" };

/** A logo that is wider or higher than this is not used: it would be unreadable as an icon. */
const MAX_RATIO = 1.25;

/** Returns the colors of the drawn icon: the shop's accent, and the color of text on it. */
export function chooseIconColors({ accent }: Pick<ShopSettings, "accent">): IconColors {
  return accent ? { ground: accent, stroke: surfaces.light.paper } : defaultColors;
}

/** Returns the shop's logo as it is, if it is about square; else the drawn icon as a PNG of `size` pixels. */
export async function openIcon(
  ctx: Ctx,
  { size }: { size: number },
): Promise<{ bytes: Uint8Array<ArrayBuffer>; contentType: string }> {
  const shop = await readShopSettings(ctx);
  const logo = await openSquareLogo(ctx, shop);
  return logo ?? { bytes: drawIcon(size, chooseIconColors(shop)), contentType: "image/png" };
}

/** Returns the web app manifest, which names the shop and its icons where a user keeps it on the home screen. */
export async function describeManifest(ctx: Ctx) {
  const shop = await readShopSettings(ctx);
  const logo = await openSquareLogo(ctx, shop);
  return {
    id: "/",
    name: shop.name,
    short_name: shop.name,
    ...(shop.line && { description: shop.line }),
    start_url: "/",
    display: "minimal-ui",
    background_color: surfaces.light.paper,
    theme_color: chooseIconColors(shop).ground,
    icons: logo
      ? [{ src: `/api/shop/logo/${shop.logo}`, sizes: logo.sizes, type: logo.contentType }]
      : [
          { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
        ],
  };
}

/** @returns null if there is no logo, or one that is no icon; `sizes` is that of the picture, as in `64x64` */
async function openSquareLogo(ctx: Ctx, { logo: name }: ShopSettings) {
  const logo = name === null ? null : await openLogo(ctx, { name });
  if (!logo?.size) return null;
  const { width, height } = logo.size;
  if (Math.max(width / height, height / width) > MAX_RATIO) return null;
  return { bytes: logo.bytes, contentType: logo.contentType, sizes: `${width}x${height}` };
}

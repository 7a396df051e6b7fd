import type { I18n } from "@lingui/core";
import { loadI18nOf } from "../../i18n/browser-i18n.ts";
import { getDirection, type Locale } from "../../../worker/shared/locales.ts";
import { drawCover, getCoverColors, toPathData } from "../../../worker/shared/cover-art.ts";
import { toHex } from "../../../worker/shared/color.ts";
import type { ProductCard, ShopCard } from "../../../worker/drawing/share-card.ts";
import { SHARE_HEIGHT, SHARE_WIDTH } from "../../../worker/shared/share-picture-size.ts";
import { describeStartingPrice } from "../../shop/catalog/price-copy.ts";
import { fitText } from "./fit-text.ts";

/** Colors and fonts of light pages, as in `styles/tokens.css`: all viewers see the same picture. */
const paper = toHex({ lightness: 0.987, chroma: 0.002, hue: 220 });
const ink = toHex({ lightness: 0.24, chroma: 0.022, hue: 235 });
const defaultAccent = toHex({ lightness: 0.395, chroma: 0.075, hue: 222 });
const serif = `"Iowan Old Style", Charter, "Sitka Display", "Source Serif 4", Georgia, "Liberation Serif", serif`;
const sans = `-apple-system, "Segoe UI", Inter, Roboto, system-ui, sans-serif`;

/** The text is on the left, and a square picture on the right, like the pictures in the shop. */
const PICTURE_X = SHARE_WIDTH - SHARE_HEIGHT;
const MARGIN = 56;
const TEXT_WIDTH = PICTURE_X - 2 * MARGIN;
const STROKE_WIDTH = 3;

/** Whether the shop's own server has the picture. Drawing another one would make the canvas unreadable. */
export function isDrawable(image: string | null): image is string {
  return image !== null && image.startsWith("/");
}

/**
 * Draws a card of 1200 × 630 onto a canvas.
 * @param locale of its words
 * @throws if the messages of that language cannot be loaded
 * @returns false if this browser cannot draw
 */
export async function drawCard(
  canvas: HTMLCanvasElement,
  card: ProductCard | ShopCard,
  locale: Locale,
): Promise<boolean> {
  const i18n = await loadI18nOf(locale);
  const content = "slug" in card ? toProductContent(i18n, card) : toShopContent(card);
  const [image, logo] = await Promise.all([content.image, content.logo].map(loadImage));
  canvas.width = SHARE_WIDTH;
  canvas.height = SHARE_HEIGHT;
  const context = canvas.getContext("2d");
  if (!context) return false;
  context.fillStyle = paper;
  context.fillRect(0, 0, SHARE_WIDTH, SHARE_HEIGHT);
  if (image) drawCropped(context, image);
  else drawArt(context, content.seed);
  // The text stays on the left, but its words are in the order of their language.
  context.direction = getDirection(locale);
  context.textAlign = "left";
  drawText(context, content, logo);
  return true;
}

type Content = {
  /** URLs on this shop; null for none. */
  image: string | null;
  logo: string | null;
  /** Of the drawing that is there without an image. */
  seed: string;
  label: string;
  title: string;
  detail: string;
  accent: string;
};

function toProductContent(
  i18n: I18n,
  { slug, name, image, prices, shopName, accent }: ProductCard,
): Content {
  return {
    image: isDrawable(image) ? image : null,
    logo: null,
    seed: slug,
    label: shopName,
    title: name,
    detail: describeStartingPrice(i18n, prices),
    accent: accent ?? defaultAccent,
  };
}

function toShopContent({ name, line, accent, logo }: ShopCard): Content {
  return {
    image: null,
    logo: logo && `/api/shop/logo/${logo}`,
    seed: name,
    label: line ? name : "",
    title: line || name,
    detail: "",
    accent: accent ?? defaultAccent,
  };
}

/** Returns null for an image that does not load: the drawing is there instead, as in the shop. */
async function loadImage(url: string | null): Promise<HTMLImageElement | null> {
  if (!url) return null;
  const image = new Image();
  image.src = url;
  return image.decode().then(
    () => image,
    () => null,
  );
}

/** Cuts the largest square out of the middle. */
function drawCropped(context: CanvasRenderingContext2D, image: HTMLImageElement): void {
  const { naturalWidth: width, naturalHeight: height } = image;
  const side = Math.min(width, height);
  const [x, y] = [(width - side) / 2, (height - side) / 2];
  context.drawImage(image, x, y, side, side, PICTURE_X, 0, SHARE_HEIGHT, SHARE_HEIGHT);
}

function drawArt(context: CanvasRenderingContext2D, seed: string): void {
  const art = drawCover(seed);
  const { ground, stroke } = getCoverColors(art);
  const scale = SHARE_HEIGHT / 100;
  context.save();
  context.beginPath();
  context.rect(PICTURE_X, 0, SHARE_HEIGHT, SHARE_HEIGHT);
  context.clip();
  context.fillStyle = ground;
  context.fillRect(PICTURE_X, 0, SHARE_HEIGHT, SHARE_HEIGHT);
  context.translate(PICTURE_X, 0);
  context.scale(scale, scale);
  context.strokeStyle = stroke;
  context.lineCap = "round";
  context.lineWidth = STROKE_WIDTH / scale;
  context.stroke(new Path2D(toPathData(art.lines)));
  context.restore();
}

/**
 * Draws the shop's name at the top, the title in the middle, and the price at the bottom, beside a bar of the accent.
 */
function drawText(
  context: CanvasRenderingContext2D,
  { label, title, detail, accent }: Content,
  logo: HTMLImageElement | null | undefined,
): void {
  context.fillStyle = accent;
  context.fillRect(0, 0, 16, SHARE_HEIGHT);
  context.textBaseline = "alphabetic";

  const labelX = MARGIN + (logo ? drawLogo(context, logo) : 0);
  const labelFont = (size: number) => `600 ${size}px ${sans}`;
  const labelLine = fit(context, label, labelFont, {
    fontSizes: [28],
    width: PICTURE_X - MARGIN - labelX,
    maxLines: 1,
  });
  context.fillText(labelLine.lines[0] ?? "", labelX, MARGIN + 28);

  const titleFont = (size: number) => `500 ${size}px ${serif}`;
  const { fontSize, lines } = fit(context, title, titleFont, {
    fontSizes: [72, 60, 50, 42],
    width: TEXT_WIDTH,
    maxLines: 5,
  });
  const lineHeight = fontSize * 1.15;
  const top = (SHARE_HEIGHT - lines.length * lineHeight) / 2;
  context.fillStyle = ink;
  for (const [index, line] of lines.entries())
    context.fillText(line, MARGIN, top + index * lineHeight + fontSize * 0.9);

  const detailLine = fit(context, detail, labelFont, {
    fontSizes: [36, 30, 24],
    width: TEXT_WIDTH,
    maxLines: 1,
  });
  context.fillText(detailLine.lines[0] ?? "", MARGIN, SHARE_HEIGHT - MARGIN);
}

/** Fits a text, and leaves the context with the font that it fits in. */
function fit(
  context: CanvasRenderingContext2D,
  text: string,
  font: (size: number) => string,
  box: Parameters<typeof fitText>[1],
): ReturnType<typeof fitText> {
  const fitted = fitText(text, box, (line, size) => {
    context.font = font(size);
    return context.measureText(line).width;
  });
  context.font = font(fitted.fontSize);
  return fitted;
}

/** @returns how much space it takes, in pixels */
function drawLogo(context: CanvasRenderingContext2D, logo: HTMLImageElement): number {
  const height = 56;
  const width = Math.min(160, (logo.naturalWidth / logo.naturalHeight) * height);
  context.drawImage(logo, MARGIN, MARGIN - 12, width, height);
  return width + 16;
}

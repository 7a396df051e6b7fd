import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { signIn } from "../../scripts/shop/http-session.ts";
import { encodePng, STRONGEST_SHADE } from "../../worker/drawing/png.ts";
import { useBrowser } from "./browser.ts";
import { collectPageErrors, saveScreenshots } from "./page-checks.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop({ from: "undrawn" });
const browser = useBrowser();

const RED = [255, 0, 0];
const GREEN = [0, 128, 0];

/** A wide picture: red, then a green square in the middle, then red. */
const stripes = Buffer.from(
  encodePng({
    width: 300,
    height: 100,
    ground: "#ff0000",
    stroke: "#008000",
    pixels: Uint8Array.from({ length: 300 * 100 }, (_, at) =>
      at % 300 >= 100 && at % 300 < 200 ? STRONGEST_SHADE : 0,
    ),
  }),
);

/** Returns the URL of the picture that a page names for links to it. */
async function findPicture(path: string): Promise<string> {
  const html = await (await fetch(shopUrl() + path)).text();
  return /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? "";
}

/** Waits until a page has a picture that was drawn in a browser, other than this one. */
async function waitForPicture(path: string, previous = ""): Promise<string> {
  let url = "";
  await expect
    .poll(async () => (url = await findPicture(path)) !== previous && !url.includes("v=cover"))
    .toBe(true);
  return url;
}

/** Decodes a picture: its size, and the colors at these points. */
async function decode(page: Page, url: string, points: [x: number, y: number][] = []) {
  const { width, height, colors } = await page.evaluate(
    async ([url, points]) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
      context.drawImage(bitmap, 0, 0);
      const colors = points.map(([x, y]) =>
        Array.from(context.getImageData(x, y, 1, 1).data.slice(0, 3)),
      );
      return { width: bitmap.width, height: bitmap.height, colors };
    },
    [url, points] as const,
  );
  expect([width, height]).toEqual([1200, 630]);
  return colors;
}

/** Whether two colors differ only by what JPEG loses. */
const isNear = (one: number[] = [], other: number[]) =>
  other.every((channel, index) => Math.abs(channel - (one[index] ?? -99)) < 24);

it("a shared link shows the uploaded picture, cropped, and follows what the seller saves", async () => {
  const path = "/p/dawn-chorus";
  const owner = await signIn(shopUrl(), "owner");
  const shop = (await (await owner.fetch("/api/shop")).json()) as {
    products: { id: string; slug: string }[];
  };
  const product = shop.products.find(({ slug }) => path === `/p/${slug}`)!;
  // Not by the list of products, which draws the pictures that the next test wants missing.
  const page = await browser.openAs(owner, `/admin/products/${product.id}`);
  const pageErrors = collectPageErrors(page);
  const preview = page.getByRole("figure");
  await page.getByText("URL, plan group, tax code, and link preview").click();
  await preview.getByText("Link preview").waitFor();
  await page.getByLabel("Upload picture").setInputFiles({
    name: "stripes.png",
    mimeType: "image/png",
    buffer: stripes,
  });
  // The preview follows what is in the form, before it is saved.
  const center = () =>
    preview.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")!.getImageData(885, 315, 1, 1);
      return Array.from(data.slice(0, 3));
    });
  await expect.poll(async () => isNear(await center(), GREEN)).toBe(true);
  const before = await findPicture(path);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Changes saved", { exact: true }).waitFor();
  const uploaded = await waitForPicture(path, before);
  const colors = await decode(page, uploaded, [
    [580, 315],
    [885, 10],
    [1190, 620],
  ]);
  // The square in the middle, as in the shop. Stretched, it would have red sides.
  for (const color of colors) expect(isNear(color, GREEN)).toBe(true);
  expect(colors.some((color) => isNear(color, RED))).toBe(false);

  await saveScreenshots(page, "share-preview");

  await page.evaluate(async () => {
    const path = `/api/admin/products/${location.pathname.split("/").at(-1)}`;
    const product = await (await fetch(path)).json();
    const { slug, name, tagline, description, planGroup, updatedAt } = product;
    const image = "https://pictures.example/of-another-site.png";
    await fetch(path, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ slug, name, tagline, description, planGroup, updatedAt, image }),
    });
  });
  await page.reload();
  await page.getByText("URL, plan group, tax code, and link preview").click();
  await preview.getByText("Pictures from other sites can’t be used in link previews.").waitFor();
  expect(pageErrors).toEqual([]);
});

it("the console draws what was published without it, and a browser that cannot draw says so", async () => {
  const cover = await findPicture("/p/field-handbook");
  expect(cover).toContain("v=cover");
  const owner = await signIn(shopUrl(), "owner");
  const page = await browser.openAs(owner, "/");
  await decode(page, cover);
  await page.goto("/admin/products");
  await decode(page, await waitForPicture("/p/field-handbook"));
  // With the words of the page's language, whatever language the console is in.
  const findGerman = () => findPicture("/p/field-handbook?lang=de");
  await expect.poll(findGerman).toContain("/share-picture?lang=de&amp;v=");
  await decode(page, (await findGerman()).replace("&amp;", "&"));
  await page.goto("/admin/settings");
  await decode(page, await waitForPicture("/"));

  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.reload();
  await page.getByText("This browser can’t generate the picture.").waitFor();
});

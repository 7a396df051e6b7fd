import type { BrowserContext, Page } from "playwright-core";

/**
 * Uploads a photograph for this product in the console, as its seller does.
 * @param slug of a product of the demo shop
 * @param detail how many strokes it has. The fewer, the sooner it is drawn
 */
export async function uploadPicture(
  context: BrowserContext,
  slug: string,
  detail = 60_000,
): Promise<void> {
  const page = await context.newPage();
  await page.goto("/signin?login_hint=owner&callbackUrl=%2Fadmin%2Fproducts");
  await page.getByRole("button", { name: "Continue with Sandbox ID" }).click();
  await page.waitForURL("**/admin/products");
  await page.locator(`a[href*="/admin/products/prd_"]`).first().waitFor();
  const answer = await page.request.get(`/api/shop/products/${slug}`);
  const { id } = (await answer.json()) as { id: string };
  await page.goto(`/admin/products/${id}`);
  await page.getByLabel("Upload picture").setInputFiles({
    name: "photograph.jpg",
    mimeType: "image/jpeg",
    buffer: await drawPhotograph(page, detail),
  });
  await page.locator('main img[src^="/api/shop/images/"]').first().waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("All changes saved").waitFor();
}

/** A picture of 12 megapixels, with as much detail as a photograph of a landscape: soft light, and fine strokes. */
async function drawPhotograph(page: Page, detail: number): Promise<Buffer> {
  const base64 = await page.evaluate(async (strokes) => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const context = canvas.getContext("2d")!;
    for (let index = 0; index < Math.min(4000, strokes); index++) {
      const [x, y] = [(index * 7919) % 4000, (index * 104_729) % 3000];
      const gradient = context.createRadialGradient(x, y, 0, x, y, 300);
      gradient.addColorStop(0, `hsl(${(index * 37) % 360} 40% ${20 + (index % 60)}% / 40%)`);
      gradient.addColorStop(1, "transparent");
      context.fillStyle = gradient;
      context.fillRect(x - 300, y - 300, 600, 600);
    }
    for (let index = 0; index < strokes; index++) {
      const [x, y] = [(index * 7919) % 4000, (index * 104_729 + index ** 2) % 3000];
      context.strokeStyle = `hsl(${(index * 13) % 360} 30% ${20 + (index % 60)}% / 45%)`;
      context.lineWidth = 2 + (index % 7);
      context.beginPath();
      context.moveTo(x, y);
      context.lineTo(x + ((index * 31) % 90) - 45, y + ((index * 17) % 90) - 45);
      context.stroke();
    }
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let binary = "";
    for (let from = 0; from < bytes.length; from += 0x8000)
      binary += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
    return btoa(binary);
  }, detail);
  return Buffer.from(base64, "base64");
}

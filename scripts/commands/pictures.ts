import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { findChromium } from "../test/find-chromium.ts";
import { signIn } from "../shop/http-session.ts";
import { readPorts, requireFreePorts } from "../shop/ports.ts";
import { runScript } from "../run-script.ts";
import { exitOnSignal } from "../start/startup-info.ts";

/** Takes the README's pictures of the shop that the first `npm start` shows, each in both color schemes. */

const DIR = "docs/images";
const STATE_DIR = ".wrangler/pictures";
const VIEWPORT = { width: 1280, height: 960 };
const QUALITY = 0.8;

const pictures: { name: string; path: string; user?: string }[] = [
  { name: "storefront", path: "/" },
  { name: "library", path: "/library", user: "bob" },
  { name: "console", path: "/admin?range=12m", user: "owner" },
];

/** Converts a screenshot: WebP is a third of the size of PNG. A browser can do it, so no library is needed. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const source = `data:image/png;base64,${png.toString("base64")}`;
  const url = await page.evaluate<string>(`(async () => {
    const image = new Image();
    image.src = ${JSON.stringify(source)};
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return canvas.toDataURL("image/webp", ${QUALITY});
  })()`);
  return Buffer.from(url.split(",")[1]!, "base64");
}

async function takePictures(browser: Browser, shopUrl: string, scheme: "light" | "dark") {
  const blank = await browser.newPage();
  for (const { name, path, user } of pictures) {
    const context = await browser.newContext({
      baseURL: shopUrl,
      viewport: VIEWPORT,
      colorScheme: scheme,
      reducedMotion: "reduce",
    });
    if (user !== undefined) await context.addCookies((await signIn(shopUrl, user)).cookies());
    const page = await context.newPage();
    await page.goto(path, { waitUntil: "networkidle" });
    await page.evaluate("document.fonts.ready.then(() => true)");
    if ((await page.getByText("Something went wrong.").count()) > 0)
      throw new Error(`${path} could not be drawn.`);
    const file = join(DIR, `${name}${scheme === "dark" ? "-dark" : ""}.webp`);
    const bytes = await toWebp(blank, await page.screenshot());
    writeFileSync(file, bytes);
    console.log(`${file} has ${Math.round(bytes.length / 1000)} kB`);
    await context.close();
  }
  await blank.close();
}

await runScript(async () => {
  const ports = readPorts();
  exitOnSignal();
  await requireFreePorts(Object.values(ports));
  const { startShop } = await import("../start/start-shop.ts");
  const shop = await startShop({
    ...ports,
    stateDir: STATE_DIR,
    fresh: true,
    content: "lived",
    log: console.log,
  });
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: ["--no-sandbox"],
  });
  try {
    await takePictures(browser, shop.url, "light");
    await takePictures(browser, shop.url, "dark");
  } finally {
    await browser.close();
    await shop.stop();
  }
});

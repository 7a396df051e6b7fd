import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { shopUrl, useShop } from "./shop.ts";

useShop();
const browser = useBrowser();

it("an inline script that is injected into a page does not run", async () => {
  const page = await browser.open("/");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'ran'";
    const image = document.createElement("img");
    image.setAttribute("onerror", "document.title = 'ran'");
    image.src = "/nothing.png?x";
    document.body.append(script, image);
    return new Promise((resolve) => image.addEventListener("error", resolve));
  });
  expect(await page.title()).not.toBe("ran");
});

it.each(["/", "/api/me", "/signin"])("another site cannot show %s in a frame", async (path) => {
  const page = await browser.open("about:blank");
  await page.setContent(`<iframe src="${shopUrl()}${path}"></iframe>`);
  await expect.poll(() => page.frames()[1]?.url()).toBe("chrome-error://chromewebdata/");
});

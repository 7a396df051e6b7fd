import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import { findChromium } from "../../scripts/find-chromium.ts";

/** `origin` is another shop's than the journeys'. */
type PageOptions = { width?: 390 | 1280; colorScheme?: "light" | "dark"; origin?: string };

/**
 * A Chromium for the journeys of one file. Each `open` is a person of their own: no cookies, no history. What the page
 * logs as an error fails nothing by itself but is kept in `errors`.
 */
export function useBrowser() {
  let browser: Browser;
  const contexts: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        // Shops on this machine make their own.
        "--ignore-certificate-errors",
      ],
    });
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    await browser.close();
  });

  return {
    async open(path: string, options: PageOptions = {}): Promise<Page> {
      const context = await browser.newContext({
        baseURL: options.origin ?? inject("shopUrl"),
        viewport: { width: options.width ?? 1280, height: 860 },
        colorScheme: options.colorScheme ?? "light",
      });
      contexts.push(context);
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      await page.goto(path);
      return page;
    },
  };
}

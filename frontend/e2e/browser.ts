import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import { afterAll, beforeAll, inject } from "vitest";
import type { HttpSession } from "../../scripts/shop/http-session.ts";
import { shopUrl } from "./shop.ts";

type PageOptions = { width?: 390 | 1280; colorScheme?: "light" | "dark" };

/** The cookies of a signed-in user. */
type Session = Pick<HttpSession, "cookies">;

let connection: Promise<Browser> | undefined;

/** Connects the tests of one file to the shared Chromium. */
export function useBrowser() {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  const pages = new Map<Session, Page>();

  beforeAll(async () => {
    browser = await (connection ??= chromium.connect(inject("chromiumEndpoint")));
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
  });

  async function newContext(options: PageOptions): Promise<BrowserContext> {
    const context = await browser.newContext({
      baseURL: shopUrl(),
      viewport: { width: options.width ?? 1280, height: 860 },
      colorScheme: options.colorScheme ?? "light",
      // The tests don't cover animations.
      reducedMotion: "reduce",
    });
    // Much longer than any step takes, so tests don't time out on a slow machine.
    context.setDefaultTimeout(60_000);
    contexts.push(context);
    return context;
  }

  return {
    /** Opens a page in a new browser context, without cookies or history. */
    async open(path: string, options: PageOptions = {}): Promise<Page> {
      const page = await (await newContext(options)).newPage();
      if (path !== "about:blank") await page.goto(path);
      return page;
    },

    /**
     * Opens a page where no script runs. Playwright's own option would also stop its checks, which wait for timers.
     * `runScripts` lets them run for the page that is shown; what the page left out stays left out.
     */
    async openWithoutScripts(path: string, options: PageOptions = {}) {
      const page = await (await newContext(options)).newPage();
      const session = await page.context().newCDPSession(page);
      const disable = (value: boolean) =>
        session.send("Emulation.setScriptExecutionDisabled", { value });
      await disable(true);
      await page.goto(path);
      return {
        page,
        async runScripts<Result>(check: () => Promise<Result>): Promise<Result> {
          await disable(false);
          return check().finally(() => disable(true));
        },
      };
    },

    /** Returns the one page of this session, already signed in, and goes to `path` if given. */
    async openAs(session: Session, path?: string): Promise<Page> {
      let page = pages.get(session);
      if (!page || page.isClosed()) page = await (await newContext({})).newPage();
      pages.set(session, page);
      await page.context().addCookies(session.cookies());
      if (path !== undefined) await page.goto(path);
      return page;
    },
  };
}

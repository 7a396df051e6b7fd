import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { HttpSession } from "../../scripts/shop/http-session.ts";
import { launchChromium } from "./chromium.ts";
import { shopUrl } from "./shop.ts";

type PageOptions = { width?: 390 | 1280; colorScheme?: "light" | "dark" };

/** The cookies of a signed-in user. */
type Session = Pick<HttpSession, "cookies">;

/**
 * This process's own Chromium. One that the processes share has to be told everything through the main process, which
 * takes as long as what it is told.
 */
let launched: Promise<Browser> | undefined;

/** @property lastTest the number of the test after which nothing needs the context */
type OpenContext = { context: BrowserContext; lastTest: number };

/**
 * Opens pages for the tests of one file. What a test opens is closed when it ends: with thirty pages open, a change of a
 * page's width took many seconds.
 */
export function useBrowser() {
  let browser: Browser;
  let contexts: OpenContext[] = [];
  const pages = new Map<Session, { page: Page; opened: OpenContext }>();
  let testNumber = 0;
  let isInTest = false;

  const closeAll = (ended: OpenContext[]) => {
    contexts = contexts.filter((opened) => !ended.includes(opened));
    return Promise.all(ended.map(({ context }) => context.close()));
  };
  beforeAll(async () => {
    browser = await (launched ??= launchChromium());
  });
  beforeEach(() => {
    testNumber++;
    isInTest = true;
  });
  afterEach(async () => {
    isInTest = false;
    await closeAll(contexts.filter(({ lastTest }) => lastTest <= testNumber));
  });
  afterAll(async () => {
    await closeAll(contexts);
  });

  async function openContext(options: PageOptions): Promise<OpenContext> {
    const context = await browser.newContext({
      baseURL: shopUrl(),
      viewport: { width: options.width ?? 1280, height: 860 },
      colorScheme: options.colorScheme ?? "light",
      // The tests don't cover animations.
      reducedMotion: "reduce",
    });
    // Much longer than any step takes, so tests don't time out on a slow machine.
    context.setDefaultTimeout(60_000);
    // What is opened between tests is for all that follow.
    const opened = { context, lastTest: isInTest ? testNumber : Infinity };
    contexts.push(opened);
    return opened;
  }

  const openPage = async (options: PageOptions) => (await openContext(options)).context.newPage();

  return {
    /** Opens a page in a new browser context, without cookies or history. */
    async open(path: string, options: PageOptions = {}): Promise<Page> {
      const page = await openPage(options);
      if (path !== "about:blank") await page.goto(path);
      return page;
    },

    /**
     * Opens a page where no script runs. Playwright's own option would also stop its checks, which wait for timers.
     * `runScripts` lets them run for the page that is shown; what the page left out stays left out.
     */
    async openWithoutScripts(path: string, options: PageOptions = {}) {
      const page = await openPage(options);
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

    /**
     * Returns the one page of this session, already signed in, and goes to `path` if given. It stays open while tests
     * that follow one another ask for it.
     */
    async openAs(session: Session, path?: string): Promise<Page> {
      let known = pages.get(session);
      if (!known || known.page.isClosed()) {
        const opened = await openContext({});
        known = { opened, page: await opened.context.newPage() };
        pages.set(session, known);
      }
      const { page, opened } = known;
      opened.lastTest = Math.max(opened.lastTest, testNumber + 1);
      await page.context().addCookies(session.cookies());
      if (path !== undefined) await page.goto(path);
      return page;
    },
  };
}

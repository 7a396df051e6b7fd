import type { Page } from "playwright-core";

type Handler = Parameters<Page["route"]>[1];
type Options = Parameters<Page["route"]>[2];

/**
 * Routes the requests of an open page as `page.route` does, and returns when they are routed. Chromium answers before
 * the page knows, and the page lets a press of a key pass what it is told, so the next request would reach the server.
 * A page that is opened afterwards needs only `page.route`.
 */
export async function intercept(
  page: Page,
  url: Parameters<Page["route"]>[0],
  handler: Handler,
  options?: Options,
): Promise<void> {
  await page.route(url, handler, options);
  const probe = "**/robots.txt";
  await page.route(probe, (route) => route.fulfill({ body: "routed" }));
  await page.waitForFunction(() =>
    fetch("/robots.txt")
      .then((answer) => answer.text())
      .then((text) => text === "routed"),
  );
  await page.unroute(probe);
}

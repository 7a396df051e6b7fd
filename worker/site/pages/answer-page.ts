import type { Context } from "hono";
import type { AppEnv } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { limitAddress } from "../../http/rate-limit.ts";
import { sourceLocale } from "../../shared/locales.ts";
import { describePage } from "./describe-page.ts";
import { loadGone, loadMissing, type LoadContent } from "./load-content.ts";
import type { LoadPersonal } from "./load-personal.ts";
import { showShopDetails } from "../../storefront/show-shop.ts";
import { logDrawFailure, loadRenderer, type PageContent } from "../../render/renderer.ts";
import { PLAIN_PREFIX } from "../../render/plain-paths.ts";

export type FailureStatus = 500 | 502 | 503;

type PageStatus = 200 | 404 | 410 | FailureStatus;

/**
 * Answers with a public page: the same for all visitors, since it reads no session. Redirects to the page's URL if it
 * has another one by now. Answers with the "not found" page if what it shows does not exist, with 410 if it is no
 * longer sold, and with the app alone if the page cannot be drawn: a browser may still manage. Its status is 500 then,
 * since crawlers and monitors read no more than this.
 */
export async function answerPage(c: Context<AppEnv>, load: LoadContent): Promise<Response> {
  try {
    return await drawPage(c, load, 200);
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code === "not_found") return answerMissing(c);
    if (code === "product_archived") return answerAbsent(c, loadGone, 410);
    return answerAfterFailure(c, error, 500);
  }
}

/**
 * Answers with the "not found" page. It is drawn for each URL, so an address gets only so many.
 * @throws `rate_limited`
 */
export async function answerMissing(c: Context<AppEnv>): Promise<Response> {
  await limitAddress(c, "API_LIMIT", "missing");
  return answerAbsent(c, loadMissing, 404);
}

async function answerAbsent(
  c: Context<AppEnv>,
  load: LoadContent,
  status: 404 | 410,
): Promise<Response> {
  try {
    return await drawPage(c, load, status);
  } catch (error) {
    return answerAfterFailure(c, error, status);
  }
}

/**
 * Answers with a page of one visitor or user, as far as the Worker knows it. Never cached. If it cannot be drawn, the
 * browser may still manage.
 */
export async function answerPersonalPage(
  c: Context<AppEnv>,
  load: LoadPersonal,
): Promise<Response> {
  c.header("cache-control", "private, no-store");
  const me = { user: c.var.profile ?? null };
  return answerPage(c, async (ctx) => {
    const [shop, content] = await Promise.all([showShopDetails(ctx), load(c)]);
    return { shop, content, me };
  });
}

/**
 * Answers with the frame of a page that the browser draws. Reads no session. Never cached, since its URLs are private.
 * @param assertExists throws `not_found` if the page is of something that does not exist
 */
export async function answerFrame(
  c: Context<AppEnv>,
  assertExists?: () => Promise<unknown>,
): Promise<Response> {
  c.header("cache-control", "no-store");
  return answerPage(c, async (ctx) => {
    await assertExists?.();
    return { shop: await showShopDetails(ctx), content: { kind: "frame", of: "other" } };
  });
}

/** Answers with the app alone, which draws the page in the browser. Never cached: its URLs are private. */
export async function answerApp(c: Context<AppEnv>, status: PageStatus = 200): Promise<Response> {
  const renderer = await loadRenderer();
  c.header("cache-control", "no-store");
  const { pathname, search } = new URL(c.req.url);
  // Without a context if the configuration is refused.
  const locale = c.var.ctx?.locale ?? sourceLocale;
  const scripts = renderer.listScripts(pathname, locale);
  // The browser loads the page's code together with the app's, and not after it (decision 19).
  if (scripts.length > 0)
    c.header("link", scripts.map((url) => `<${url}>; rel=modulepreload`).join(", "));
  const plainPath = renderer.isAppPath(pathname) ? PLAIN_PREFIX + pathname + search : null;
  const body = await renderer.getAppShell(locale, plainPath);
  return answerHtml(c, { body, status });
}

async function drawPage(
  c: Context<AppEnv>,
  load: LoadContent,
  status: PageStatus,
): Promise<Response> {
  const { ctx } = c.var;
  const [renderer, data] = await Promise.all([loadRenderer(), load(ctx)]);
  // As the browser has it: Hono's own path is decoded.
  const path = new URL(c.req.url).pathname;
  const currentPath = findPath(data.content);
  if (currentPath !== null && currentPath !== path)
    return c.redirect(ctx.config.origin + currentPath, 301);
  const titles = await renderer.namePages(ctx.locale);
  const isPersonal = isPersonalContent(data.content);
  const body = await renderer.renderPage({
    locale: ctx.locale,
    path,
    plainPath: isPersonal ? PLAIN_PREFIX + path + new URL(c.req.url).search : null,
    head: describePage(ctx, data, titles),
    data,
  });
  return answerHtml(c, { body, status });
}

/** Whether the page without scripts shows more than what is drawn. */
function isPersonalContent({ kind }: PageContent): boolean {
  return kind === "signIn" || kind === "library" || kind === "frame";
}

/** Returns the path of a page whose slug can change; null for all others. */
function findPath(content: PageContent): string | null {
  if (content.kind === "product") return `/p/${content.product.slug}`;
  return content.kind === "members" ? `/read/${content.page.slug}` : null;
}

function answerAfterFailure(c: Context<AppEnv>, error: unknown, status: PageStatus) {
  logDrawFailure(c.var.ctx, error);
  return answerApp(c, status);
}

function answerHtml(
  c: Context<AppEnv>,
  answer: { body: string | ReadableStream<Uint8Array>; status: PageStatus },
): Response {
  return c.body(answer.body, answer.status, { "content-type": "text/html; charset=utf-8" });
}

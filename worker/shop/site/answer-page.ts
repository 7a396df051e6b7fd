import type { Context } from "hono";
import type { AppEnv } from "../../context.ts";
import { AppError } from "../../errors.ts";
import { logEvent, summarizeError } from "../../lib/log.ts";
import { describePage } from "./describe-page.ts";
import { loadMissing, type LoadContent } from "./load-content.ts";
import { loadRenderer, type Renderer } from "./renderer.ts";

/** A browser asks every time, because a new deployment has no files of the old one. */
const CACHE_CONTROL = "public, max-age=0, must-revalidate";

/**
 * Answers with a public page: the same for everybody, since it reads no session. Answers with the "not found" page if
 * what it shows does not exist, and with the app alone if the page cannot be drawn: a browser may still manage.
 */
export async function answerPage(c: Context<AppEnv>, load: LoadContent): Promise<Response> {
  try {
    return await drawPage(c, load, 200);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return answerMissing(c);
    return answerAfterFailure(c, error, 200);
  }
}

/** Answers with the "not found" page. */
export async function answerMissing(c: Context<AppEnv>): Promise<Response> {
  try {
    return await drawPage(c, loadMissing, 404);
  } catch (error) {
    return answerAfterFailure(c, error, 404);
  }
}

/** Answers with the app alone, which draws the page in the browser. Never cached: its URLs are private. */
export async function answerApp(c: Context<AppEnv>, status: 200 | 404 = 200): Promise<Response> {
  const renderer = await loadRenderer();
  return answerHtml(c, renderer, { body: renderer.appShell, status, cacheControl: "no-store" });
}

async function drawPage(
  c: Context<AppEnv>,
  load: LoadContent,
  status: 200 | 404,
): Promise<Response> {
  const { ctx } = c.var;
  const [renderer, data] = await Promise.all([loadRenderer(), load(ctx)]);
  const { path } = c.req;
  const body = await renderer.renderPage({ path, head: describePage(ctx, data), data });
  return answerHtml(c, renderer, { body, status, cacheControl: CACHE_CONTROL });
}

function answerAfterFailure(c: Context<AppEnv>, error: unknown, status: 200 | 404) {
  const { requestId } = c.var.ctx;
  logEvent("error", "page.draw_failed", { error: summarizeError(error), request_id: requestId });
  return answerApp(c, status);
}

function answerHtml(
  c: Context<AppEnv>,
  renderer: Renderer,
  answer: { body: string | ReadableStream<Uint8Array>; status: 200 | 404; cacheControl: string },
): Response {
  const scripts = renderer.listScripts(c.req.path);
  return c.body(answer.body, answer.status, {
    "content-type": "text/html; charset=utf-8",
    "cache-control": answer.cacheControl,
    // The browser loads the page's code together with the app's, and not after it (decision 19).
    ...(scripts.length > 0 && {
      link: scripts.map((url) => `<${url}>; rel=modulepreload`).join(", "),
    }),
  });
}

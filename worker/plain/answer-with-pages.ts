import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { AppEnv } from "../context.ts";
import { errorCatalog, type AppError } from "../errors.ts";
import { toAppError } from "../http/error-handlers.ts";
import { logDrawFailure } from "../render/renderer.ts";
import { answerPlainPage } from "./answer-plain-page.ts";
import type { PlainContent, PlainError } from "../render/plain-content.ts";

/**
 * For URLs that a browser opens without scripts, such as the target of a form: an error becomes a page, and a redirect
 * to another site becomes a page that leads there. The content security policy of our pages allows forms only to this
 * shop, and Chromium applies that to every redirect after a form (decision 45). Scripts and other programs get what
 * they always got.
 * @param describe makes the page of an error
 */
export function answerWithPages(
  describe: (c: Context<AppEnv>, error: PlainError) => Promise<PlainContent> | PlainContent,
) {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next();
    if (!opensPage(c)) return;
    const { origin } = c.var.ctx.config;
    const url = new URL(c.res.headers.get("location") ?? "/", origin);
    try {
      if (c.error) {
        const error = describeAppError(c, toAppError(c.error));
        await replaceResponse(c, error.status, await describe(c, error));
      } else if (c.req.method === "POST" && url.origin !== origin)
        await replaceResponse(c, 200, { kind: "leaving", to: "sign-in", url: url.href });
    } catch (error) {
      // The answer without a page is still right.
      logDrawFailure(c.var.ctx, error);
    }
  });
}

/** Whether the browser shows the answer as a page. The app's own requests ask for a URL to go to instead. */
function opensPage(c: Context<AppEnv>): boolean {
  return (
    c.req.header("accept")?.includes("text/html") === true &&
    c.req.header("x-auth-return-redirect") === undefined
  );
}

/** Replaces the body and keeps the cookies. */
async function replaceResponse(
  c: Context<AppEnv>,
  status: ContentfulStatusCode,
  content: PlainContent,
): Promise<void> {
  const before = c.res;
  const page = await answerPlainPage(c, { content, status });
  const headers = new Headers(page.headers);
  for (const cookie of before.headers.getSetCookie()) headers.append("set-cookie", cookie);
  const retryAfter = before.headers.get("retry-after");
  if (retryAfter !== null) headers.set("retry-after", retryAfter);
  // Else Hono merges the headers of both.
  c.res = undefined;
  c.res = new Response(page.body, { status, headers });
}

function describeAppError(c: Context<AppEnv>, error: AppError): PlainError {
  const { code, retryAfterSeconds, currency } = error;
  const { requestId } = c.var.ctx;
  return { code, status: errorCatalog[code].status, retryAfterSeconds, currency, requestId };
}

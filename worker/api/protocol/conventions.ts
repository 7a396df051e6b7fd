import { etag } from "hono/etag";
import { createMiddleware } from "hono/factory";
import type { AppEnv, Ctx } from "../../context.ts";
import { fail, toErrorResponse } from "../../errors.ts";
import { MALFORMED_PATH } from "../../http/validate.ts";

/** For reads of one object: answers with its `ETag`, and 304 if `If-None-Match` names it. */
export const answerWithEtag = etag();

/**
 * Names the request on every answer, as its log lines do. A malformed id in a path is answered like one that nothing
 * has.
 */
export const finishAnswer = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  const { requestId } = c.var.ctx;
  if (c.error?.message === MALFORMED_PATH)
    c.res = toErrorResponse(fail("not_found", { reason: MALFORMED_PATH }), requestId);
  nameRequest(c.res.headers, c.var.ctx);
});

/** Names the request on its answer. */
export function nameRequest(headers: Headers, { requestId }: Pick<Ctx, "requestId">): void {
  headers.set("request-id", requestId);
}

/**
 * Refuses a body that isn't declared as JSON, and adds to a 401 how to authenticate (RFC 6750).
 * @throws `unsupported_media_type`
 */
export const followApiConventions = createMiddleware<AppEnv>(async (c, next) => {
  if (hasBody(c.req.raw) && !isJson(c.req.header("content-type")))
    throw fail("unsupported_media_type");
  await next();
  askForKey(c.res);
});

/** Adds to a 401 how to authenticate. */
export function askForKey({ status, headers }: Response): void {
  if (status === 401) headers.set("www-authenticate", 'Bearer realm="gatehouse"');
}

function hasBody(request: Request): boolean {
  return request.body !== null && request.headers.get("content-length") !== "0";
}

function isJson(contentType: string | undefined): boolean {
  return /^application\/json *(;|$)/i.test(contentType ?? "");
}

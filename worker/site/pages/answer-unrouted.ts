import type { Context } from "hono";
import type { AppEnv } from "../../context.ts";
import { AppError, fail } from "../../errors.ts";
import { handleError, handleNotFound } from "../../http/error-handlers.ts";
import { findRefusedVariables, readConfig } from "../../config/config.ts";
import type { RefusedVariable } from "../../config/refuse-example-values.ts";
import { describeUnconfigured } from "./describe-unconfigured.ts";
import { answerApp, answerFrame, answerMissing, type FailureStatus } from "./answer-page.ts";
import { loadRenderer } from "../../render/renderer.ts";

/** Answers every URL that no route has: with the app if it draws that page in the browser, else with "not found". */
export async function answerUnrouted(c: Context<AppEnv>): Promise<Response> {
  // As it was sent: Hono's own path is decoded, and may have what no header can.
  const path = new URL(c.req.url).pathname;
  if (!isPageRequest(c)) return handleNotFound(c);
  // A file of an earlier deployment. No person reads the answer.
  if (path.startsWith("/assets/")) return c.text("Not found", 404);
  const renderer = await loadRenderer();
  // The console draws its own frame.
  if (renderer.isAppPath(path)) return /^\/admin(\/|$)/.test(path) ? answerApp(c) : answerFrame(c);
  const shorter = path.replace(/\/+$/, "");
  if (shorter !== path && renderer.isAppPath(shorter)) return redirectTo(c, shorter);
  return answerMissing(c);
}

/**
 * Like `handleError`, but a page is answered with the app, which says in plain words that the shop is unavailable. A
 * file, such as the sitemap, is for programs.
 */
export async function answerPageError(error: Error, c: Context<AppEnv>): Promise<Response> {
  const refused = findRefusedVariables(c.env);
  if (refused.length > 0) return answerUnconfigured(error, c, refused);
  const response = handleError(error, c);
  if (!isPageRequest(c)) return response;
  // Another name of this deployment.
  if (error instanceof AppError && error.code === "unknown_host")
    return redirectTo(c, new URL(c.req.url).pathname);
  const isApp = response.status >= 500 && !/\.[a-z]+$/.test(c.req.path);
  return isApp ? answerApp(c, response.status as FailureStatus) : response;
}

/** Says what is missing: to a person one setting at a time, to a program all of them. Names settings, never values. */
function answerUnconfigured(
  cause: Error,
  c: Context<AppEnv>,
  refused: RefusedVariable[],
): Response | Promise<Response> {
  const fields = refused.map(({ name: path, message }) => ({ path, message }));
  const detail = "The shop is not configured.";
  const response = handleError(fail("unavailable", { cause, detail, fields }), c);
  if (!isPageRequest(c)) return response;
  return c.html(describeUnconfigured(refused, new URL(c.req.url).host), 503);
}

/** Whether a person asks for a page. Programs ask below the other paths. */
function isPageRequest(c: Context): boolean {
  return ["GET", "HEAD"].includes(c.req.method) && !/^\/(api|\.well-known)(\/|$)/.test(c.req.path);
}

/** Redirects to the same URL with this path. Absolute, since a path may begin with two slashes. */
function redirectTo(c: Context<AppEnv>, path: string): Response {
  return c.redirect(`${readConfig(c.env).origin}${path}${new URL(c.req.url).search}`, 301);
}

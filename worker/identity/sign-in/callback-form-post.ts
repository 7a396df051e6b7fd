import { createMiddleware } from "hono/factory";
import type { SignInAppEnv } from "./sign-in-attempt.ts";
import { toJsonPostRequest } from "./auth-request.ts";

/** The fields of a provider's callback. */
const CALLBACK_FIELDS = ["code", "state", "iss", "error", "user"];

/**
 * Redirects Apple's form post to the same URL as a GET. The post comes from Apple's site, so it carries neither the
 * cookie of the session to replace nor the one with the return URL: both are Lax. The GET carries them.
 */
export const redirectPostToGet = createMiddleware<SignInAppEnv>(async (c) => {
  const body: unknown = await c.req.raw.json().catch(() => null);
  const bodyFields = new Map(Object.entries(body ?? {}));
  const callbackParams = CALLBACK_FIELDS.flatMap((name) => {
    const value: unknown = bodyFields.get(name);
    return typeof value === "string" ? [[name, value]] : [];
  });
  return c.redirect(`${c.req.path}?${new URLSearchParams(callbackParams)}`, 303);
});

/** Converts Apple's callback back to a form post, since the library accepts it only as a form. */
export const convertAppleCallbackToPost = createMiddleware<SignInAppEnv>(async (c, next) => {
  const id = c.req.param("provider");
  const provider = c.var.ctx.config.auth.providers.find((provider) => provider.id === id);
  if (provider?.kind === "apple") {
    const url = new URL(c.req.url);
    const fields = Object.fromEntries(url.searchParams);
    url.search = "";
    c.req.raw = toJsonPostRequest(c.req.raw, url.href, fields);
  }
  await next();
});

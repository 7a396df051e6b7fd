import { createMiddleware } from "hono/factory";
import type { SignInEnv } from "./sign-in-attempt.ts";
import { withBody } from "./auth-request.ts";

/** What a provider may answer with. */
const FIELDS = ["code", "state", "iss", "error", "user"];

/**
 * Apple posts its answer from its own site, and such a request brings neither the session that this sign-in is to
 * replace nor the page the person wanted: those cookies are Lax. The same address by GET brings all of them.
 */
export const returnByGet = createMiddleware<SignInEnv>(async (c) => {
  const body: unknown = await c.req.raw.json().catch(() => null);
  const given = new Map(Object.entries(body ?? {}));
  const answer = FIELDS.flatMap((name) => {
    const value: unknown = given.get(name);
    return typeof value === "string" ? [[name, value]] : [];
  });
  return c.redirect(`${c.req.path}?${new URLSearchParams(answer)}`, 303);
});

/** For Apple, whose answer the library takes from a form only. */
export const answerAsForm = createMiddleware<SignInEnv>(async (c, next) => {
  const id = c.req.param("provider");
  const provider = c.var.ctx.config.auth.providers.find((provider) => provider.id === id);
  if (provider?.kind === "apple") {
    const url = new URL(c.req.url);
    const fields = Object.fromEntries(url.searchParams);
    url.search = "";
    c.req.raw = withBody(c.req.raw, url.href, fields);
  }
  await next();
});

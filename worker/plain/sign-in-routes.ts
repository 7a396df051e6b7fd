import { Hono, type Context } from "hono";
import { z } from "zod";
import type { AppEnv } from "../context.ts";
import { validate } from "../http/validate.ts";
import { prepareSignInForms } from "../identity/sign-in/prepare-sign-in-forms.ts";
import { readReturnUrl, safeRedirect } from "../identity/sign-in/safe-redirect.ts";
import { findIntendedPurchase } from "../checkout/find-intended-purchase.ts";
import { issueCsrfToken } from "../identity/sign-in/issue-csrf-token.ts";
import { answerPlainPage } from "./answer-plain-page.ts";
import type { PlainContent, PlainError } from "../render/plain-content.ts";
import { toPlainReturnPath } from "../render/plain-paths.ts";

const signInQuery = z.object({
  callbackUrl: z.string().max(2048).default("/"),
  error: z.string().max(100).optional(),
  login_hint: z.string().max(255).optional(),
});
const errorQuery = z.object({ error: z.string().max(100).default("") });

/** The sign-in pages without scripts, at `/plain/signin` and so on. Their forms go to `/api/auth`. */
export const plainSignInRoutes = new Hono<AppEnv>()
  .get("/signin", validate("query", signInQuery), async (c) => {
    const { ctx } = c.var;
    const { origin } = ctx.config;
    const { callbackUrl, error, login_hint: loginHint } = c.req.valid("query");
    const returnPath = toPlainReturnPath(safeRedirect(callbackUrl, origin).slice(origin.length));
    const [{ forms, cookies }, purchase] = await Promise.all([
      prepareSignInForms(ctx, c.req.header("cookie") ?? ""),
      findIntendedPurchase(ctx, { returnPath }),
    ]);
    return answerForm(c, "/signin", cookies, {
      kind: "signIn",
      ...forms,
      returnPath,
      loginHint: loginHint ?? null,
      errorCode: error ?? null,
      purchase,
    });
  })
  .get("/signout", async (c) => {
    const form = await issueCsrfToken(c.var.ctx, c.req.header("cookie") ?? "");
    const { csrfToken } = form;
    return answerForm(c, "/signout", form.cookies, { kind: "signOut", csrfToken });
  })
  .get("/error", validate("query", errorQuery), (c) => {
    // The library keeps it in a cookie during a sign-in.
    const returnPath = readReturnUrl(c).slice(c.var.ctx.config.origin.length);
    const { error: errorCode } = c.req.valid("query");
    return answerPlainPage(c, {
      path: "/error",
      content: { kind: "signInError", errorCode, returnPath },
    });
  })
  .get("/verify-request", (c) =>
    answerPlainPage(c, {
      path: "/verify-request",
      content: { kind: "verifyRequest", isRefused: false },
    }),
  );

/** Describes the page for an error of `/api/auth`. */
export function describeSignInFailure(c: Context<AppEnv>, error: PlainError): PlainContent {
  return c.req.path === "/api/auth/callback/email" && error.code === "invalid_input"
    ? { kind: "verifyRequest", isRefused: true }
    : { kind: "failure", error, retry: null, product: null };
}

async function answerForm(
  c: Context<AppEnv>,
  path: string,
  cookies: string[],
  content: PlainContent,
): Promise<Response> {
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
  return answerPlainPage(c, { path, content });
}

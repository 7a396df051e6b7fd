import { Hono, type Context } from "hono";
import { z } from "zod";
import { requirePriceForSale } from "../catalog/require-price.ts";
import type { AppEnv, Ctx } from "../context.ts";
import { AppError } from "../errors.ts";
import { validate } from "../http/validate.ts";
import { EMAIL_PROVIDER } from "../identity/sign-in/email-link.ts";
import { readReturnUrl, safeRedirect } from "../identity/sign-in/safe-redirect.ts";
import { showCheckoutLink } from "../checkout/open-checkout-link.ts";
import { issueCsrfToken } from "../identity/sign-in/issue-csrf-token.ts";
import { answerPlainPage } from "./answer-plain-page.ts";
import { toPricedProduct } from "./buy-routes.ts";
import type { PlainContent, PlainError, PricedProduct } from "../render/plain-content.ts";
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
    const { origin, auth } = ctx.config;
    const { callbackUrl, error, login_hint: loginHint } = c.req.valid("query");
    const returnPath = toPlainReturnPath(safeRedirect(callbackUrl, origin).slice(origin.length));
    const providers = auth.providers.map(({ id, name }) => ({ id, name, isEmail: false }));
    const [form, purchase] = await Promise.all([
      issueCsrfToken(ctx, c.req.header("cookie") ?? ""),
      findIntendedPurchase(ctx, returnPath),
    ]);
    return answerForm(c, "/signin", form.cookies, {
      kind: "signIn",
      providers: auth.emailSender
        ? [...providers, { id: EMAIL_PROVIDER, name: "Email", isEmail: true }]
        : providers,
      returnPath,
      loginHint: loginHint ?? null,
      errorCode: error ?? null,
      purchase,
      csrfToken: form.csrfToken,
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

/**
 * Returns what the user wants to buy, if that is why they sign in. A checkout link says itself what it is for: a
 * crafted path cannot show another price than will be paid.
 */
async function findIntendedPurchase(
  ctx: Ctx,
  returnPath: string,
): Promise<(PricedProduct & { quantity: number }) | null> {
  try {
    const wanted = await readWanted(ctx, returnPath);
    if (!wanted) return null;
    const found = await requirePriceForSale(ctx, { priceId: wanted.priceId });
    return { ...(await toPricedProduct(ctx, found)), quantity: wanted.quantity };
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

async function readWanted(
  ctx: Ctx,
  returnPath: string,
): Promise<{ priceId: string; quantity: number } | null> {
  const { pathname, searchParams } = new URL(returnPath, ctx.config.origin);
  const linkId = /^\/checkout\/(?!return$)([^/]+)$/.exec(pathname)?.[1];
  if (linkId !== undefined) {
    const link = await showCheckoutLink(ctx, { id: linkId });
    return link.state === "open" ? link : null;
  }
  const priceId = pathname === "/buy" ? searchParams.get("price") : null;
  const seats = z.coerce.number().int().positive().safeParse(searchParams.get("seats"));
  return priceId === null ? null : { priceId, quantity: seats.success ? seats.data : 1 };
}

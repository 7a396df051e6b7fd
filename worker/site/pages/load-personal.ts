import type { Context } from "hono";
import { isUserCtx, type AppEnv, type UserCtx } from "../../context.ts";
import { findIntendedPurchase } from "../../checkout/find-intended-purchase.ts";
import { showWholeLibrary } from "../../checkout/show-whole-library.ts";
import { doubt } from "../../db/replicas.ts";
import { prepareSignInForms } from "../../identity/sign-in/prepare-sign-in-forms.ts";
import { safeRedirect } from "../../identity/sign-in/safe-redirect.ts";
import type { PageContent, PersonalContent } from "../../render/renderer.ts";
import { showPage } from "../../delivery/pages/show-page.ts";

/** Loads what a page of one visitor or user shows at first. */
export type LoadPersonal = (c: Context<AppEnv>) => Promise<PageContent>;

/** The ways to sign in, as forms that work before the page's script has run. */
export const loadSignIn: LoadPersonal = async (c) => {
  const { ctx } = c.var;
  const { origin } = ctx.config;
  const query = c.req.query();
  const returnPath = safeRedirect(query["callbackUrl"] ?? "/", origin).slice(origin.length);
  const [{ forms, cookies }, purchase] = await Promise.all([
    prepareSignInForms(ctx, c.req.header("cookie") ?? ""),
    findIntendedPurchase(ctx, { returnPath }),
  ]);
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true });
  const { login_hint: loginHint = null, error: errorCode = null } = query;
  return { kind: "signIn", ...forms, returnPath, loginHint, errorCode, purchase };
};

export const loadLibrary = ofUser(async (ctx) => {
  const library = await showWholeLibrary(ctx);
  if (library.entries.length === 0) doubt(ctx.db);
  return { kind: "library", ...library };
});

export const loadFrame =
  (of: Extract<PersonalContent, { kind: "frame" }>["of"]): LoadPersonal =>
  async () => ({ kind: "frame", of });

/** A members' page as this user may read it. @throws `not_found` */
export const loadPageOfUser = (input: { slug: string }) =>
  ofUser(async (ctx) => {
    const page = await showPage(ctx, { ...input, userId: ctx.actor.userId });
    if (page.access === "closed") doubt(ctx.db);
    return { kind: "members", page };
  });

function ofUser(load: (ctx: UserCtx) => Promise<PageContent>): LoadPersonal {
  return async ({ var: { ctx } }) => {
    if (!isUserCtx(ctx)) throw new Error("This page is for users only");
    return load(ctx);
  };
}

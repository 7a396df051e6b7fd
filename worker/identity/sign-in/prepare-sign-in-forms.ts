import type { Ctx } from "../../context.ts";
import { EMAIL_PROVIDER } from "./email-link.ts";
import { issueCsrfToken } from "./issue-csrf-token.ts";

/** What the forms need that a visitor signs in with. */
export type SignInForms = {
  providers: { id: string; name: string; isEmail: boolean }[];
  /** The form field that the sign-in library wants with every change. */
  csrfToken: string;
};

/**
 * Returns the ways to sign in, as forms that work without scripts.
 * @param cookieHeader of the browser
 * @returns `cookies` are lines for `Set-Cookie`: the forms work only together with them
 */
export async function prepareSignInForms(
  ctx: Ctx,
  cookieHeader: string,
): Promise<{ forms: SignInForms; cookies: string[] }> {
  const { auth } = ctx.config;
  const { csrfToken, cookies } = await issueCsrfToken(ctx, cookieHeader);
  const providers = auth.providers.map(({ id, name }) => ({ id, name, isEmail: false }));
  if (auth.emailSender) providers.push({ id: EMAIL_PROVIDER, name: "Email", isEmail: true });
  return { forms: { providers, csrfToken }, cookies };
}

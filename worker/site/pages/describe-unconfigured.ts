import type { RefusedVariable } from "../../config/refuse-example-values.ts";
import { escapeHtml } from "../../shared/escape-html.ts";

/** What each setting is, and where it comes from. `HOST` stands for the host of the request. */
const hints: Record<string, string> = {
  SHOP_NAME: "The name that visitors see.",
  AUTH_URL: "The address of the shop: https://HOST/api/auth",
  AUTH_SECRET: "At least 32 random characters: openssl rand -base64 33",
  STRIPE_SECRET_KEY: "A key from https://dashboard.stripe.com/apikeys",
  STRIPE_WEBHOOK_SECRET:
    "The signing secret of a webhook endpoint in Stripe’s dashboard. Its URL is https://HOST/api/stripe/webhook",
  OIDC_ISSUER:
    "The URL of your OpenID provider, with OIDC_CLIENT_ID and OIDC_CLIENT_SECRET. Its redirect URI is https://HOST/api/auth/callback/oidc. Google, Microsoft, Apple and GitHub have settings of their own.",
};

/**
 * The page of a shop that cannot start, for its owner: the first setting that is wrong, and what to do. Everybody can
 * read it. Plain HTML, since neither the database nor the shop's own styles are needed for it.
 * @param host of the request
 */
export function describeUnconfigured(refused: RefusedVariable[], host: string): string {
  const [{ name, message } = { name: "", message: "" }, ...others] = refused;
  const hint = hints[name]?.replace("HOST", host) ?? "";
  const rest = others.length > 0 ? ` After it, ${others.length} more will be asked for.` : "";
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Shop not configured</title>
<h1>This shop isn’t configured yet</h1>
<p>If you came to buy something, please come back later.
<h2>If this is your shop</h2>
<p><b><code>${escapeHtml(name)}</code> ${escapeHtml(message)}.</b> ${escapeHtml(hint)}
<p>Run <code>npm run setup</code> on your machine: it asks for what is missing. Or add it in Cloudflare’s dashboard, in the settings of this Worker under Variables and Secrets.${rest}
<p>Then reload this page.`;
}

import { isLoopback } from "./sign-in-config.ts";

/** The name of a shop that begins empty on a developer's machine. */
export const UNNAMED_SHOP = "New shop";

/** That, and `SHOP_NAME` in wrangler.toml. A shop with one of these names has not chosen its own yet. */
export const exampleShopNames = ["Tidewater", UNNAMED_SHOP];

/**
 * The values of `.dev.vars.example` and wrangler.toml that a public shop must not use, with what to set instead. They
 * are in the repository, so they are public. A test compares this list with both files.
 */
const exampleValues: Record<string, { value: string; fix: string }[]> = {
  AUTH_SECRET: [
    {
      value: "local-only-secret-please-replace-before-deploying-0001",
      fix: "create one with `openssl rand -base64 33`",
    },
  ],
  OIDC_CLIENT_SECRET: [
    { value: "sandbox-client-secret", fix: "set the client secret that your provider shows" },
  ],
  SIGNING_KEYS: [
    {
      value: "bG9jYWwtb25seS1zaWduaW5nLWtleS1yZXBsYWNlLW0",
      fix: "create one with `openssl rand 32 | basenc --base64url | tr -d =`",
    },
  ],
  EMAIL_API_KEY: [{ value: "sandbox-email-key", fix: "set the API key of your email service" }],
  EMAIL_FROM: [{ value: "Tidewater <shop@example.com>", fix: "set an address of your own domain" }],
  STRIPE_SECRET_KEY: [
    { value: "sk_test_sandbox", fix: "set the key from https://dashboard.stripe.com/apikeys" },
  ],
  STRIPE_WEBHOOK_SECRET: [
    {
      value: "whsec_c2FuZGJveC13ZWJob29rLXNlY3JldC0wMDAx",
      fix: "set the secret that `npm run stripe:setup` prints",
    },
  ],
  OWNER_EMAILS: [{ value: "owner@example.com", fix: "set the address that you sign in with" }],
};
exampleValues["AUTH_SECRET_PREVIOUS"] = exampleValues["AUTH_SECRET"]!;

/** Services that run on the developer's machine. */
const localUrls: Record<string, string> = {
  OIDC_ISSUER: "set the URL of your OpenID provider",
  EMAIL_API_URL: "set the URL of your email service, or remove it for Resend",
  DNS_URL: "set the URL of a resolver, or remove it for Cloudflare’s",
};

/** The sandbox's own URLs, and what the shop uses without them. */
const sandboxUrls = { STRIPE_API_URL: "Stripe's own API", CLOCK_URL: "the real time" };

/**
 * Whether a key is that of a world in a deployed sandbox. It buys nothing, so a public shop may send it to the sandbox, and
 * the sandbox's owner may own the shop. What else it gets is another deployment's own.
 */
export const isWorldKey = (key: unknown): boolean =>
  /^sk_test_sandbox_[a-z0-9]{4,40}_\w+$/.test(String(key));

/** Returns the sandbox's URLs that are on another host, though the key is not a sandbox's: the key is sent there. */
export function findForeignSandboxUrls(vars: Record<string, unknown>): RefusedVariable[] {
  if (isWorldKey(vars["STRIPE_SECRET_KEY"])) return [];
  return Object.entries(sandboxUrls)
    .filter(([name]) => vars[name] !== undefined && !isLoopback(new URL(String(vars[name]))))
    .map(([name, instead]) => ({
      name,
      message: `must be the sandbox on this machine: remove it, and the shop uses ${instead}`,
    }));
}

/** A variable that is refused, and what is wrong with it, as the end of a sentence. Never holds its value. */
export type RefusedVariable = { name: string; message: string };

/**
 * Returns the variables that are unsafe in a public shop: one whose AUTH_URL isn't on this machine. A variable with a
 * list is refused if any of its values is an example.
 */
export function findExampleValues(vars: Record<string, unknown>): RefusedVariable[] {
  const refused: RefusedVariable[] = [];
  const hasWorld = isWorldKey(vars["STRIPE_SECRET_KEY"]);
  for (const [name, examples] of Object.entries(exampleValues)) {
    if (hasWorld && name === "OWNER_EMAILS") continue;
    const found = examples.find(({ value }) => [vars[name]].flat().includes(value));
    if (found)
      refused.push({ name, message: `is the example's, which everybody knows: ${found.fix}` });
  }
  for (const [name, fix] of Object.entries(localUrls)) {
    const value = vars[name];
    if (typeof value === "string" && isLoopback(new URL(value)))
      refused.push({ name, message: `points to this machine: ${fix}` });
  }
  for (const [name, instead] of Object.entries(sandboxUrls))
    if (vars[name] !== undefined && !hasWorld)
      refused.push({
        name,
        message: `is for the sandbox only: remove it, and the shop uses ${instead}`,
      });
  return refused;
}

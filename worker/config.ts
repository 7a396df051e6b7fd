import { z } from "zod";

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

const secureUrl = z.url().refine((value) => {
  const url = new URL(value);
  return url.protocol === "https:" || (url.protocol === "http:" && loopback.has(url.hostname));
}, "must be https, or http on loopback");

const list = z
  .string()
  .default("")
  .transform((text) => text.split(",").map((item) => item.trim()).filter((item) => item !== ""));

const envSchema = z.object({
  SHOP_NAME: z.string().min(1).max(120),
  SHOP_LINE: z.string().max(200).default(""),
  AUTH_URL: secureUrl.refine((value) => new URL(value).pathname === "/api/auth", "must end in /api/auth"),
  AUTH_SECRET: z.string().min(32, "must have 32 characters or more"),
  OWNER_EMAILS: list.transform((emails) => emails.map((email) => email.toLowerCase())),
  OIDC_NAME: z.string().min(1).max(60).default("Single sign-on"),
  OIDC_ISSUER: secureUrl,
  OIDC_CLIENT_ID: z.string().min(1),
  OIDC_CLIENT_SECRET: z.string().min(1),
  STRIPE_SECRET_KEY: z.string().regex(/^(sk|rk)_(test|live)_\w+$/, "must be a secret or restricted key of Stripe"),
  STRIPE_WEBHOOK_SECRET: list.refine((secrets) => secrets.length > 0, "must have at least one secret"),
  STRIPE_API_URL: secureUrl.optional(),
});

/** What the deployment is, parsed once from the environment. Nothing else reads environment strings. */
export type Config = {
  shop: { name: string; line: string };
  /** Scheme and host this shop is served at; every URL we build starts here, never with a request's Host. */
  origin: string;
  auth: {
    secret: string;
    ownerEmails: string[];
    providers: OidcProvider[];
  };
  stripe: {
    secretKey: string;
    mode: Mode;
    webhookSecrets: string[];
    apiUrl: string | undefined;
  };
};

/** A configured OpenID provider; `id` stands in callback URLs and in identities. */
export type OidcProvider = { id: string; name: string; issuer: string; clientId: string; clientSecret: string };

/** Stripe's mode. It is part of every unique key. */
export type Mode = "test" | "live";

const parsed = new WeakMap<Env, Config>();

/**
 * Environment → Config, once per isolate.
 * @throws Error naming each variable that is missing or unsafe, without its value
 */
export function readConfig(env: Env): Config {
  const known = parsed.get(env);
  if (known) return known;
  const result = envSchema.safeParse(env);
  if (!result.success) {
    const problems = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is refused. ${problems.join("; ")}`);
  }
  const vars = result.data;
  const config: Config = {
    shop: { name: vars.SHOP_NAME, line: vars.SHOP_LINE },
    origin: new URL(vars.AUTH_URL).origin,
    auth: {
      secret: vars.AUTH_SECRET,
      ownerEmails: vars.OWNER_EMAILS,
      providers: [
        {
          id: "oidc",
          name: vars.OIDC_NAME,
          issuer: vars.OIDC_ISSUER,
          clientId: vars.OIDC_CLIENT_ID,
          clientSecret: vars.OIDC_CLIENT_SECRET,
        },
      ],
    },
    stripe: {
      secretKey: vars.STRIPE_SECRET_KEY,
      mode: vars.STRIPE_SECRET_KEY.includes("_live_") ? "live" : "test",
      webhookSecrets: vars.STRIPE_WEBHOOK_SECRET,
      apiUrl: vars.STRIPE_API_URL,
    },
  };
  parsed.set(env, config);
  return config;
}

import { z } from "zod";
import {
  isLoopback,
  readEmailSender,
  readProviders,
  secureUrl,
  signInEnv,
  type EmailSender,
  type SignInProvider,
} from "./sign-in-config.ts";

const list = z
  .string()
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((item) => item.trim())
      .filter((item) => item !== ""),
  );

const strongSecret = z
  .string()
  .min(32, "must have 32 characters or more")
  .refine((secret) => new Set(secret).size >= 8, "must be random");

const baseEnv = z.object({
  SHOP_NAME: z.string().min(1).max(120),
  SHOP_LINE: z.string().max(200).default(""),
  AUTH_URL: secureUrl.refine(
    (value) => new URL(value).pathname === "/api/auth",
    "must end in /api/auth",
  ),
  AUTH_SECRET: strongSecret,
  AUTH_SECRET_PREVIOUS: z
    .union([z.literal("").transform(() => undefined), strongSecret])
    .optional(),
  SIGNING_KEYS: list.pipe(
    z.array(
      z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes as base64url, 43 characters"),
    ),
  ),
  OWNER_EMAILS: list.transform((emails) => emails.map((email) => email.toLowerCase())),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, "must be a secret or restricted key of Stripe"),
  STRIPE_WEBHOOK_SECRET: list.refine(
    (secrets) => secrets.length > 0,
    "must have at least one secret",
  ),
  STRIPE_API_URL: secureUrl.optional(),
});

/** The signing key of `.dev.vars.example`, which everybody knows. */
const exampleSigningKey = "bG9jYWwtb25seS1zaWduaW5nLWtleS1yZXBsYWNlLW0";

const envSchema = baseEnv.and(signInEnv).superRefine((vars, check) => {
  if (vars.AUTH_SECRET.startsWith("local-only") && !isLoopback(new URL(vars.AUTH_URL))) {
    check.addIssue({
      code: "custom",
      path: ["AUTH_SECRET"],
      message: "is the example's, which everybody knows",
    });
  }
  if (vars.SIGNING_KEYS.includes(exampleSigningKey) && !isLoopback(new URL(vars.AUTH_URL))) {
    check.addIssue({
      code: "custom",
      path: ["SIGNING_KEYS"],
      message: "is the example's, which everybody knows",
    });
  }
});

/** What the deployment is, parsed once from the environment. Nothing else reads environment strings. */
export type Config = {
  shop: { name: string; line: string };
  /** Scheme and host this shop is served at; every URL we build starts here, never with a request's Host. */
  origin: string;
  auth: {
    /** Signs and seals; the first is current, the second only opens what it sealed while a secret rotates. */
    secrets: string[];
    /** Lower case. A verified address among them makes an owner. */
    ownerEmails: string[];
    providers: SignInProvider[];
    /** Undefined: no signing in by email. */
    emailSender: EmailSender | undefined;
  };
  /**
   * Ed25519 private keys (seeds of 32 bytes, base64url) that license files are signed with. The first signs; the others
   * are only published, so that what they signed can still be verified. Empty: no license files.
   */
  signingKeys: string[];
  stripe: {
    secretKey: string;
    mode: Mode;
    webhookSecrets: string[];
    apiUrl: string | undefined;
  };
};

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
    const problems = result.error.issues.map(
      (issue) => `${issue.path.join(".")}: ${issue.message}`,
    );
    throw new Error(`The configuration is refused. ${problems.join("; ")}`);
  }
  const vars = result.data;
  const config: Config = {
    shop: { name: vars.SHOP_NAME, line: vars.SHOP_LINE },
    origin: new URL(vars.AUTH_URL).origin,
    auth: {
      secrets: [
        vars.AUTH_SECRET,
        ...(vars.AUTH_SECRET_PREVIOUS ? [vars.AUTH_SECRET_PREVIOUS] : []),
      ],
      ownerEmails: vars.OWNER_EMAILS,
      providers: readProviders(vars),
      emailSender: readEmailSender(vars),
    },
    signingKeys: vars.SIGNING_KEYS,
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

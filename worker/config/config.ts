import { z } from "zod";
import { isUnambiguousEmail } from "../lib/email-address.ts";
import {
  findExampleValues,
  findForeignSandboxUrls,
  type RefusedVariable,
} from "./refuse-example-values.ts";
import {
  isLoopback,
  optional,
  readEmailSender,
  readProviders,
  secureUrl,
  signInEnvSchema,
  type EmailSender,
  type SignInProvider,
} from "./sign-in-config.ts";

const commaSeparatedList = z
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

const days = (least: number, reason: string) =>
  z.coerce
    .number("must be a number of days")
    .int("must be a whole number of days")
    .min(least, `must be ${least} or more: ${reason}`)
    .max(3650, "must be 3650 or less");

const baseEnv = z.object({
  SHOP_NAME: z.string().min(1).max(120),
  SHOP_LINE: z.string().max(200).default(""),
  AUTH_URL: secureUrl.refine(
    (value) => new URL(value).pathname === "/api/auth",
    "must end in /api/auth",
  ),
  AUTH_SECRET: strongSecret,
  AUTH_SECRET_PREVIOUS: optional(strongSecret),
  SIGNING_KEYS: commaSeparatedList.pipe(
    z.array(
      z.string().regex(/^[A-Za-z0-9_-]{43}$/, "must be 32 bytes as base64url, 43 characters"),
    ),
  ),
  OWNER_EMAILS: commaSeparatedList
    .refine(
      (emails) => emails.every(isUnambiguousEmail),
      "must be addresses whose part before the @ is ASCII, without full-width or similar letters",
    )
    .transform((emails) => emails.map((email) => email.toLowerCase())),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_\w+$/, "must be a secret or restricted key of Stripe"),
  STRIPE_WEBHOOK_SECRET: commaSeparatedList
    .refine((secrets) => secrets.length > 0, "is missing")
    .refine(
      (secrets) => secrets.every((secret) => /^whsec_\S+$/.test(secret)),
      "must start with whsec_, as Stripe shows it for the endpoint",
    ),
  // The client sends the secret key there.
  STRIPE_API_URL: secureUrl.optional(),
  CLOCK_URL: secureUrl.optional(),
  DNS_URL: optional(secureUrl),
  EVENT_PAYLOAD_DAYS: days(7, "Stripe retries an event for three days").default(90),
  UPDATES_FROM: optional(
    z
      .string()
      .regex(/^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+$/, "must be https://github.com/owner/name"),
  ),
  READ_REPLICAS: z.enum(["on", "off"]).default("off"),
  EVENT_DAYS: days(35, "Stripe lists events for 30 days").default(90),
  FEED_ARCHIVE_DAYS: days(14, "programs often catch up on newer events").default(14),
});

const envSchema = baseEnv.and(signInEnvSchema).superRefine((vars, check) => {
  if (vars.CLOCK_URL !== undefined && vars.STRIPE_SECRET_KEY.includes("_live_"))
    check.addIssue({
      code: "custom",
      path: ["CLOCK_URL"],
      message: "is for the sandbox only, and STRIPE_SECRET_KEY is live: remove it",
    });
  for (const { name, message } of findForeignSandboxUrls(vars))
    check.addIssue({ code: "custom", path: [name], message });
  if (isLoopback(new URL(vars.AUTH_URL))) return;
  for (const { name, message } of findExampleValues(vars))
    check.addIssue({ code: "custom", path: [name], message });
});

/** The configuration of the deployment, parsed once from the environment. No other code reads environment strings. */
export type Config = {
  shop: { name: string; line: string };
  /** Scheme and host of this shop. Every URL we build starts with it, never with a request's `Host` header. */
  origin: string;
  /** Where the sandbox says what time it is; undefined for the real time. */
  clockUrl: string | undefined;
  /** The resolver that is asked whether an email domain gives seats: DNS over HTTPS, with answers in JSON. */
  dnsUrl: string;
  auth: {
    /** The first secret signs and encrypts. During a rotation, the second only decrypts older values. */
    secrets: string[];
    /** Lower case. A user with one of these addresses, verified, becomes an owner. */
    ownerEmails: string[];
    providers: SignInProvider[];
    /** Undefined if sign-in by email is off. */
    emailSender: EmailSender | undefined;
  };
  /**
   * Ed25519 private keys (32-byte seeds, base64url) for license files. The first one signs. The others are only
   * published, so that older license files can still be verified. If empty, no license files are issued.
   */
  signingKeys: string[];
  /** The repository whose releases the shop asks for, as in `https://github.com/owner/name`; undefined asks nobody. */
  updatesFrom: string | undefined;
  /** Older versions of objects in the feed move to the archive after so many days. */
  feedArchiveDays: number;
  stripe: {
    secretKey: string;
    mode: Mode;
    webhookSecrets: string[];
    apiUrl: string | undefined;
    /** How long the payload of an event is kept, in days. */
    eventPayloadDays: number;
    /** How long an event itself is kept after it was processed, in days. */
    eventDays: number;
  };
};

/** Stripe's mode. Every unique key includes it. */
export type Mode = "test" | "live";

const configCache = new WeakMap<Env, Config | RefusedVariable[]>();

/**
 * Parses the environment, once per isolate.
 * @throws Error naming each missing or unsafe variable, without its value
 */
export function readConfig(env: Env): Config {
  const config = parseOnce(env);
  if (!Array.isArray(config)) return config;
  const problems = config.map(({ name, message }) => `${name}: ${message}`);
  throw new Error(`The configuration is refused. ${problems.join("; ")}`);
}

/** Returns what is wrong with the environment; empty if the shop can start with it. */
export function findRefusedVariables(env: Env): RefusedVariable[] {
  const config = parseOnce(env);
  return Array.isArray(config) ? config : [];
}

function parseOnce(env: Env): Config | RefusedVariable[] {
  const cached = configCache.get(env);
  if (cached) return cached;
  const config = parseConfig(env);
  configCache.set(env, config);
  return config;
}

function parseConfig(env: Env): Config | RefusedVariable[] {
  const result = envSchema.safeParse(env);
  if (!result.success)
    return result.error.issues.map(({ path, message, code }) => ({
      name: path.join("."),
      message: code === "custom" || env[path[0] as keyof Env] ? message : "is missing",
    }));
  const vars = result.data;
  return {
    shop: { name: vars.SHOP_NAME, line: vars.SHOP_LINE },
    origin: new URL(vars.AUTH_URL).origin,
    clockUrl: vars.CLOCK_URL,
    dnsUrl: vars.DNS_URL ?? "https://cloudflare-dns.com/dns-query",
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
    updatesFrom: vars.UPDATES_FROM,
    feedArchiveDays: vars.FEED_ARCHIVE_DAYS,
    stripe: {
      secretKey: vars.STRIPE_SECRET_KEY,
      mode: vars.STRIPE_SECRET_KEY.includes("_live_") ? "live" : "test",
      webhookSecrets: vars.STRIPE_WEBHOOK_SECRET,
      apiUrl: vars.STRIPE_API_URL,
      eventPayloadDays: vars.EVENT_PAYLOAD_DAYS,
      eventDays: vars.EVENT_DAYS,
    },
  };
}

/** Returns the shop's origin; undefined if the configuration is refused, which the app reports. */
export function findOrigin(env: Env): string | undefined {
  const config = parseOnce(env);
  return Array.isArray(config) ? undefined : config.origin;
}

/**
 * Whether reads go to the nearest read replica of the database. Not a part of `Config`, because each request asks it before
 * anything else, and a refused configuration must reach the app.
 */
export function hasReadReplicas(env: Env): boolean {
  return (env as { READ_REPLICAS?: string }).READ_REPLICAS === "on";
}

/**
 * Returns the environment with other bindings, and the same configuration.
 * @throws Error as `readConfig`
 */
export function withBindings(env: Env, bindings: Partial<Env>): Env {
  const copy = { ...env, ...bindings };
  configCache.set(copy, readConfig(env));
  return copy;
}

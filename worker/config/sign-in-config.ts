import { z } from "zod";

/**
 * A configured sign-in provider. `id` is part of callback URLs and stored identities, so it must never change once
 * users have signed in. ID tokens must carry `issuer`.
 */
export type SignInProvider = { id: string; name: string; issuer: string; clientId: string } & (
  | { kind: "oidc" | "google" | "microsoft" | "github"; clientSecret: string }
  | { kind: "apple"; key: AppleKey }
);

/** Used to create Apple's client secret. `privateKey` is PKCS#8 in PEM format. */
export type AppleKey = { teamId: string; keyId: string; privateKey: string };

/** Sends by Resend, or another service with its API at `apiUrl`. `webhookSecrets` sign what it says of sent emails. */
export type ResendSender = {
  kind: "resend";
  from: string;
  apiUrl: string;
  apiKey: string;
  webhookSecrets: string[];
};

/** Sends by the binding of Cloudflare's Email Sending. */
export type CloudflareSender = { kind: "cloudflare"; from: string; binding: SendEmail };

/** How the shop sends email. `from` is an address, with or without a name. */
export type EmailSender = ResendSender | CloudflareSender;

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a URL points to this machine. */
export function isLoopback(url: URL): boolean {
  return loopbackHosts.has(url.hostname);
}

/** Its checks may take the value apart, so they only run for a URL. */
export const url = z.url({ error: "must be a URL, with https://", abort: true });

/** Accepts https, or http on loopback. The libraries below would accept an http issuer on any host. */
export const secureUrl = url.refine((value) => {
  const url = new URL(value);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}, "must be https, or http on loopback");

/** Accepts an empty value as none, since GitHub passes an unset secret that way. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? undefined : value), schema.optional()).optional();

const optionalText = optional(z.string());
const optionalUrl = optional(secureUrl);

const providerVariables = {
  OIDC: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  GOOGLE: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  MICROSOFT: ["MICROSOFT_TENANT_ID", "MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  APPLE: ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"],
  GITHUB: ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
} as const;

const emailVariables = {
  resend: ["EMAIL_FROM", "EMAIL_API_KEY"],
  cloudflare: ["EMAIL_FROM", "EMAIL"],
} as const;

/** The sign-in variables. Each provider needs all of its variables or none, and at least one provider is required. */
export const signInEnvSchema = z
  .object({
    OIDC_NAME: z.string().max(60).default(""),
    OIDC_ISSUER: optionalUrl,
    OIDC_CLIENT_ID: optionalText,
    OIDC_CLIENT_SECRET: optionalText,
    GOOGLE_CLIENT_ID: optionalText,
    GOOGLE_CLIENT_SECRET: optionalText,
    // Must be one tenant's id. With "common" and similar values, any company's administrator could claim any email.
    MICROSOFT_TENANT_ID: optional(z.guid("must be the id of one tenant")),
    MICROSOFT_CLIENT_ID: optionalText,
    MICROSOFT_CLIENT_SECRET: optionalText,
    APPLE_CLIENT_ID: optionalText,
    APPLE_TEAM_ID: optionalText,
    APPLE_KEY_ID: optionalText,
    APPLE_PRIVATE_KEY: optionalText,
    GITHUB_CLIENT_ID: optionalText,
    GITHUB_CLIENT_SECRET: optionalText,
    EMAIL_FROM: optionalText,
    EMAIL_API_KEY: optionalText,
    EMAIL_API_URL: secureUrl.default("https://api.resend.com"),
    RESEND_WEBHOOK_SECRET: optional(
      z
        .string()
        .regex(
          /^whsec_[\w+/=]{24,}(,whsec_[\w+/=]{24,})*$/,
          "must start with whsec_, as Resend shows it for the webhook",
        ),
    ),
    EMAIL_PROVIDER: z.preprocess(
      (value) => value || "resend",
      z.enum(["resend", "cloudflare"], 'must be "cloudflare" or "resend"'),
    ),
    /** The binding, which a deployment has with EMAIL_PROVIDER=cloudflare. */
    EMAIL: z.custom<SendEmail>().optional(),
  })
  .superRefine((vars, check) => {
    const emailNames = emailVariables[vars.EMAIL_PROVIDER];
    const groups = [...Object.values(providerVariables), emailNames];
    for (const names of groups) {
      const missing = names.filter((name) => vars[name] === undefined);
      if (missing.length === names.length) continue;
      for (const name of missing) {
        const others = names.filter((other) => !missing.includes(other)).join(", ");
        check.addIssue({ code: "custom", path: [name], message: `is missing beside ${others}` });
      }
    }
    if (groups.flat().every((name) => vars[name] === undefined))
      check.addIssue({
        code: "custom",
        path: ["OIDC_ISSUER"],
        message: "is missing, and no other way to sign in is configured",
      });
  });

type ParsedSignInEnv = z.output<typeof signInEnvSchema>;

/** Returns the configured providers in the order their buttons are shown. */
export function readProviders(vars: ParsedSignInEnv): SignInProvider[] {
  const withSecret = (
    kind: "oidc" | "google" | "microsoft" | "github",
    name: string,
    issuer: string | undefined,
  ): SignInProvider[] => {
    const prefix = kind.toUpperCase() as Uppercase<typeof kind>;
    const clientId = vars[`${prefix}_CLIENT_ID`];
    const clientSecret = vars[`${prefix}_CLIENT_SECRET`];
    return issuer && clientId && clientSecret
      ? [{ kind, id: kind, name, issuer, clientId, clientSecret }]
      : [];
  };
  const tenant = vars.MICROSOFT_TENANT_ID;
  return [
    ...withSecret("oidc", vars.OIDC_NAME || "Single sign-on", vars.OIDC_ISSUER),
    ...withSecret("google", "Google", "https://accounts.google.com"),
    ...withSecret(
      "microsoft",
      "Microsoft",
      tenant && `https://login.microsoftonline.com/${tenant}/v2.0`,
    ),
    ...readApple(vars),
    ...withSecret("github", "GitHub", "https://github.com/login/oauth"),
  ];
}

function readApple(vars: ParsedSignInEnv): SignInProvider[] {
  const { APPLE_CLIENT_ID: clientId, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId } = vars;
  // Environment variables have one line, so the PEM's line breaks are escaped.
  const privateKey = vars.APPLE_PRIVATE_KEY?.replaceAll("\\n", "\n");
  if (!clientId || !teamId || !keyId || !privateKey) return [];
  const key = { teamId, keyId, privateKey };
  return [
    {
      kind: "apple",
      id: "apple",
      name: "Apple",
      issuer: "https://appleid.apple.com",
      clientId,
      key,
    },
  ];
}

/** Returns the configured email sender, or undefined if sign-in by email is off. */
export function readEmailSender(vars: ParsedSignInEnv): EmailSender | undefined {
  const { EMAIL_FROM: from, EMAIL_API_URL: apiUrl, EMAIL_API_KEY: apiKey, EMAIL: binding } = vars;
  if (!from) return undefined;
  if (vars.EMAIL_PROVIDER === "cloudflare") return binding && { kind: "cloudflare", from, binding };
  if (!apiKey) return undefined;
  const webhookSecrets = vars.RESEND_WEBHOOK_SECRET?.split(",") ?? [];
  return { kind: "resend", from, apiUrl, apiKey, webhookSecrets };
}

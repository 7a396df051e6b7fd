import { z } from "zod";

/**
 * A configured way to sign in. `id` stands in callback URLs and in identities: it never changes once people have signed
 * in with it. `issuer` is what ID tokens must carry.
 */
export type SignInProvider = { id: string; name: string; issuer: string; clientId: string } & (
  | { kind: "oidc" | "google" | "microsoft" | "github"; clientSecret: string }
  | { kind: "apple"; key: AppleKey }
);

/** What Apple's client secret is minted from. `privateKey` is PKCS#8, PEM. */
export type AppleKey = { teamId: string; keyId: string; privateKey: string };

/** How sign-in links are sent. `apiUrl` speaks Resend's API. */
export type EmailSender = { from: string; apiUrl: string; apiKey: string };

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Whether a URL stays on this machine. */
export function isLoopback(url: URL): boolean {
  return loopback.has(url.hostname);
}

/** https, or http on loopback: the libraries below would follow an http issuer anywhere. */
export const secureUrl = z.url().refine((value) => {
  const url = new URL(value);
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}, "must be https, or http on loopback");

const unset = z.literal("").transform(() => undefined);
const text = z.union([unset, z.string().min(1)]).optional();
const url = z.union([unset, secureUrl]).optional();

const groups = {
  OIDC: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  GOOGLE: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  MICROSOFT: ["MICROSOFT_TENANT_ID", "MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  APPLE: ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"],
  GITHUB: ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
  EMAIL: ["EMAIL_FROM", "EMAIL_API_KEY"],
} as const;

/** The sign-in part of the environment: each provider's variables all or none, and at least one provider. */
export const signInEnv = z
  .object({
    OIDC_NAME: z.string().max(60).default(""),
    OIDC_ISSUER: url,
    OIDC_CLIENT_ID: text,
    OIDC_CLIENT_SECRET: text,
    GOOGLE_CLIENT_ID: text,
    GOOGLE_CLIENT_SECRET: text,
    // A tenant's own id: "common" and its kin would let any company's administrator claim any email.
    MICROSOFT_TENANT_ID: z.union([unset, z.guid("must be the id of one tenant")]).optional(),
    MICROSOFT_CLIENT_ID: text,
    MICROSOFT_CLIENT_SECRET: text,
    APPLE_CLIENT_ID: text,
    APPLE_TEAM_ID: text,
    APPLE_KEY_ID: text,
    APPLE_PRIVATE_KEY: text,
    GITHUB_CLIENT_ID: text,
    GITHUB_CLIENT_SECRET: text,
    EMAIL_FROM: text,
    EMAIL_API_KEY: text,
    EMAIL_API_URL: secureUrl.default("https://api.resend.com"),
  })
  .superRefine((vars, check) => {
    for (const names of Object.values(groups)) {
      const missing = names.filter((name) => vars[name] === undefined);
      if (missing.length === names.length) continue;
      for (const name of missing) {
        const others = names.filter((other) => !missing.includes(other)).join(", ");
        check.addIssue({ code: "custom", path: [name], message: `is missing beside ${others}` });
      }
    }
    if (Object.values(groups).every((names) => names.every((name) => vars[name] === undefined))) {
      check.addIssue({
        code: "custom",
        path: ["OIDC_ISSUER"],
        message: "no way to sign in is configured",
      });
    }
  });

type SignInEnv = z.output<typeof signInEnv>;

/** The configured providers in the order buttons are shown. */
export function readProviders(vars: SignInEnv): SignInProvider[] {
  const providers: SignInProvider[] = [];
  if (vars.OIDC_ISSUER && vars.OIDC_CLIENT_ID && vars.OIDC_CLIENT_SECRET) {
    providers.push({
      kind: "oidc",
      id: "oidc",
      name: vars.OIDC_NAME || "Single sign-on",
      issuer: vars.OIDC_ISSUER,
      clientId: vars.OIDC_CLIENT_ID,
      clientSecret: vars.OIDC_CLIENT_SECRET,
    });
  }
  if (vars.GOOGLE_CLIENT_ID && vars.GOOGLE_CLIENT_SECRET) {
    providers.push({
      kind: "google",
      id: "google",
      name: "Google",
      issuer: "https://accounts.google.com",
      clientId: vars.GOOGLE_CLIENT_ID,
      clientSecret: vars.GOOGLE_CLIENT_SECRET,
    });
  }
  if (vars.MICROSOFT_TENANT_ID && vars.MICROSOFT_CLIENT_ID && vars.MICROSOFT_CLIENT_SECRET) {
    providers.push({
      kind: "microsoft",
      id: "microsoft",
      name: "Microsoft",
      issuer: `https://login.microsoftonline.com/${vars.MICROSOFT_TENANT_ID}/v2.0`,
      clientId: vars.MICROSOFT_CLIENT_ID,
      clientSecret: vars.MICROSOFT_CLIENT_SECRET,
    });
  }
  if (vars.APPLE_CLIENT_ID && vars.APPLE_TEAM_ID && vars.APPLE_KEY_ID && vars.APPLE_PRIVATE_KEY) {
    providers.push({
      kind: "apple",
      id: "apple",
      name: "Apple",
      issuer: "https://appleid.apple.com",
      clientId: vars.APPLE_CLIENT_ID,
      key: {
        teamId: vars.APPLE_TEAM_ID,
        keyId: vars.APPLE_KEY_ID,
        // One-line environment variables carry the PEM's line ends escaped.
        privateKey: vars.APPLE_PRIVATE_KEY.replaceAll("\\n", "\n"),
      },
    });
  }
  if (vars.GITHUB_CLIENT_ID && vars.GITHUB_CLIENT_SECRET) {
    providers.push({
      kind: "github",
      id: "github",
      name: "GitHub",
      issuer: "https://github.com/login/oauth",
      clientId: vars.GITHUB_CLIENT_ID,
      clientSecret: vars.GITHUB_CLIENT_SECRET,
    });
  }
  return providers;
}

/** The configured email sender; undefined means that signing in by email is off. */
export function readEmailSender(vars: SignInEnv): EmailSender | undefined {
  if (!vars.EMAIL_FROM || !vars.EMAIL_API_KEY) return undefined;
  return { from: vars.EMAIL_FROM, apiUrl: vars.EMAIL_API_URL, apiKey: vars.EMAIL_API_KEY };
}

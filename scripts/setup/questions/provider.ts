import { existsSync, readFileSync } from "node:fs";
import {
  getRedirectUri,
  providerSettings,
  findProviders,
  type ProviderKind,
} from "../checks/provider.ts";
import { readHost } from "../checks/host.ts";
import type { Answers } from "../finding.ts";
import type { AskStep } from "./ask-step.ts";

const providerNames: Record<ProviderKind, { label: string; hint: string; url?: string }> = {
  google: { label: "Google", hint: "", url: "https://console.cloud.google.com/auth/clients" },
  microsoft: { label: "Microsoft Entra", hint: "one tenant", url: "https://entra.microsoft.com" },
  github: { label: "GitHub", hint: "", url: "https://github.com/settings/developers" },
  apple: { label: "Apple", hint: "", url: "https://developer.apple.com/account/resources" },
  oidc: { label: "Another OpenID Connect provider", hint: "Auth0, Keycloak, Okta, …" },
};

/** What each setting is, and whether it may be shown while it is typed. */
const labels: Record<string, { message: string; isSecret?: boolean }> = {
  OIDC_ISSUER: { message: "Issuer: the URL before /.well-known/openid-configuration" },
  MICROSOFT_TENANT_ID: { message: "Directory (tenant) ID" },
  APPLE_CLIENT_ID: { message: "Services ID" },
  APPLE_TEAM_ID: { message: "Team ID" },
  APPLE_KEY_ID: { message: "Key ID" },
};

export const askProvider: AskStep = async ({ answers, dialog }) => {
  const kind = await dialog.choose({
    message: "How do customers sign in? More ways can be added later",
    choices: [
      ...(Object.keys(providerNames) as ProviderKind[]).map((value) => ({
        value,
        label: providerNames[value].label,
        hint: providerNames[value].hint,
      })),
      {
        value: "email" as const,
        label: "With an emailed link only",
        hint: "needs an email service",
      },
    ],
    initialValue: findProviders(answers)[0],
  });
  const removed = Object.fromEntries(
    findProviders(answers)
      .filter((other) => other !== kind)
      .flatMap((other) => providerSettings[other].map((name) => [name, ""])),
  );
  if (kind === "email") return { ...removed, ...(await askForLinks(dialog, answers)) };
  const { label, url } = providerNames[kind];
  const redirectUri = getRedirectUri(`https://${readHost(answers["AUTH_URL"] ?? "")}`, kind);
  dialog.note(
    label,
    `Register a web application${url ? ` at ${url}` : " at your provider"}, with this redirect URI:\n\n${redirectUri}\n\nand the scopes openid, email and profile.`,
  );
  const given: Answers = {};
  for (const name of providerSettings[kind]) {
    if (name === "APPLE_PRIVATE_KEY") given[name] = await askForAppleKey(dialog);
    else if (name.endsWith("_SECRET"))
      given[name] = await dialog.secret({ message: "Client secret" });
    else
      given[name] = await dialog.text({
        message: labels[name]?.message ?? "Client ID",
        initialValue: answers[name],
      });
  }
  if (kind === "oidc")
    given["OIDC_NAME"] = await dialog.text({
      message: "Name on the button: Continue with …",
      initialValue: answers["OIDC_NAME"],
    });
  return { ...removed, ...given };
};

type Asking = Parameters<AskStep>[0]["dialog"];

async function askForAppleKey(dialog: Asking): Promise<string> {
  const path = await dialog.text({
    message: "Path of the .p8 file",
    validate: (text) => (existsSync(text) ? undefined : "There is no such file."),
  });
  return readFileSync(path, "utf8").trim().replaceAll(/\r?\n/g, "\\n");
}

/** Emailed links need an email service, which is asked for here, and checked with the others. */
async function askForLinks(dialog: Asking, answers: Answers): Promise<Answers> {
  const isThere =
    answers["EMAIL_FROM"] &&
    (answers["EMAIL_PROVIDER"] === "cloudflare" || answers["EMAIL_API_KEY"]);
  return isThere ? {} : chooseSender(dialog, answers, { canRefuse: false });
}

/** Asks who sends the shop's emails, and for the settings of that. */
export async function chooseSender(
  dialog: Asking,
  answers: Answers,
  { canRefuse }: { canRefuse: boolean },
): Promise<Answers> {
  const provider = await dialog.choose({
    message: "How does the shop send emails?",
    choices: [
      { value: "cloudflare", label: "With Cloudflare", hint: "a domain of this account, no key" },
      { value: "resend", label: "With Resend" },
      ...(canRefuse
        ? [{ value: "none", label: "Not now", hint: "no receipts, links or alerts" } as const]
        : []),
    ],
  });
  const none = { EMAIL_PROVIDER: "", EMAIL_FROM: "", EMAIL_API_KEY: "", EMAIL_API_URL: "" };
  if (provider === "none") return none;
  dialog.note(
    "Email",
    provider === "resend"
      ? "Verify your domain at https://resend.com/domains, and create a key at\nhttps://resend.com/api-keys."
      : "Enable your domain first: npx wrangler email sending enable fern.example\nCloudflare adds its DNS records. Sending needs Workers Paid.",
  );
  const from = await dialog.text({
    message: "Sender, with a name: Fern <shop@…>",
    initialValue: answers["EMAIL_FROM"],
  });
  if (provider === "cloudflare") return { ...none, EMAIL_PROVIDER: provider, EMAIL_FROM: from };
  const key = await dialog.secret({ message: "API key of Resend" });
  return { EMAIL_PROVIDER: "", EMAIL_FROM: from, EMAIL_API_KEY: key };
}

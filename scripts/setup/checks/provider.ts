import { createPrivateKey, randomBytes } from "node:crypto";
import { isLoopback } from "../../../worker/config/sign-in-config.ts";
import { accept, refuse, warn, type Answers, type Finding } from "../finding.ts";
import { describeNetworkError, type Surroundings } from "../surroundings.ts";

type Fetching = Pick<Surroundings, "fetch">;

/** A provider that the setup can ask for, and what its settings are. */
export type ProviderKind = "oidc" | "google" | "microsoft" | "apple" | "github";

/** The settings of each provider. All of them are needed. */
export const providerSettings: Record<ProviderKind, string[]> = {
  oidc: ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"],
  google: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
  microsoft: ["MICROSOFT_TENANT_ID", "MICROSOFT_CLIENT_ID", "MICROSOFT_CLIENT_SECRET"],
  apple: ["APPLE_CLIENT_ID", "APPLE_TEAM_ID", "APPLE_KEY_ID", "APPLE_PRIVATE_KEY"],
  github: ["GITHUB_CLIENT_ID", "GITHUB_CLIENT_SECRET"],
};

const kinds = Object.keys(providerSettings) as ProviderKind[];

/** Returns the providers of which at least one setting is known. */
export const findProviders = (answers: Answers): ProviderKind[] =>
  kinds.filter((kind) => providerSettings[kind].some((name) => answers[name]));

/** Returns the URL that must be registered at the provider. */
export const getRedirectUri = (origin: string, kind: ProviderKind): string =>
  `${origin}/api/auth/callback/${kind}`;

/** The part of a provider's discovery document that matters to the shop. */
export type Discovery = {
  issuer: string;
  authorization_endpoint: string;
  token_endpoint: string;
  jwks_uri: string;
};

const GITHUB = "https://github.com/login/oauth";

/** Checks the settings of one provider as far as it tells: its document, its client's secret, and the redirect URI. */
export async function checkProvider(
  surroundings: Fetching,
  kind: ProviderKind,
  input: { answers: Answers; origin: string },
): Promise<Finding[]> {
  const { answers, origin } = input;
  const redirectUri = getRedirectUri(origin, kind);
  if (kind === "apple") return [checkAppleKey(answers["APPLE_PRIVATE_KEY"] ?? "")];
  const client = {
    id: answers[`${kind.toUpperCase()}_CLIENT_ID`] ?? "",
    secret: answers[`${kind.toUpperCase()}_CLIENT_SECRET`] ?? "",
    redirectUri,
  };
  if (kind === "github")
    return [await checkClientSecret(surroundings, `${GITHUB}/access_token`, client)];
  const { findings, discovery } = await checkDiscovery(surroundings, findIssuer(kind, answers));
  if (!discovery) return findings;
  return [
    ...findings,
    await checkClientSecret(surroundings, discovery.token_endpoint, client),
    ...(await checkRedirectUri(surroundings, discovery.authorization_endpoint, client)),
  ];
}

function findIssuer(kind: ProviderKind, answers: Answers): string {
  if (kind === "google") return "https://accounts.google.com";
  if (kind === "microsoft")
    return `https://login.microsoftonline.com/${answers["MICROSOFT_TENANT_ID"]}/v2.0`;
  return answers["OIDC_ISSUER"] ?? "";
}

/** Fetches a provider's discovery document, and checks what the shop relies on. */
export async function checkDiscovery(
  { fetch }: Fetching,
  issuer: string,
): Promise<{ findings: Finding[]; discovery?: Discovery }> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const refuseIssuer = (says: string) => ({
    findings: [
      refuse(
        says,
        "Copy the issuer from your provider's settings. It is the part of the discovery document's URL before /.well-known.",
      ),
    ],
  });
  if (!URL.canParse(issuer)) return refuseIssuer(`The issuer ${issuer} is not a URL.`);
  let document: Partial<Record<string, unknown>>;
  try {
    const response = await fetch(url);
    if (!response.ok) return refuseIssuer(`${url} answered ${response.status}.`);
    document = (await response.json()) as typeof document;
  } catch (error) {
    return refuseIssuer(`${url} could not be read: ${describeNetworkError(error)}.`);
  }
  if (document["issuer"] !== issuer)
    return refuseIssuer(
      `${url} says that the issuer is ${String(document["issuer"])}, and OIDC_ISSUER must be exactly that.`,
    );
  for (const name of ["authorization_endpoint", "token_endpoint", "jwks_uri"]) {
    const value = document[name];
    if (typeof value !== "string" || !isSecure(value))
      return refuseIssuer(`${url} has no ${name} with https.`);
  }
  const problem = findUnsupported(document);
  if (problem) return refuseIssuer(`${url}: ${problem}.`);
  return {
    findings: [accept(`The provider ${issuer} answers.`)],
    discovery: document as Discovery,
  };
}

function isSecure(value: string): boolean {
  return URL.canParse(value) && (value.startsWith("https:") || isLoopback(new URL(value)));
}

/** Lists that a provider leaves out say nothing. */
function findUnsupported(document: Partial<Record<string, unknown>>): string | undefined {
  const lacks = (name: string, value: string) => {
    const list = document[name];
    return Array.isArray(list) && !list.includes(value);
  };
  if (lacks("response_types_supported", "code"))
    return "it does not offer the authorization code flow";
  if (lacks("code_challenge_methods_supported", "S256")) return "it does not offer PKCE with S256";
  if (lacks("scopes_supported", "email"))
    return "it does not offer the scope email, without which the shop knows no address";
  if (lacks("token_endpoint_auth_methods_supported", "client_secret_basic"))
    return "it does not take the client's secret in the header (client_secret_basic)";
  return undefined;
}

type Client = { id: string; secret: string; redirectUri: string };

/** Errors of a token endpoint that has taken the client's secret, and then refused the made-up code. */
const errorsBehindSecret = new Set(["invalid_grant", "bad_verification_code"]);
const errorsOfSecret = new Set([
  "invalid_client",
  "unauthorized_client",
  "incorrect_client_credentials",
]);

/** Tries the client's secret with a code that does not exist: the answer tells a wrong secret from a wrong code. */
async function checkClientSecret(
  { fetch }: Fetching,
  tokenEndpoint: string,
  { id, secret, redirectUri }: Client,
): Promise<Finding> {
  let error: string | undefined;
  try {
    const encode = (text: string) => encodeURIComponent(text);
    const response = await fetch(tokenEndpoint, {
      method: "POST",
      headers: {
        accept: "application/json",
        authorization: `Basic ${Buffer.from(`${encode(id)}:${encode(secret)}`).toString("base64")}`,
      },
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: randomBytes(16).toString("hex"),
        redirect_uri: redirectUri,
        code_verifier: randomBytes(32).toString("hex"),
      }),
    });
    ({ error } = (await response.json()) as { error?: string });
  } catch (cause) {
    return warn(
      `The client secret could not be tried: ${describeNetworkError(cause)}.`,
      "Sign in once after the setup to see whether it works.",
    );
  }
  if (error !== undefined && errorsBehindSecret.has(error))
    return accept("The provider takes the client id and its secret.");
  if (error !== undefined && errorsOfSecret.has(error))
    return refuse(
      "The provider refuses the client id or its secret.",
      "Copy both from the client's page at the provider. Create a new secret if the old one is not shown.",
    );
  if (error === "redirect_uri_mismatch") return refuseRedirect(redirectUri);
  return warn(
    `The provider does not tell whether the client secret is right (it answered ${error ?? "nothing known"}).`,
    "Sign in once after the setup to see whether it works.",
  );
}

const refuseRedirect = (redirectUri: string): Finding =>
  refuse(
    "The provider does not know the shop's redirect URI.",
    `Register it at the provider, exactly like this: ${redirectUri}`,
  );

/** Begins a sign-in, as a browser would, to see whether the provider knows the redirect URI. */
async function checkRedirectUri(
  { fetch }: Fetching,
  authorizationEndpoint: string,
  { id, redirectUri }: Client,
): Promise<Finding[]> {
  const url = new URL(authorizationEndpoint);
  const parameters = {
    client_id: id,
    redirect_uri: redirectUri,
    response_type: "code",
    scope: "openid email profile",
    state: randomBytes(16).toString("hex"),
    code_challenge: randomBytes(32).toString("base64url"),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  try {
    const { status } = await fetch(url.href, { redirect: "manual" });
    if (status !== 400) return [];
  } catch {
    return [];
  }
  return [refuseRedirect(redirectUri)];
}

function checkAppleKey(privateKey: string): Finding {
  try {
    const key = createPrivateKey(privateKey.replaceAll("\\n", "\n"));
    if (key.asymmetricKeyDetails?.namedCurve === "prime256v1")
      return warn(
        "Apple's key can be read. Apple does not tell whether it fits the client.",
        "Sign in once after the setup to see whether it works.",
      );
  } catch {
    // Said below.
  }
  return refuse(
    "APPLE_PRIVATE_KEY is not a key of Sign in with Apple.",
    "Give the .p8 file that Apple offers once, when you create the key.",
  );
}

import type { IncomingMessage, ServerResponse } from "node:http";
import type { SqlDatabase } from "../database/database.ts";
import {
  interactionPolicy,
  Provider,
  type ClientMetadata,
  type Configuration,
} from "oidc-provider";
import type { OidcClient } from "../options.ts";
import { createSqliteAdapter } from "./adapter.ts";
import { loadOrCreateKeys } from "./keys.ts";
import { personaChooserPage, errorPage, pageHeaders } from "./pages.ts";
import { findPersonaByHint, personas, type Persona } from "./personas.ts";

const SCOPES = "openid email profile";
const HOUR_SECONDS = 3600;

/** `issuer` includes the path where the provider is mounted, such as `http://127.0.0.1:8788/oidc`. */
export type OidcOptions = {
  issuer: string;
  clients: OidcClient[];
  database: SqlDatabase;
};

/** `handle` answers every request under the issuer's path. */
export type OidcProvider = {
  handle(request: IncomingMessage, response: ServerResponse): void;
};

/**
 * Creates an OpenID provider with test users. `login_hint=<persona>` signs in without a page, `login_hint=deny` refuses
 * the sign-in, and without a hint a page asks.
 */
export function createOidcProvider({ issuer, clients, database }: OidcOptions): OidcProvider {
  const mountPath = new URL(issuer).pathname.replace(/\/$/, "");
  const provider = new Provider(issuer, buildConfiguration(mountPath, clients, database));
  provider.proxy = true;
  provider.on("server_error", (_ctx, error) => console.error("[sandbox id]", error));
  const handleProviderRequest = provider.callback();

  async function handleInteraction(request: IncomingMessage, response: ServerResponse) {
    const { params } = await provider.interactionDetails(request, response);
    const posted = request.method === "POST" ? (await readForm(request)).get("as") : undefined;
    const choice =
      posted ?? (typeof params.login_hint === "string" ? params.login_hint : undefined);
    if (choice === "deny") {
      const refusal = {
        error: "access_denied",
        error_description: "The person refused to sign in",
      };
      return provider.interactionFinished(request, response, refusal, {
        mergeWithLastSubmission: false,
      });
    }
    const persona = choice === undefined ? undefined : findPersonaByHint(choice);
    if (persona) {
      const result = { login: { accountId: persona.loginHint, remember: false } };
      return provider.interactionFinished(request, response, result, {
        mergeWithLastSubmission: false,
      });
    }
    const problem = posted
      ? "Use an address at example.com, example.org or example.net that nobody here has."
      : undefined;
    response.writeHead(200, pageHeaders).end(personaChooserPage(personas, problem));
  }

  return {
    handle(request, response) {
      const originalUrl = request.url ?? "/";
      if (originalUrl.startsWith(`${mountPath}/interaction/`)) {
        handleInteraction(request, response).catch((error: unknown) => {
          const description = error instanceof Error ? error.message : undefined;
          if (!response.headersSent) response.writeHead(400, pageHeaders);
          response.end(errorPage("invalid_request", description));
        });
        return;
      }
      // It builds its URLs from the request, which a proxy may have sent to another host than the issuer's.
      const { host, protocol } = new URL(issuer);
      request.headers.host = host;
      request.headers["x-forwarded-proto"] = protocol.slice(0, -1);
      // oidc-provider derives its mount path from the difference between the two URLs.
      Object.assign(request, { originalUrl, url: originalUrl.slice(mountPath.length) || "/" });
      void handleProviderRequest(request, response);
    },
  };
}

function buildConfiguration(
  mountPath: string,
  clients: OidcClient[],
  database: SqlDatabase,
): Configuration {
  const { jwks, cookieKeys } = loadOrCreateKeys(database);
  return {
    adapter: createSqliteAdapter(database),
    clients: clients.map(toMetadata),
    jwks,
    // Below a path, other providers may have the rest of the host.
    cookies: { keys: cookieKeys, long: { path: mountPath }, short: { path: mountPath } },
    scopes: SCOPES.split(" "),
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "picture"] },
    responseTypes: ["code"],
    pkce: {
      required: (_ctx, { clientId }) =>
        clients.find(({ id }) => id === clientId)?.requirePkce !== false,
    },
    // Apps in a browser exchange their code from their own origin.
    clientBasedCORS: (_ctx, origin, { clientId }) =>
      clients.some(
        ({ id, secret, redirectUris }) =>
          id === clientId &&
          secret === undefined &&
          redirectUris.some((uri) => new URL(uri).origin === origin),
      ),
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    interactions: {
      policy: createAlwaysPromptPolicy(),
      url: (_ctx, { uid }) => `${mountPath}/interaction/${uid}`,
    },
    ttl: {
      AccessToken: HOUR_SECONDS,
      AuthorizationCode: 60,
      Grant: HOUR_SECONDS,
      IdToken: HOUR_SECONDS,
      Interaction: HOUR_SECONDS,
      Session: HOUR_SECONDS,
    },
    findAccount: (_ctx, subject) => {
      const persona = findPersonaByHint(subject);
      return persona && { accountId: subject, claims: () => buildClaims(persona) };
    },
    // Choosing a persona includes consent, so the OAuth grant is created on sign-in.
    async loadExistingGrant(ctx) {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId,
        accountId: ctx.oidc.session?.accountId,
      });
      grant.addOIDCScope(SCOPES);
      await grant.save();
      return grant;
    },
    renderError(ctx, out) {
      ctx.set(pageHeaders);
      ctx.body = errorPage(out.error, out.error_description);
    },
  };
}

function toMetadata({ id, secret, redirectUris, authMethod }: OidcClient): ClientMetadata {
  // A custom scheme is that of an app on a phone, for which the provider has other rules.
  const isWeb = redirectUris.every((uri) => /^https?:/.test(uri));
  return {
    client_id: id,
    ...(secret !== undefined && { client_secret: secret }),
    client_name: id,
    application_type: isWeb ? "web" : "native",
    redirect_uris: redirectUris,
    response_types: ["code"],
    grant_types: ["authorization_code"],
    token_endpoint_auth_method:
      secret === undefined ? "none" : (authMethod ?? "client_secret_basic"),
    require_auth_time: true,
  };
}

/** Asks for a persona on every authorization. A remembered one would be a surprise in a test. */
function createAlwaysPromptPolicy() {
  const policy = interactionPolicy.base();
  // Choosing a persona is the consent to an app on a phone, too.
  policy.get("consent")?.checks.remove("native_client_prompt");
  const login = policy.get("login");
  login?.checks.add(
    new interactionPolicy.Check(
      "choose_persona",
      "A persona must be chosen",
      (ctx) => !ctx.oidc.result?.login,
    ),
  );
  return policy;
}

function buildClaims({ loginHint, name, email, emailVerified, picture }: Persona) {
  return {
    sub: loginHint,
    name,
    ...(email !== undefined && { email, email_verified: emailVerified ?? false }),
    ...(picture !== undefined && { picture }),
  };
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return new URLSearchParams(body);
}

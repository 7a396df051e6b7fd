import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOidcProvider } from "./server.ts";

const client = {
  id: "gatehouse",
  secret: "shh",
  redirectUris: ["http://localhost:8787/api/auth/callback/oidc"],
};
const otherClients = [
  { id: "browser", redirectUris: ["http://localhost:3000/callback", "http://localhost:3000/"] },
  {
    id: "old-server",
    secret: "quiet",
    redirectUris: ["https://old.example/return"],
    authMethod: "client_secret_post" as const,
    requirePkce: false,
  },
  { id: "phone", redirectUris: ["com.example.app:/callback"] },
];
const verifier = "a-code-verifier-that-is-long-enough-for-the-rule";
// SHA-256 of the verifier, base64url.
const challenge = Buffer.from(
  await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)),
).toString("base64url");

let folder: string;
let database: DatabaseSync;
let server: Server;
let issuer: string;

let handle: ReturnType<typeof createOidcProvider>["handle"];

/** Opens the database file and creates the provider, as a start of the process does. The port stays the same. */
function startProvider() {
  database = new DatabaseSync(join(folder, "sandbox.sqlite"));
  ({ handle } = createOidcProvider({ issuer, clients: [client, ...otherClients], database }));
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "oidc-"));
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oidc`;
  startProvider();
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  database.close();
  rmSync(folder, { recursive: true });
});

/** Follows redirects within the provider, with its cookies, until it redirects elsewhere or shows a page. */
async function followRedirects(url: string, init?: RequestInit, jar = new Map<string, string>()) {
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get("location");
    if (!location) return { response, url, jar };
    url = new URL(location, url).href;
    init = undefined;
    if (!url.startsWith(issuer)) return { response, url, jar };
  }
  throw new Error("too many redirects");
}

function authorizationUrl(params: Record<string, string> = {}) {
  const query = new URLSearchParams({
    client_id: client.id,
    redirect_uri: client.redirectUris[0] ?? "",
    response_type: "code",
    scope: "openid email profile",
    state: "some-state",
    nonce: "some-nonce",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...params,
  });
  return `${issuer}/auth?${query}`;
}

function exchangeCode(code: string) {
  return fetch(`${issuer}/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}` },
    body: new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: client.redirectUris[0] ?? "",
      code_verifier: verifier,
    }),
  });
}

async function signIn(hint: string) {
  const { url } = await followRedirects(authorizationUrl({ login_hint: hint }));
  const params = new URL(url).searchParams;
  const tokens = (await (await exchangeCode(params.get("code") ?? "")).json()) as {
    access_token: string;
    id_token: string;
  };
  const userinfo = await fetch(`${issuer}/me`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  return { params, tokens, claims: await userinfo.json() };
}

describe("the sandbox's OpenID provider", () => {
  test("the sandbox's OpenID provider serves its metadata under its mount path", async () => {
    const metadata = await (await fetch(`${issuer}/.well-known/openid-configuration`)).json();
    expect(metadata).toMatchObject({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/me`,
      jwks_uri: `${issuer}/jwks`,
      authorization_response_iss_parameter_supported: true,
    });
  });

  test.each<{
    name: string;
    client: string;
    redirect: string;
    pkce: Record<string, string>;
    proof: Record<string, string>;
  }>([
    {
      name: "an app in a browser needs no secret",
      client: "browser",
      redirect: "http://localhost:3000/",
      pkce: { code_challenge: challenge, code_challenge_method: "S256" },
      proof: { client_id: "browser", code_verifier: verifier },
    },
    {
      name: "a server may send its secret in the body, and leave out PKCE if it says so",
      client: "old-server",
      redirect: "https://old.example/return",
      pkce: { code_challenge: "", code_challenge_method: "" },
      proof: { client_id: "old-server", client_secret: "quiet" },
    },
    {
      name: "an app on a phone returns to its own scheme",
      client: "phone",
      redirect: "com.example.app:/callback",
      pkce: { code_challenge: challenge, code_challenge_method: "S256" },
      proof: { client_id: "phone", code_verifier: verifier },
    },
  ])("$name", async ({ client: id, redirect, pkce, proof }) => {
    const url = new URL(
      authorizationUrl({ client_id: id, redirect_uri: redirect, login_hint: "bob", ...pkce }),
    );
    for (const [name, value] of Object.entries(pkce)) if (!value) url.searchParams.delete(name);
    const returned = await followRedirects(url.href);
    expect(returned.url.startsWith(redirect)).toBe(true);
    const response = await fetch(`${issuer}/token`, {
      method: "POST",
      headers: id === "browser" ? { origin: "http://localhost:3000" } : {},
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: new URL(returned.url).searchParams.get("code") ?? "",
        redirect_uri: redirect,
        ...proof,
      }),
    });
    expect(await response.json()).toHaveProperty("id_token");
  });

  test("a redirect that the client has not registered is refused", async () => {
    const { response } = await followRedirects(
      authorizationUrl({ client_id: "browser", redirect_uri: "http://localhost:3001/callback" }),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("invalid_redirect_uri");
  });

  test("the sandbox's OpenID provider signs in the persona of the login hint without a page", async () => {
    const { params, tokens, claims } = await signIn("ann");
    expect(params.get("iss")).toBe(issuer);
    expect(params.get("state")).toBe("some-state");
    expect(claims).toEqual({
      sub: "ann",
      name: "Ann Archer",
      email: "ann@example.com",
      email_verified: true,
    });
    const jwks = (await (await fetch(`${issuer}/jwks`)).json()) as JSONWebKeySet;
    const { payload } = await jwtVerify(tokens.id_token, createLocalJWKSet(jwks), {
      issuer,
      audience: client.id,
    });
    expect(payload).toMatchObject({ sub: "ann", nonce: "some-nonce" });
  });

  test("there are personas with an unverified email, without an email, and with markup as a name", async () => {
    expect((await signIn("unverified")).claims).toMatchObject({
      email: "owner@example.com",
      email_verified: false,
    });
    expect((await signIn("no-email")).claims).toEqual({ sub: "no-email", name: "Nemo Noemail" });
    expect((await signIn("xss")).claims).toMatchObject({ name: "<img src=x onerror=alert(1)>" });
  });

  test("the sandbox's OpenID provider signs in a guest for any other example.com address", async () => {
    expect((await signIn("zoe@example.com")).claims).toMatchObject({
      sub: "zoe@example.com",
      email: "zoe@example.com",
    });
  });

  test("a guest whose address is a name has that name", async () => {
    expect((await signIn("mara.lindqvist@example.com")).claims).toMatchObject({
      sub: "mara.lindqvist@example.com",
      name: "Mara Lindqvist",
    });
    expect((await signIn("guest-1.b@example.com")).claims).toMatchObject({ name: "guest-1.b" });
  });

  test("the sandbox's OpenID provider lets a second persona sign in from the same browser", async () => {
    const { jar } = await followRedirects(authorizationUrl({ login_hint: "ann" }));
    const asked = await followRedirects(authorizationUrl({ login_hint: "bob" }), undefined, jar);
    // First the provider ends Ann's session, with a page whose form submits itself in a browser.
    const page = await asked.response.text();
    const [, action = ""] = /action="([^"]+)"/.exec(page) ?? [];
    const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(
      fields.map(([, name = "", value = ""]): [string, string] => [name, value]),
    );
    const { url } = await followRedirects(action, { method: "POST", body }, jar);
    const tokens = await exchangeCode(new URL(url).searchParams.get("code") ?? "");
    expect(tokens.status).toBe(200);
  });

  test("the sandbox's OpenID provider refuses the sign-in for the login hint deny", async () => {
    const { url } = await followRedirects(authorizationUrl({ login_hint: "deny" }));
    expect(new URL(url).searchParams.get("error")).toBe("access_denied");
  });

  test("without a hint, lists the personas with escaped names and signs in the chosen one", async () => {
    const { response, url, jar } = await followRedirects(authorizationUrl());
    const html = await response.text();
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toContain("<img");
    const chosen = await followRedirects(
      url,
      { method: "POST", body: new URLSearchParams({ as: "bob" }) },
      jar,
    );
    expect(new URL(chosen.url).searchParams.get("code")).toBeTruthy();
  });

  test("the provider shows the persona list again for an email address that a persona already has", async () => {
    const { response } = await followRedirects(
      authorizationUrl({ login_hint: "owner@example.com" }),
    );
    expect(await response.text()).toContain("Whom do you want to sign in as?");
  });

  test("the sandbox's OpenID provider refuses an authorization without PKCE", async () => {
    const url = new URL(authorizationUrl({ login_hint: "ann" }));
    url.searchParams.delete("code_challenge");
    url.searchParams.delete("code_challenge_method");
    expect(new URL((await followRedirects(url.href)).url).searchParams.get("error")).toBe(
      "invalid_request",
    );
  });

  test("the sandbox's OpenID provider shows an error page for an unknown redirect URI", async () => {
    const { response } = await followRedirects(
      authorizationUrl({ redirect_uri: "https://evil.example/callback" }),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("invalid_redirect_uri");
  });

  test("the sandbox's OpenID provider exchanges an authorization code only once", async () => {
    const { url } = await followRedirects(authorizationUrl({ login_hint: "ann" }));
    const code = new URL(url).searchParams.get("code") ?? "";
    expect((await exchangeCode(code)).status).toBe(200);
    expect((await exchangeCode(code)).status).toBe(400);
  });

  test("the sandbox's OpenID provider keeps its keys and authorization codes across a restart", async () => {
    const before = await (await fetch(`${issuer}/jwks`)).json();
    const { url } = await followRedirects(authorizationUrl({ login_hint: "ann" }));
    database.close();
    startProvider();
    expect(await (await fetch(`${issuer}/jwks`)).json()).toEqual(before);
    expect((await exchangeCode(new URL(url).searchParams.get("code") ?? "")).status).toBe(200);
  });
});

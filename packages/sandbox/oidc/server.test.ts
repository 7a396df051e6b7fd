import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createLocalJWKSet, jwtVerify, type JSONWebKeySet } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createOidc } from "./server.ts";

const client = {
  id: "gatehouse",
  secret: "shh",
  redirectUris: ["http://localhost:8787/api/auth/callback/oidc"],
};
const verifier = "a-code-verifier-that-is-long-enough-for-the-rule";
// SHA-256 of the verifier, base64url.
const challenge = Buffer.from(
  await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier)),
).toString("base64url");

let folder: string;
let database: DatabaseSync;
let server: Server;
let issuer: string;

let handle: ReturnType<typeof createOidc>["handle"];

/** What a start of the process does: opens the file and builds the provider. The port stays. */
function boot() {
  database = new DatabaseSync(join(folder, "sandbox.sqlite"));
  ({ handle } = createOidc({ issuer, client, database }));
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "oidc-"));
  server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/oidc`;
  boot();
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  database.close();
  rmSync(folder, { recursive: true });
});

/** Follows redirects inside the provider, with its cookies, until it leaves or answers. */
async function browse(url: string, init?: RequestInit, jar = new Map<string, string>()) {
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

function exchange(code: string) {
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
  const { url } = await browse(authorizationUrl({ login_hint: hint }));
  const params = new URL(url).searchParams;
  const tokens = (await (await exchange(params.get("code") ?? "")).json()) as {
    access_token: string;
    id_token: string;
  };
  const userinfo = await fetch(`${issuer}/me`, {
    headers: { authorization: `Bearer ${tokens.access_token}` },
  });
  return { params, tokens, claims: await userinfo.json() };
}

describe("the sandbox's OpenID provider", () => {
  test("describes itself under its mount path", async () => {
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

  test("signs a hinted persona in without a page, and says who it is", async () => {
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

  test("has people without a verified email, without any, and with markup for a name", async () => {
    expect((await signIn("unverified")).claims).toMatchObject({
      email: "owner@example.com",
      email_verified: false,
    });
    expect((await signIn("no-email")).claims).toEqual({ sub: "no-email", name: "Nemo Noemail" });
    expect((await signIn("xss")).claims).toMatchObject({ name: "<img src=x onerror=alert(1)>" });
  });

  test("makes a guest of any other example address", async () => {
    expect((await signIn("zoe@example.com")).claims).toMatchObject({
      sub: "zoe@example.com",
      email: "zoe@example.com",
    });
  });

  test("lets a second person sign in from the same browser", async () => {
    const { jar } = await browse(authorizationUrl({ login_hint: "ann" }));
    const asked = await browse(authorizationUrl({ login_hint: "bob" }), undefined, jar);
    // The provider first ends Ann's session, by a page whose form a browser submits by itself.
    const page = await asked.response.text();
    const [, action = ""] = /action="([^"]+)"/.exec(page) ?? [];
    const fields = [...page.matchAll(/name="(\w+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(
      fields.map(([, name = "", value = ""]): [string, string] => [name, value]),
    );
    const { url } = await browse(action, { method: "POST", body }, jar);
    const tokens = await exchange(new URL(url).searchParams.get("code") ?? "");
    expect(tokens.status).toBe(200);
  });

  test("refuses for the deny hint", async () => {
    const { url } = await browse(authorizationUrl({ login_hint: "deny" }));
    expect(new URL(url).searchParams.get("error")).toBe("access_denied");
  });

  test("asks without a hint, escapes every name and signs in who is chosen", async () => {
    const { response, url, jar } = await browse(authorizationUrl());
    const html = await response.text();
    expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
    expect(html).not.toContain("<img");
    const chosen = await browse(
      url,
      { method: "POST", body: new URLSearchParams({ as: "bob" }) },
      jar,
    );
    expect(new URL(chosen.url).searchParams.get("code")).toBeTruthy();
  });

  test("asks again for an address that belongs to a persona", async () => {
    const { response } = await browse(authorizationUrl({ login_hint: "owner@example.com" }));
    expect(await response.text()).toContain("Whom do you want to sign in as?");
  });

  test("refuses an authorization without PKCE", async () => {
    const url = new URL(authorizationUrl({ login_hint: "ann" }));
    url.searchParams.delete("code_challenge");
    url.searchParams.delete("code_challenge_method");
    expect(new URL((await browse(url.href)).url).searchParams.get("error")).toBe("invalid_request");
  });

  test("refuses an unknown redirect address with a page", async () => {
    const { response } = await browse(
      authorizationUrl({ redirect_uri: "https://evil.example/callback" }),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("invalid_redirect_uri");
  });

  test("redeems a code once", async () => {
    const { url } = await browse(authorizationUrl({ login_hint: "ann" }));
    const code = new URL(url).searchParams.get("code") ?? "";
    expect((await exchange(code)).status).toBe(200);
    expect((await exchange(code)).status).toBe(400);
  });

  test("keeps its keys and its codes over a restart", async () => {
    const before = await (await fetch(`${issuer}/jwks`)).json();
    const { url } = await browse(authorizationUrl({ login_hint: "ann" }));
    database.close();
    boot();
    expect(await (await fetch(`${issuer}/jwks`)).json()).toEqual(before);
    expect((await exchange(new URL(url).searchParams.get("code") ?? "")).status).toBe(200);
  });
});

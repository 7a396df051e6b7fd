import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { serve } from "../testing/serve.ts";
import { verifyEntitlements } from "./verify.ts";

const pair = await generateKeyPair("EdDSA", { extractable: true });
const otherPair = await generateKeyPair("EdDSA", { extractable: true });
const publicJwk = async ({ publicKey }: typeof pair, kid: string) => ({
  ...(await exportJWK(publicKey)),
  kid,
  alg: "EdDSA",
  use: "sig",
});
const key1 = await publicJwk(pair, "1");
const key2 = await publicJwk(otherPair, "2");
const issuer = "https://shop.example";
const options = { issuer, audience: "my-app", jwks: { keys: [key1, key2] } };

type Overrides = {
  claims?: JWTPayload;
  header?: { typ?: string; kid?: string };
  key?: typeof pair.privateKey;
};

const sign = ({ claims, header, key = pair.privateKey }: Overrides = {}) =>
  new SignJWT({
    iss: issuer,
    sub: "usr_1",
    aud: "my-app",
    mode: "live",
    features: { export: null, seats: 5 },
    seq: 12,
    ...claims,
  })
    .setProtectedHeader({ alg: "EdDSA", typ: "entitlements+jwt", kid: "1", ...header })
    .setIssuedAt(claims?.iat)
    .setExpirationTime(claims?.exp ?? "15 minutes")
    .sign(key);

test("a token of the shop is accepted, with its features, limits, mode, sequence and times", async () => {
  const identities = [{ issuer: "https://id.example", subject: "ann" }];
  const iat = Math.floor(Date.now() / 1000) - 60;
  const token = await sign({ claims: { identities, iat, exp: iat + 900 } });
  expect(await verifyEntitlements(token, options)).toEqual({
    customerId: "usr_1",
    features: new Map([
      ["export", null],
      ["seats", 5],
    ]),
    mode: "live",
    identities,
    sequence: 12,
    issuedAt: new Date(iat * 1000),
    expiresAt: new Date((iat + 900) * 1000),
  });
});

test("a feature that is called like a property of all objects is not there by itself", async () => {
  const { features } = await verifyEntitlements(await sign(), options);
  expect(features.has("constructor")).toBe(false);
});

test("a token of the test mode is accepted where the app asks for it", async () => {
  const token = await sign({ claims: { mode: "test" } });
  const { mode } = await verifyEntitlements(token, { ...options, mode: "test" });
  expect(mode).toBe("test");
});

/** A token whose header says something else than what was signed. */
async function withHeader(header: object, signature?: string) {
  const [, payload, original] = (await sign()).split(".");
  const encoded = Buffer.from(JSON.stringify(header)).toString("base64url");
  return `${encoded}.${payload}.${signature ?? original}`;
}

/** A token that is signed with the public key as the secret of an HMAC. */
async function withPublicKeyAsSecret() {
  const secret = new TextEncoder().encode(await exportSPKI(pair.publicKey));
  return new SignJWT({ sub: "usr_1", mode: "live", features: { export: null } })
    .setProtectedHeader({ alg: "HS256", typ: "entitlements+jwt", kid: "1" })
    .setIssuer(issuer)
    .setAudience("my-app")
    .setIssuedAt()
    .setExpirationTime("15 minutes")
    .sign(secret);
}

const unsigned = (payload: object) =>
  new SignJWT({ ...payload })
    .setProtectedHeader({ alg: "EdDSA", typ: "entitlements+jwt", kid: "1" })
    .sign(pair.privateKey);

test.each<[string, string, () => Promise<string>]>([
  ["a license file", "wrong_type", () => sign({ header: { typ: "license+jwt" } })],
  ["another type", "wrong_type", () => sign({ header: { typ: "JWT" } })],
  ["another issuer", "wrong_issuer", () => sign({ claims: { iss: "https://other.example" } })],
  ["another audience", "wrong_audience", () => sign({ claims: { aud: "other-app" } })],
  ["the test mode", "wrong_mode", () => sign({ claims: { mode: "test" } })],
  ["no mode", "wrong_mode", () => sign({ claims: { mode: undefined } })],
  ["an expired token", "expired", () => sign({ claims: { exp: 1 } })],
  ["another shop's signature", "wrong_signature", () => sign({ key: otherPair.privateKey })],
  ["an unknown key id", "unknown_key", () => sign({ header: { kid: "3" } })],
  ["no features", "malformed", () => sign({ claims: { features: undefined } })],
  [
    "no expiry",
    "malformed",
    () =>
      unsigned({ iss: issuer, aud: "my-app", sub: "usr_1", iat: 1, mode: "live", features: {} }),
  ],
  [
    "the algorithm none",
    "wrong_algorithm",
    () => withHeader({ alg: "none", typ: "entitlements+jwt" }, ""),
  ],
  ["the public key as an HMAC secret", "wrong_algorithm", withPublicKeyAsSecret],
  [
    "an altered header",
    "wrong_signature",
    () => withHeader({ alg: "EdDSA", typ: "entitlements+jwt", kid: "1", x: 1 }),
  ],
  ["text that is no token", "malformed", async () => "hello"],
  ["an empty text", "malformed", async () => ""],
])("%s is refused as %s", async (_, code, makeToken) => {
  await expect(verifyEntitlements(await makeToken(), options)).rejects.toMatchObject({
    name: "EntitlementTokenError",
    code,
  });
});

test("an empty audience is refused, because every token would pass", async () => {
  const token = await sign();
  await expect(verifyEntitlements(token, { ...options, audience: "" })).rejects.toThrow("audience");
});

describe("keys from the shop", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  /** A shop that publishes these keys. */
  async function startShop() {
    const shop = { keys: [key1], requests: 0, isDown: false };
    const server = await serve(({ url }) => {
      shop.requests++;
      if (shop.isDown) return new Response("down", { status: 503 });
      expect(new URL(url).pathname).toBe("/.well-known/jwks.json");
      return Response.json({ keys: shop.keys });
    });
    onTestFinished(server.stop);
    const verify = async (overrides: Overrides = {}) => {
      const token = await sign({ ...overrides, claims: { iss: server.url, ...overrides.claims } });
      return verifyEntitlements(token, { issuer: server.url, audience: "my-app" });
    };
    return Object.assign(shop, { verify, url: server.url, stop: server.stop });
  }

  /** Moves the clock of the verifier. Requests go on in real time. */
  const moveClock = (ms: number) => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
  };

  test("the shop's keys are fetched once, also for many tokens at once", async () => {
    const shop = await startShop();
    await Promise.all(Array.from({ length: 20 }, () => shop.verify()));
    await shop.verify();
    expect(shop.requests).toBe(1);
  });

  test("the shop's keys stay in use for days after the shop is gone", async () => {
    const shop = await startShop();
    await shop.verify();
    await shop.stop();
    moveClock(3 * 86_400_000);
    expect((await shop.verify()).customerId).toBe("usr_1");
  });

  test("the shop's keys stay in use if the shop answers with something else", async () => {
    const shop = await startShop();
    await shop.verify();
    shop.keys = "oops" as never;
    moveClock(3_600_000);
    await shop.verify();
    await vi.waitFor(() => expect(shop.requests).toBe(2));
    await shop.verify();
  });

  test("the shop's keys are fetched again for an unknown key id", async () => {
    const shop = await startShop();
    await shop.verify();
    shop.keys = [key1, key2];
    moveClock(31_000);
    const signedWithNew = { header: { kid: "2" }, key: otherPair.privateKey };
    const results = await Promise.all([shop.verify(signedWithNew), shop.verify(signedWithNew)]);
    expect(results).toHaveLength(2);
    expect(shop.requests).toBe(2);
  });

  test("unknown key ids cause one fetch in 30 seconds, so a flood of them costs nothing", async () => {
    const shop = await startShop();
    await shop.verify();
    moveClock(31_000);
    for (let i = 0; i < 10; i++)
      await expect(shop.verify({ header: { kid: `x${i}` } })).rejects.toMatchObject({
        code: "unknown_key",
      });
    expect(shop.requests).toBe(2);
  });

  test("a key that the shop withdrew is no longer accepted", async () => {
    const shop = await startShop();
    shop.keys = [key1, key2];
    await shop.verify();
    shop.keys = [key2];
    moveClock(11 * 60_000);
    await shop.verify();
    await vi.waitFor(() => expect(shop.requests).toBe(2));
    await vi.waitFor(() => expect(shop.verify()).rejects.toMatchObject({ code: "unknown_key" }));
  });

  test("keys that cannot be fetched are keys_unavailable, and are fetched at the next token", async () => {
    const shop = await startShop();
    shop.isDown = true;
    await expect(shop.verify()).rejects.toMatchObject({ code: "keys_unavailable" });
    shop.isDown = false;
    expect((await shop.verify()).customerId).toBe("usr_1");
  });
});

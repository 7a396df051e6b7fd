import { readFileSync } from "node:fs";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { expect, test } from "vitest";

type Verify = (
  file: string,
  options: { keys: object[]; issuer: string; fingerprint?: string; now?: number },
) => Promise<JWTPayload>;

// Runs the verifier's source code as printed in the guide.
const guide = readFileSync("docs/guides/licenses.md", "utf8");
const source = /```js verifier\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
const { verifyLicense } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
  verifyLicense: Verify;
};

const issuer = "https://shop.example";
const keyPair = await generateKeyPair("EdDSA", { extractable: true });
const otherKeyPair = await generateKeyPair("EdDSA", { extractable: true });
const keys = [
  { ...(await exportJWK(otherKeyPair.publicKey)), kid: "2" },
  { ...(await exportJWK(keyPair.publicKey)), kid: "1" },
];

function sign(
  overrides: { claims?: JWTPayload; header?: object; key?: typeof keyPair.privateKey } = {},
) {
  return new SignJWT({ licensee: "Zoë", fingerprint: "a", ...overrides.claims })
    .setProtectedHeader({ alg: "EdDSA", typ: "license+jwt", kid: "1", ...overrides.header })
    .setIssuer(overrides.claims?.iss ?? issuer)
    .setIssuedAt()
    .setExpirationTime(overrides.claims?.exp ?? "14 days")
    .sign(overrides.key ?? keyPair.privateKey);
}

/** The shop always sets an expiration. The verifier must reject a file without one, even with a valid signature. */
function signWithoutExpiration() {
  return new SignJWT({ iss: issuer, fingerprint: "a" })
    .setProtectedHeader({ alg: "EdDSA", typ: "license+jwt", kid: "1" })
    .sign(keyPair.privateKey);
}

test("the guide's verifier accepts a license file", async () => {
  const claims = await verifyLicense(`${await sign()}\n`, { keys, issuer, fingerprint: "a" });
  expect(claims).toMatchObject({ iss: issuer, licensee: "Zoë" });
  const forAll = await sign({ claims: { fingerprint: null } });
  await verifyLicense(forAll, { keys, issuer });
});

test.each<[string, string, () => Promise<string>]>([
  [
    "another key's signature",
    "the signature is not valid",
    () => sign({ key: otherKeyPair.privateKey }),
  ],
  ["an unknown key id", "signed with an unknown key", () => sign({ header: { kid: "3" } })],
  ["another token type", "not a license file", () => sign({ header: { typ: "JWT" } })],
  ["another issuer", "from another shop", () => sign({ claims: { iss: "https://other.example" } })],
  ["an expired file", "expired", () => sign({ claims: { exp: 1 } })],
  ["a file without expiration", "expired", signWithoutExpiration],
  ["another fingerprint", "for another device", () => sign({ claims: { fingerprint: "b" } })],
  ["text that is not a token", "not a license file", async () => "nothing"],
  [
    "changed claims",
    "the signature is not valid",
    async () => (await sign()).replace(/\.[^.]+\./, `.${btoa("{}")}.`),
  ],
])("the guide's verifier rejects %s: %s", async (_case, message, createFile) => {
  const attempt = verifyLicense(await createFile(), { keys, issuer, fingerprint: "a" });
  await expect(attempt).rejects.toThrow(message);
});

test("the guide's verifier has fewer than 40 lines", () => {
  expect(source.split("\n").length).toBeLessThan(40);
});

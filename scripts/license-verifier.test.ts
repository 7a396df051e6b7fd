import { readFileSync } from "node:fs";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";
import { expect, test } from "vitest";

type Verify = (
  file: string,
  options: { keys: object[]; issuer: string; fingerprint?: string; now?: number },
) => Promise<JWTPayload>;

/** The verifier as the guide prints it. */
const guide = readFileSync("docs/guides/licenses.md", "utf8");
const source = /```js verifier\n([\s\S]*?)```/.exec(guide)?.[1] ?? "";
const { verifyLicense } = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
  verifyLicense: Verify;
};

const issuer = "https://shop.example";
const pair = await generateKeyPair("EdDSA", { extractable: true });
const other = await generateKeyPair("EdDSA", { extractable: true });
const keys = [
  { ...(await exportJWK(other.publicKey)), kid: "2" },
  { ...(await exportJWK(pair.publicKey)), kid: "1" },
];

function sign(more: { claims?: JWTPayload; header?: object; key?: typeof pair.privateKey } = {}) {
  return new SignJWT({ licensee: "Zoë", fingerprint: "a", ...more.claims })
    .setProtectedHeader({ alg: "EdDSA", typ: "license+jwt", kid: "1", ...more.header })
    .setIssuer(more.claims?.iss ?? issuer)
    .setIssuedAt()
    .setExpirationTime(more.claims?.exp ?? "14 days")
    .sign(more.key ?? pair.privateKey);
}

/** The shop signs none; whoever holds its key is believed only for a time all the same. */
function signWithoutEnd() {
  return new SignJWT({ iss: issuer, fingerprint: "a" })
    .setProtectedHeader({ alg: "EdDSA", typ: "license+jwt", kid: "1" })
    .sign(pair.privateKey);
}

test("the guide's verifier accepts a license file", async () => {
  const claims = await verifyLicense(`${await sign()}\n`, { keys, issuer, fingerprint: "a" });
  expect(claims).toMatchObject({ iss: issuer, licensee: "Zoë" });
  const forAll = await sign({ claims: { fingerprint: null } });
  await verifyLicense(forAll, { keys, issuer });
});

test.each<[string, () => Promise<string>]>([
  ["the signature is not valid", () => sign({ key: other.privateKey })],
  ["signed with a key nobody knows", () => sign({ header: { kid: "3" } })],
  ["not a license file", () => sign({ header: { typ: "JWT" } })],
  ["from another shop", () => sign({ claims: { iss: "https://other.example" } })],
  ["expired", () => sign({ claims: { exp: 1 } })],
  ["expired", signWithoutEnd],
  ["for another device", () => sign({ claims: { fingerprint: "b" } })],
  ["not a license file", async () => "nothing"],
  [
    "the signature is not valid",
    async () => (await sign()).replace(/\.[^.]+\./, `.${btoa("{}")}.`),
  ],
])("the guide's verifier says: %s", async (reason, make) => {
  const attempt = verifyLicense(await make(), { keys, issuer, fingerprint: "a" });
  await expect(attempt).rejects.toThrow(reason);
});

test("the guide's verifier is short", () => {
  expect(source.split("\n").length).toBeLessThan(40);
});

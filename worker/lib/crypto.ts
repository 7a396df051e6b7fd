import { Buffer } from "node:buffer";
import { createHmac, hash, timingSafeEqual } from "node:crypto";

/**
 * Returns the SHA-256 of a text in lower-case hex. Node's API is synchronous, while `crypto.subtle` needs a turn of the
 * event loop.
 */
export function sha256Hex(text: string): string {
  return hash("sha256", text, "hex");
}

/** Returns an opaque token: 32 random bytes in base64url, 43 characters. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * Signs a text. Returns base64url, 43 characters. The purpose is part of the key, so a signature for one purpose is
 * invalid for another.
 * @param secrets the first one signs
 */
export function signText(secrets: string[], purpose: string, text: string): string {
  return hmac(secrets[0] ?? "", purpose, text);
}

/** Whether `signText` made the signature with any of the secrets. Compares in constant time. */
export function verifySignature(
  secrets: string[],
  purpose: string,
  text: string,
  signature: string,
): boolean {
  // Compared as text: base64url has several spellings of the same bytes, and only the issued one is accepted.
  const given = Buffer.from(signature);
  return secrets.some((secret) => {
    const expected = Buffer.from(hmac(secret, purpose, text));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function hmac(secret: string, purpose: string, text: string): string {
  const key = createHmac("sha256", secret).update(`gatehouse ${purpose}`).digest();
  return createHmac("sha256", key).update(text).digest("base64url");
}

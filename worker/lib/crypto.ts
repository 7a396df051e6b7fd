import { Buffer } from "node:buffer";
import { createHmac, hash, timingSafeEqual } from "node:crypto";

/** SHA-256 of a text, as lower-case hex. By Node's API, which answers at once: `crypto.subtle` costs a turn of the event loop. */
export function sha256Hex(text: string): string {
  return hash("sha256", text, "hex");
}

/** An opaque token of 32 random bytes, base64url, 43 characters. */
export function newToken(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/**
 * A signature over a text, base64url, 43 characters. The purpose is part of the key: what is signed for one is nothing
 * to another.
 * @param secrets the first one signs
 */
export function signText(secrets: string[], purpose: string, text: string): string {
  return hmac(secrets[0] ?? "", purpose, text);
}

/** Whether `signText` made the signature with any of the secrets. Takes as long for a wrong one as for a near one. */
export function isSignatureOf(
  secrets: string[],
  purpose: string,
  text: string,
  signature: string,
): boolean {
  // As text: base64url has several spellings of the same bytes, and only one of them was given out.
  const given = Buffer.from(signature);
  return secrets.some((secret) => {
    const right = Buffer.from(hmac(secret, purpose, text));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

function hmac(secret: string, purpose: string, text: string): string {
  const key = createHmac("sha256", secret).update(`gatehouse ${purpose}`).digest();
  return createHmac("sha256", key).update(text).digest("base64url");
}

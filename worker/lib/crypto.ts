import { hash } from "node:crypto";

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

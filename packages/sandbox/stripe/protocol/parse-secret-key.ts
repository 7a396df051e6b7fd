import { unauthorizedError, type ApiError } from "./errors.ts";

/**
 * Returns the secret or restricted key of an `Authorization` header: a bearer token, or the user name of basic
 * authentication.
 * @throws ApiError 401 if it is missing or not a test key
 */
export function parseSecretKey(header: string | undefined): string {
  const [scheme = "", value = ""] = (header ?? "").split(" ");
  const key =
    scheme.toLowerCase() === "basic"
      ? (Buffer.from(value, "base64").toString().split(":")[0] ?? "")
      : value;
  if (key === "") {
    throw unauthorizedError(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  if (!/^[sr]k_test_\w+$/.test(key)) {
    throw invalidKeyError(key);
  }
  return key;
}

/** Creates the 401 for a key that does not exist. */
export function invalidKeyError(key: string): ApiError {
  return unauthorizedError(
    `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`,
  );
}

import { unauthorized } from "./errors.ts";

/** The secret key of a request: as a bearer token, or as the user name of basic authentication. */
export function authenticate(header: string | undefined): string {
  const [scheme = "", value = ""] = (header ?? "").split(" ");
  const key =
    scheme.toLowerCase() === "basic"
      ? (Buffer.from(value, "base64").toString().split(":")[0] ?? "")
      : value;
  if (key === "") {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
    );
  }
  if (!/^sk_test_\w+$/.test(key)) {
    throw unauthorized(
      `Invalid API Key provided: ${key.slice(0, 8)}${"*".repeat(8)}${key.slice(-4)}`,
    );
  }
  return key;
}

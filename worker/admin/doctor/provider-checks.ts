import { SECOND } from "../../lib/time.ts";
import type { SignInProvider } from "../../config/sign-in-config.ts";
import { broken, note, ok, warning, type Check } from "./check.ts";

const TIMEOUT_MS = 5 * SECOND;

/** Returns a check that the provider serves a valid discovery document with the expected issuer. */
export function checkProvider(provider: SignInProvider): Check {
  const { id, name, issuer, kind } = provider;
  return {
    id: `provider_${id}`,
    title: `Sign-in: ${name}`,
    async run(ctx) {
      if (kind === "github" && !ctx.config.auth.emailSender)
        return warning(
          "GitHub doesn’t confirm when a user signed in, so GitHub users can’t export or delete their data, change the team or link an account.",
          "Set EMAIL_FROM and EMAIL_API_KEY, so that they can confirm with an emailed link.",
        );
      if (kind === "github") return note("GitHub has no discovery document to check.");
      const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
      const metadata = await fetchMetadata(url);
      if (!metadata)
        return broken(
          `${url} didn’t respond as expected, so nobody can sign in with ${name}.`,
          "Check that the provider is available and that the issuer in the shop’s configuration is correct.",
        );
      if (metadata["issuer"] !== issuer)
        return broken(
          `The provider’s issuer is ${String(metadata["issuer"])}, but the shop expects ${issuer}.`,
          "Set the issuer in the shop’s configuration to the provider’s exact value, then deploy.",
        );
      const missing = ["authorization_endpoint", "token_endpoint", "jwks_uri"].filter(
        (part) => typeof metadata[part] !== "string",
      );
      if (missing.length > 0)
        return broken(
          `The provider’s discovery document is missing ${missing.join(", ")}.`,
          "Contact the provider. Until this is fixed, nobody can sign in.",
        );
      return ok(`${issuer} responds and matches the shop’s configuration.`);
    },
  };
}

/** Never cached, because the check is about the provider's state now. */
async function fetchMetadata(url: string): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? await response.json<Record<string, unknown>>() : null;
  } catch {
    return null;
  }
}

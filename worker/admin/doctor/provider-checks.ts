import { SECOND } from "../../lib/time.ts";
import type { SignInProvider } from "../../config/sign-in-config.ts";
import { ok, type Check, type Finding } from "./check.ts";

const TIMEOUT_MS = 5 * SECOND;

/** Returns a check that the provider serves a valid discovery document with the expected issuer. */
export function checkProvider(provider: SignInProvider): Check {
  const { id, name, issuer, kind } = provider;
  return {
    id: `provider_${id}`,
    title: `Sign-in: ${name}`,
    async run(ctx) {
      if (kind === "github" && !ctx.config.auth.emailSender) {
        return {
          state: "warning",
          message:
            "GitHub never proves when somebody signed in, so its users can't export or delete their data, change the team or link an account.",
          fix: "Set EMAIL_FROM and EMAIL_API_KEY: then they confirm by an emailed link.",
        };
      }
      if (kind === "github")
        return { state: "note", message: "GitHub publishes no document that could be looked at." };
      const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
      const metadata = await fetchMetadata(url);
      if (!metadata) {
        return broken(
          `${url} does not answer as expected, so nobody can sign in with ${name}.`,
          "See whether the provider is up, and whether the issuer in the shop's settings is right.",
        );
      }
      if (metadata["issuer"] !== issuer) {
        return broken(
          `The provider calls itself ${String(metadata["issuer"])}, and the shop expects ${issuer}.`,
          "Write the issuer into the shop's settings exactly as the provider does, and deploy.",
        );
      }
      const missing = ["authorization_endpoint", "token_endpoint", "jwks_uri"].filter(
        (part) => typeof metadata[part] !== "string",
      );
      if (missing.length > 0) {
        return broken(
          `The provider's document names no ${missing.join(", ")}.`,
          "Ask the provider: without it nobody can sign in.",
        );
      }
      return ok(`${issuer} answers, and is who the shop expects.`);
    },
  };
}

const broken = (message: string, fix: string): Finding => ({ state: "broken", message, fix });

/** Never cached, because the check is about the provider's state now. */
async function fetchMetadata(url: string): Promise<Record<string, unknown> | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.ok ? await response.json<Record<string, unknown>>() : null;
  } catch {
    return null;
  }
}

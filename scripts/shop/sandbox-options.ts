import type { SandboxOptions } from "@gatehouse/sandbox";
import { eventTypes } from "../../worker/stripe/event-types.ts";

/**
 * Returns the options of a sandbox for the shop at `appUrl`: its webhook endpoint, with the event types that it asks
 * Stripe for, and its return from the identity provider.
 */
export const shopSandboxOptions = ({
  appUrl,
  webhookSecret,
  oidcClient,
}: {
  appUrl: string;
  webhookSecret: string;
  oidcClient: { id: string; secret: string };
}): Required<Pick<SandboxOptions, "appUrl" | "signInUrl" | "webhook" | "clients">> => ({
  appUrl,
  signInUrl: `${appUrl}/signin`,
  webhook: {
    url: `${appUrl}/api/stripe/webhook`,
    secret: webhookSecret,
    events: [...eventTypes],
  },
  clients: [{ ...oidcClient, redirectUris: [`${appUrl}/api/auth/callback/oidc`] }],
});

import Stripe from "stripe";
import { findPortal } from "../worker/shop/billing/portal-configuration.ts";
import { eventTypes } from "../worker/stripe/event-types.ts";
import {
  createEndpoint,
  findEndpoints,
  removeEndpoints,
  updateEndpoint,
  webhookUrl,
} from "./stripe-endpoint.ts";
import { putPortal } from "./stripe-portal.ts";

/** One thing to do in a Stripe account. */
export type Step = {
  says: string;
  /** @returns the endpoint's new secret, where there is one to tell */
  run(): Promise<string | undefined>;
};

/**
 * What is to be done so that an account serves a shop: its webhook endpoint and its billing portal. The account is only
 * read here; done twice, the second time changes nothing.
 * @param input.origin the shop's scheme and host
 * @param input.replace makes the endpoint anew, with a new secret and the current API version
 * @throws Error where several endpoints have the shop's address: a person has to say which one is in use
 */
export async function planSetup(
  stripe: Stripe,
  input: { origin: string; replace: boolean },
): Promise<Step[]> {
  const endpoint = await planEndpoint(stripe.webhookEndpoints, input);
  const { configurations } = stripe.billingPortal;
  const known = await findPortal(configurations);
  return [
    endpoint,
    {
      says: known
        ? `update the billing portal configuration ${known.id}`
        : "create a billing portal configuration",
      async run() {
        await putPortal(configurations, `${input.origin}/account/billing`);
        return undefined;
      },
    },
  ];
}

async function planEndpoint(
  endpoints: Stripe["webhookEndpoints"],
  input: { origin: string; replace: boolean },
): Promise<Step> {
  const url = webhookUrl(input.origin);
  const [known, ...others] = await findEndpoints(endpoints, url);
  const create = () => createEndpoint(endpoints, url);
  if (!known) return { says: `create a webhook endpoint at ${url}`, run: create };
  if (input.replace) {
    return {
      says: `replace the webhook endpoint at ${url}; its secret changes`,
      async run() {
        await removeEndpoints(endpoints, url);
        return create();
      },
    };
  }
  if (others.length > 0) {
    const ids = [known, ...others].map(({ id }) => id).join(", ");
    throw new Error(
      `${ids} all have ${url}: delete those that are not in use, or run with --replace`,
    );
  }
  return {
    says: `update the webhook endpoint ${known.id} to ${eventTypes.length} events${versionNote(known)}`,
    async run() {
      await updateEndpoint(endpoints, known.id);
      return undefined;
    },
  };
}

/** An endpoint's version is fixed when it is made. */
function versionNote({ api_version: version }: Stripe.WebhookEndpoint): string {
  if (version === Stripe.API_VERSION) return "";
  return `\n  It sends API version ${version ?? "of the account"}, not ${Stripe.API_VERSION}: --replace makes it anew`;
}

import Stripe from "stripe";
import type { Config } from "../config/config.ts";
import type { stripeResources } from "./resources.ts";

/** The official client with the resources that the shop uses: the code of all others is not in the Worker. */
export type StripeClient = Pick<Stripe, (typeof stripeResources)[number] | "rawRequest">;

const TIMEOUT_MS = 15_000;

// One client per isolate: creating one takes longer than everything a signed-in request does besides its database read.
const clients = new WeakMap<Config["stripe"], StripeClient>();

/**
 * Returns the official Stripe client on top of `fetch`. `config.apiUrl` points it at another server with Stripe's API.
 */
export function openStripe(config: Config["stripe"]): StripeClient {
  const known = clients.get(config);
  if (known) return known;
  const client = createClient(config);
  clients.set(config, client);
  return client;
}

function createClient(config: Config["stripe"]): StripeClient {
  const target = config.apiUrl === undefined ? undefined : new URL(config.apiUrl);
  return new Stripe(config.secretKey, {
    httpClient: Stripe.createFetchHttpClient(),
    timeout: TIMEOUT_MS,
    telemetry: false,
    maxNetworkRetries: 2,
    ...(target && {
      host: target.hostname,
      port: target.port || (target.protocol === "https:" ? "443" : "80"),
      protocol: target.protocol === "https:" ? ("https" as const) : ("http" as const),
    }),
  });
}

import Stripe from "stripe";
import type { Config } from "../config.ts";

const TIMEOUT_MS = 15_000;

/** The official client over fetch; `config.apiUrl` points it at another server that speaks Stripe's API. */
export function openStripe(config: Config["stripe"]): Stripe {
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

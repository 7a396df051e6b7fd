import { spawn } from "node:child_process";
import { once } from "node:events";
import Stripe from "stripe";
import { openStripe, type StripeClient } from "../../worker/stripe/client.ts";
import { readCloudflareUrl } from "../deploy/cloudflare-api.ts";
import { runCommand, type CommandRunner } from "../deploy/runner.ts";

/** What the setup reaches outside of this process. Tests point it at stand-ins. */
export type Surroundings = {
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
  runner: CommandRunner;
  /** Where Cloudflare's API is. */
  cloudflareUrl: string;
  openStripe(secretKey: string): StripeClient;
  /** Runs `wrangler login`, which opens a browser and needs the terminal. */
  logIn(): Promise<void>;
};

const TIMEOUT_MS = 15_000;

/** The services themselves. */
export function reachServices(env: NodeJS.ProcessEnv): Surroundings {
  return {
    fetch: (url, init) => fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init }),
    runner: runCommand,
    cloudflareUrl: readCloudflareUrl(env),
    openStripe: (secretKey) => openStripeAt(secretKey, undefined),
    async logIn() {
      await once(spawn("wrangler", ["login"], { stdio: "inherit" }), "exit");
    },
  };
}

/** @param apiUrl where Stripe's API is; undefined for Stripe itself */
export function openStripeAt(secretKey: string, apiUrl: string | undefined): StripeClient {
  return openStripe({
    secretKey,
    mode: secretKey.includes("_live_") ? "live" : "test",
    apiUrl,
    webhookSecrets: [],
    eventPayloadDays: 0,
    eventDays: 0,
  });
}

/** Returns why a request had no answer, without the request's secrets. */
export function describeNetworkError(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) return error.message;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

import { startSandbox, type Sandbox } from "@gatehouse/sandbox";
import { vi } from "vitest";
import { runCommand, type CommandRunner } from "../../deploy/runner.ts";
import { shopSandboxOptions } from "../../shop/sandbox-options.ts";
import { startCloudflareStandIn, type CloudflareStandIn, type StandInOptions } from "./stand-in.ts";

/** The services of a shop that is deployed in a test. */
export type Services = {
  cloudflare: CloudflareStandIn;
  /** Stripe, and the identity provider at `https://id.provider.example/oidc`. */
  sandbox: Sandbox;
  /** Runs commands quietly, where the real URLs lead to the services. */
  runner: CommandRunner;
  stop(): Promise<void>;
};

/**
 * Starts stand-ins for Cloudflare, Stripe and an identity provider, for the shop at `origin`. `fetch` reaches them at
 * their real URLs until they are stopped, and also the shop.
 */
export async function startServices(
  options: StandInOptions & { origin: string; oidcClient: { id: string; secret: string } },
): Promise<Services> {
  const { origin, oidcClient } = options;
  const cloudflare = await startCloudflareStandIn(options);
  const sandbox = await startSandbox({
    publicUrl: "https://id.provider.example",
    ...shopSandboxOptions({ appUrl: origin, webhookSecret: "of another account", oidcClient }),
  });
  cloudflare.addHosts({ "id.provider.example": sandbox.url, "api.stripe.com": sandbox.url });
  vi.stubGlobal("fetch", cloudflare.fetch);
  return {
    cloudflare,
    sandbox,
    runner: (command, args, given = {}) =>
      runCommand(command, args, {
        ...given,
        quiet: true,
        env: { ...cloudflare.env, ...given.env },
      }),
    async stop() {
      vi.unstubAllGlobals();
      await sandbox.stop();
      await cloudflare.close();
    },
  };
}

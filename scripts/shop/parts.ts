import { spawn } from "node:child_process";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { startSandbox, type Sandbox, type SandboxOptions } from "@gatehouse/sandbox";
import { shopSandboxOptions } from "./sandbox-options.ts";

/**
 * Builds what browsers load into `client`, and what the Worker draws pages with into `server`.
 * @param dir the directory of both, relative to the project
 */
export const buildFrontend = (dir = "dist") =>
  run("vite", ["build", "--config", "frontend/vite.config.ts", "--logLevel", "warn"], {
    env: { BUILD_DIR: dir },
  });

/**
 * Bundles the Worker as it is deployed, into `worker`. `wrangler dev` and `wrangler deploy` do it themselves.
 * @param dir the directory of what `buildFrontend` has built, relative to the project
 */
export const buildWorker = (dir: string) =>
  run("vite", ["build", "--config", "scripts/worker-bundle/vite.config.ts", "--logLevel", "warn"], {
    env: { BUILD_DIR: dir },
  });

/**
 * Starts the sandbox of the shop at `appUrl`, with the secrets from `.dev.vars`. Creates that file if it is missing.
 */
export async function startShopSandbox({
  appUrl,
  ...options
}: {
  port: number;
  stateDir: string;
  appUrl: string;
  cron?: SandboxOptions["cron"];
  clockOffsetSeconds?: number;
}): Promise<Sandbox> {
  if (!existsSync(".dev.vars")) copyFileSync(".dev.vars.example", ".dev.vars");
  const secrets = parseEnv(readFileSync(".dev.vars", "utf8"));
  return startSandbox({
    ...options,
    ...shopSandboxOptions({
      appUrl,
      webhookSecret: secrets["STRIPE_WEBHOOK_SECRET"]?.split(",")[0] ?? "",
      oidcClient: { id: "gatehouse", secret: secrets["OIDC_CLIENT_SECRET"] ?? "" },
    }),
  });
}

/** The variables of a Worker that runs at `url` and uses the sandbox. */
export const shopVars = (url: string, sandboxUrl: string) => ({
  AUTH_URL: `${url}/api/auth`,
  OIDC_ISSUER: `${sandboxUrl}/oidc`,
  STRIPE_API_URL: sandboxUrl,
  EMAIL_API_URL: `${sandboxUrl}/mail`,
  DNS_URL: `${sandboxUrl}/dns/query`,
});

/** @throws Error with the command's output if it fails */
async function run(
  command: string,
  args: string[],
  options: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<void> {
  const child = spawn(command, args, {
    stdio: ["ignore", options.quiet ? "pipe" : "inherit", options.quiet ? "pipe" : "inherit"],
    // Makes a production build even if a test runner has set NODE_ENV.
    env: { ...process.env, CI: "1", NODE_ENV: "production", ...options.env },
  });
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (output += chunk));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0)
    throw new Error(`${command} ${args.join(" ")} exited with code ${code}\n${output}`);
}

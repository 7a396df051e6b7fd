import { createHmac, randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { experimental_readRawConfig } from "wrangler";
import { buildWorker } from "../../packages/sandbox/build/build-worker.ts";
import { getDeployConfigPath, type WranglerConfig } from "../deploy/config.ts";
import { deployVersion, tryVersion } from "../deploy/deploy-version.ts";
import { readRevision } from "../deploy/revision.ts";
import type { CommandRunner } from "../deploy/runner.ts";
import { shopSandboxOptions } from "../shop/sandbox-options.ts";

const committedConfig = "packages/sandbox/worker/wrangler.toml";
/** A preview's sandbox has one world. Nobody has to guess its id: what controls it needs its key. */
const worldId = "preview";
const clientId = "gatehouse";
/** The scheduled jobs of a preview use its world every five minutes, so it is deleted long after the preview. */
const keepForSeconds = 30 * 86_400;

const timeoutMs = 300_000;
const retryMs = 2_000;

/** What a shop needs to know of its world. */
export type World = { url: string; issuer: string; secretKey: string };

type Surroundings = {
  fetch(url: string, init: RequestInit): Promise<Response>;
  now(): number;
  sleep(milliseconds: number): Promise<unknown>;
};

const realSurroundings: Surroundings = {
  fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(retryMs * 5) }),
  now: Date.now,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Returns the name of the Worker that is the sandbox of a preview. */
export const getSandboxName = (previewName: string): string => `${previewName}-sandbox`;

/**
 * Returns the secrets that a shop shares with its world. They come from the world's key, so that each deployment has the same
 * ones, and a running preview stays connected while the next one is deployed.
 */
export function deriveSecrets({ secretKey }: World): { webhook: string; oidcClient: string } {
  const derive = (purpose: string) =>
    createHmac("sha256", secretKey).update(purpose).digest("base64url");
  return { webhook: `whsec_${derive("webhook")}`, oidcClient: derive("oidc-client") };
}

/** Returns the world of a dry run, which creates none. */
export const getDryRunWorld = (sandboxOrigin: string): World => ({
  url: `${sandboxOrigin}/${worldId}`,
  issuer: `${sandboxOrigin}/${worldId}/oidc`,
  secretKey: `sk_test_sandbox_${worldId}_${randomBytes(16).toString("hex")}`,
});

/** Bundles the sandbox, and lets wrangler read its configuration, without an account. */
export async function trySandbox(runner: CommandRunner, name: string): Promise<void> {
  await buildWorker();
  await tryVersion(runner, writeSandboxConfig(name));
}

/**
 * Deploys the sandbox of a preview, and creates its world or keeps the one that is there.
 * @param input.name the name of the sandbox's Worker
 * @throws Error if it cannot be deployed, or does not answer within five minutes
 */
export async function deploySandbox(
  runner: CommandRunner,
  input: { name: string; sandboxOrigin: string; shopOrigin: string },
  surroundings?: Surroundings,
): Promise<World> {
  const { name, sandboxOrigin, shopOrigin } = input;
  await buildWorker();
  // A new one for each deployment: nothing else creates worlds, and nobody has to keep it.
  const createKey = randomBytes(32).toString("base64url");
  await deployVersion(runner, {
    configPath: writeSandboxConfig(name),
    secrets: { CREATE_KEY: createKey },
    revision: readRevision(),
  });
  return openWorld({ sandboxOrigin, shopOrigin, createKey }, surroundings);
}

/** Creates the world of a shop, or changes its options. Waits until the deployed sandbox answers with the new key. */
export async function openWorld(
  at: { sandboxOrigin: string; shopOrigin: string; createKey: string },
  { fetch: send, now, sleep }: Surroundings = realSurroundings,
): Promise<World> {
  const deadline = now() + timeoutMs;
  const put = async (options: object): Promise<World> => {
    const url = `${at.sandboxOrigin}/worlds/${worldId}`;
    const headers = { authorization: `Bearer ${at.createKey}` };
    const body = JSON.stringify({ ...options, keepForSeconds });
    for (;;) {
      const problem = await send(url, { method: "PUT", headers, body }).then(
        async (response) =>
          response.ok ? response : `${response.status} ${await response.text()}`,
        String,
      );
      if (typeof problem !== "string") return (await problem.json()) as World;
      if (now() > deadline)
        throw new Error(`The sandbox is deployed, but ${url} does not answer: ${problem}`);
      await sleep(retryMs);
    }
  };
  const world = await put({});
  const secrets = deriveSecrets(world);
  return put(
    shopSandboxOptions({
      appUrl: at.shopOrigin,
      webhookSecret: secrets.webhook,
      oidcClient: { id: clientId, secret: secrets.oidcClient },
    }),
  );
}

function writeSandboxConfig(name: string): string {
  const { rawConfig } = experimental_readRawConfig({ config: committedConfig });
  const path = getDeployConfigPath(name);
  const main = join("..", "..", dirname(committedConfig), (rawConfig as WranglerConfig).main ?? "");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    `${JSON.stringify({ ...rawConfig, name, main, workers_dev: true }, null, 2)}\n`,
  );
  return path;
}

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import type { TestProject } from "vitest/node";
import { packClient } from "../../packages/client/testing/pack-client.ts";
import { findChromium } from "../../scripts/test/find-chromium.ts";
import { buildFrontend, buildWorker } from "../../scripts/shop/parts.ts";
import { createStates } from "./states.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The WebSocket URL of the Chromium that all journeys share. */
    chromiumEndpoint: string;
    /** The directory with the builds and the initial states. */
    e2eDir: string;
    /** The directory with the state of every shop, in memory where `npm test` has found some. */
    shopsDir: string;
  }
}

/** Not `dist`: other commands build and serve that. */
const E2E_DIR = ".wrangler/e2e";

/** Runs once before all journeys: builds the shop, creates the initial states of their shops, and starts Chromium. */
export default async function setup(project: TestProject) {
  // Turns off wrangler's network requests and the recording for its own pages. The shop needs neither.
  process.env["WRANGLER_LOG"] = "error";
  process.env["CLOUDFLARE_CF_FETCH_ENABLED"] = "false";
  process.env["X_LOCAL_EXPLORER"] = "false";
  process.env["X_LOCAL_OBSERVABILITY"] = "false";
  const dir = join(project.config.root, E2E_DIR);
  rmSync(dir, { recursive: true, force: true });
  const [browser, client] = await Promise.all([
    startChromium(),
    packClient(),
    provideBuild(dir),
    createStates(dir),
  ]);
  project.provide("chromiumEndpoint", browser.wsEndpoint());
  project.provide("e2eDir", dir);
  const shopsDir = mkdtempSync(join(tmpdir(), "gatehouse-journeys-"));
  project.provide("shopsDir", shopsDir);
  project.provide("clientTarball", client.tarball);
  return async () => {
    client.remove();
    await browser.close();
    rmSync(shopsDir, { recursive: true, force: true });
  };
}

/** Copies what the checks of this run have built, which `E2E_BUILD` names, or builds the shop. */
async function provideBuild(dir: string): Promise<void> {
  const built = process.env["E2E_BUILD"];
  if (!built) return buildFrontend(E2E_DIR).then(() => buildWorker(E2E_DIR));
  for (const part of ["client", "worker"])
    cpSync(join(built, part), join(dir, part), { recursive: true });
}

/** The features that Playwright disables, and those that start two more processes per page. */
const UNUSED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "SpareRendererForSitePerProcess",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
];

async function startChromium() {
  return chromium.launchServer({
    executablePath: await findChromium(),
    args: [
      `--disable-features=${UNUSED_FEATURES.join(",")}`,
      "--no-sandbox",
      "--disable-background-networking",
      "--disable-component-update",
      // The local certificates are self-signed.
      "--ignore-certificate-errors",
    ],
  });
}

import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { packClient } from "../../packages/client/testing/pack-client.ts";
import { findChromium } from "../../scripts/test/find-chromium.ts";
import { buildFrontend, buildWorker } from "../../scripts/shop/parts.ts";
import { createStates } from "./states.ts";

declare module "vitest" {
  interface ProvidedContext {
    chromiumPath: string;
    /** The directory with the builds and the initial states. */
    e2eDir: string;
    /** The directory with the state of every shop, in memory where `npm test` has found some. */
    shopsDir: string;
  }
}

/** Not `dist`: other commands build and serve that. */
const E2E_DIR = ".wrangler/e2e";

/** Runs once before all journeys: builds the shop, and creates the initial states of their shops. */
export default async function setup(project: TestProject) {
  // Turns off wrangler's network requests and the recording for its own pages. The shop needs neither.
  process.env["WRANGLER_LOG"] = "error";
  process.env["CLOUDFLARE_CF_FETCH_ENABLED"] = "false";
  process.env["X_LOCAL_EXPLORER"] = "false";
  process.env["X_LOCAL_OBSERVABILITY"] = "false";
  const dir = join(project.config.root, E2E_DIR);
  rmSync(dir, { recursive: true, force: true });
  const [chromiumPath, client] = await Promise.all([
    findChromium(),
    packClient(),
    provideBuild(dir),
    createStates(dir),
  ]);
  project.provide("chromiumPath", chromiumPath);
  project.provide("e2eDir", dir);
  const shopsDir = mkdtempSync(join(tmpdir(), "gatehouse-journeys-"));
  project.provide("shopsDir", shopsDir);
  project.provide("clientTarball", client.tarball);
  return async () => {
    client.remove();
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

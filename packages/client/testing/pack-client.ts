import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The path of the packed client: the file that npm would publish. */
    clientTarball: string;
  }
}

const packageDir = fileURLToPath(new URL("..", import.meta.url));

/** Builds and packs the client once for all tests. */
export default async function setup(project: TestProject) {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-client-"));
  const { stdout } = await promisify(execFile)(
    "npm",
    ["pack", "--json", "--silent", "--offline", "--pack-destination", dir],
    { cwd: packageDir },
  );
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  project.provide("clientTarball", join(dir, packed.filename));
  return () => rmSync(dir, { recursive: true });
}

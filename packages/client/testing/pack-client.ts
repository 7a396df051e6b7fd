import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
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

const run = promisify(execFile);
const packageDir = fileURLToPath(new URL("..", import.meta.url));

/** Provides the packed client to all tests of the package. */
export default async function setup(project: TestProject) {
  const { tarball, remove } = await packClient();
  project.provide("clientTarball", tarball);
  return remove;
}

/**
 * Builds the client and packs it as npm would publish it. It happens in a new folder, because several test projects do
 * this at the same time.
 */
export async function packClient(): Promise<{ tarball: string; remove: () => void }> {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-client-"));
  for (const file of ["package.json", "README.md", "LICENSE"])
    copyFileSync(join(packageDir, file), join(dir, file));
  const typescript = join(packageDir, "../../node_modules/typescript/bin/tsc");
  const build = ["-p", "tsconfig.build.json", "--outDir", join(dir, "dist")];
  await run(process.execPath, [typescript, ...build], { cwd: packageDir });
  const options = ["--json", "--silent", "--offline", "--ignore-scripts"];
  const { stdout } = await run("npm", ["pack", ...options], { cwd: dir });
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  return { tarball: join(dir, packed.filename), remove: () => rmSync(dir, { recursive: true }) };
}

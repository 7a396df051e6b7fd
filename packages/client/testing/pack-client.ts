import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
 * Writes the client as npm publishes it.
 * @param dir an existing folder
 * @param extra fields for the manifest, such as the repository that provenance names
 */
export async function buildClient(dir: string, extra: object = {}): Promise<void> {
  for (const file of ["README.md", "LICENSE"])
    copyFileSync(join(packageDir, file), join(dir, file));
  const manifest = JSON.parse(readFileSync(join(packageDir, "package.json"), "utf8")) as object;
  writeFileSync(
    join(dir, "package.json"),
    `${JSON.stringify({ ...manifest, ...extra }, null, 2)}\n`,
  );
  const typescript = join(packageDir, "../../node_modules/typescript/bin/tsc");
  const build = ["-p", "tsconfig.build.json", "--outDir", join(dir, "dist")];
  await run(process.execPath, [typescript, ...build], { cwd: packageDir });
}

/** Builds and packs the client in a new folder, because several test projects do this at the same time. */
export async function packClient(): Promise<{ tarball: string; remove: () => void }> {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-client-"));
  await buildClient(dir);
  const options = ["--json", "--silent", "--offline", "--ignore-scripts"];
  const { stdout } = await run("npm", ["pack", ...options], { cwd: dir });
  const [packed] = JSON.parse(stdout) as [{ filename: string }];
  return { tarball: join(dir, packed.filename), remove: () => rmSync(dir, { recursive: true }) };
}

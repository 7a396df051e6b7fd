import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/**
 * Creates an app outside of the workspace that has installed the packed client and some other packages, without a
 * network: npm would put the same files there.
 * @returns the app's folder
 */
export function createAppWithClient(tarball: string, packages: string[]): string {
  const dir = mkdtempSync(join(tmpdir(), "gatehouse-app-"));
  const clientDir = join(dir, "node_modules", "@gatehouse", "client");
  mkdirSync(clientDir, { recursive: true });
  execFileSync("tar", ["-xzf", tarball, "-C", clientDir, "--strip-components=1"]);
  for (const name of [
    "jose",
    "openapi-fetch",
    "openapi-typescript-helpers",
    "standardwebhooks",
    ...packages,
  ]) {
    const link = join(dir, "node_modules", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(modules, name), link);
  }
  writeFileSync(join(dir, "package.json"), JSON.stringify({ type: "module", private: true }));
  return dir;
}

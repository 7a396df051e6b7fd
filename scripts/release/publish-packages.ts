import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";

/** A package of the workspace that npm publishes. `build` writes it into a folder, with more fields for its manifest. */
export interface PublishedPackage {
  folder: string;
  build(dir: string, extra: object): Promise<void>;
}

/**
 * Publishes each package whose version npm doesn't have yet, with provenance: npm shows which commit and workflow it was
 * built from, and refuses one that names another repository than the workflow's.
 * @param env the variables of a GitHub workflow; npm reads its token by itself
 * @param options.isDryRun builds and asks npm to say what it would publish
 * @returns what was published, as `name@version`
 * @throws Error if npm refuses
 */
export async function publishPackages(
  run: CommandRunner,
  env: Record<string, string | undefined>,
  packages: PublishedPackage[],
  { isDryRun }: { isDryRun: boolean },
): Promise<string[]> {
  const { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: server } = env;
  if (!isDryRun && (!repository || !server))
    throw new Error("Packages are published by the workflow packages.yml. Here, add --dry-run.");
  const published: string[] = [];
  for (const { folder, build } of packages) {
    const dir = mkdtempSync(join(tmpdir(), "gatehouse-publish-"));
    try {
      await build(dir, {
        ...(repository && {
          repository: {
            type: "git",
            url: `git+${server}/${repository}.git`,
            directory: folder,
          },
        }),
      });
      const { name, version } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8")) as {
        name: string;
        version: string;
      };
      if (await isPublished(run, `${name}@${version}`)) continue;
      const flags = isDryRun ? ["--dry-run"] : ["--provenance"];
      // Its own scripts would build it in the repository.
      const options = ["--access", "public", "--ignore-scripts", ...flags];
      await runOrThrow(run, "npm", ["publish", dir, ...options]);
      published.push(`${name}@${version}`);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  }
  return published;
}

/** @throws Error if npm answers anything but a version or that there is none */
async function isPublished(run: CommandRunner, version: string): Promise<boolean> {
  const { code, stdout, output } = await run("npm", ["view", version, "version", "--json"], {
    quiet: true,
  });
  if (code === 0) return stdout.trim() !== "";
  if (output.includes("E404")) return false;
  throw new Error(`npm view ${version} failed\n${output.trim()}`);
}

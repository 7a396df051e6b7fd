import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CommandRunner } from "../deploy/runner.ts";
import { publishPackages, type PublishedPackage } from "./publish-packages.ts";

const github = { GITHUB_REPOSITORY: "tide/gatehouse", GITHUB_SERVER_URL: "https://github.com" };

/** A package of which only the manifest is built. */
const makePackage = (name: string): PublishedPackage => ({
  folder: `packages/${name}`,
  build: async (dir, extra) =>
    writeFileSync(
      join(dir, "package.json"),
      JSON.stringify({ name: `@gatehouse/${name}`, version: "1.2.0", ...extra }),
    ),
});
const packages = [makePackage("client"), makePackage("sandbox")];

/** Stands in for npm, which knows these versions. Keeps the manifests that it was told to publish. */
function createNpm(known: string[], failure = "E404 not found") {
  const calls: string[][] = [];
  const manifests: { name: string; repository?: object }[] = [];
  const run: CommandRunner = async (command, args) => {
    expect(command).toBe("npm");
    if (args[0] === "publish") {
      calls.push(args.slice(2));
      manifests.push(JSON.parse(readFileSync(join(args[1]!, "package.json"), "utf8")));
      return { code: 0, stdout: "", output: "" };
    }
    const isKnown = known.includes(args[1]!);
    return isKnown
      ? { code: 0, stdout: '"1.2.0"\n', output: "" }
      : { code: 1, stdout: "", output: `npm error ${failure}` };
  };
  return { run, calls, manifests };
}

test("a version that npm doesn't have is published with provenance and its repository", async () => {
  const npm = createNpm(["@gatehouse/client@1.2.0"]);
  expect(await publishPackages(npm.run, github, packages, { isDryRun: false })).toEqual([
    "@gatehouse/sandbox@1.2.0",
  ]);
  expect(npm.calls).toEqual([["--access", "public", "--ignore-scripts", "--provenance"]]);
  expect(npm.manifests).toMatchObject([
    {
      name: "@gatehouse/sandbox",
      repository: {
        url: "git+https://github.com/tide/gatehouse.git",
        directory: "packages/sandbox",
      },
    },
  ]);
});

test("nothing is published while npm cannot say what it has", async () => {
  const npm = createNpm([], "E500 try again later");
  await expect(publishPackages(npm.run, github, packages, { isDryRun: false })).rejects.toThrow(
    "E500",
  );
  expect(npm.calls).toEqual([]);
});

test("outside of the workflow, packages are published only as a dry run", async () => {
  const npm = createNpm([]);
  await expect(publishPackages(npm.run, {}, packages, { isDryRun: false })).rejects.toThrow(
    "packages.yml",
  );
  expect(await publishPackages(npm.run, {}, packages, { isDryRun: true })).toHaveLength(2);
  expect(npm.calls[0]).toEqual(["--access", "public", "--ignore-scripts", "--dry-run"]);
});

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runOrThrow, type CommandRunner } from "../../deploy/runner.ts";
import { compareVersions, listVersions } from "../../release/versions.ts";

/** The documents of one version, which are a site of their own below one path. */
export type Edition = {
  /** What the menu calls it. */
  label: string;
  /** The path at which it is: empty for the newest, `/v0.1` for the documents of 0.1.0. */
  base: string;
  /** The tag of the release. Missing for the files as they are. */
  tag?: string;
};

/** The label of the newest documents, if something was changed since the last release. */
const UNRELEASED = "unreleased";

/** What a clone says about its releases. */
export type Releases = {
  /** The version of `package.json`. */
  version: string;
  changelog: string;
  tags: string[];
  /** The tags of the commit that is checked out. */
  tagsHere: string[];
};

/** Reads what this clone says about its releases. Without Git, it has no tags. */
export function readReleases(): Releases {
  const listTags = (...options: string[]) => {
    const { stdout } = spawnSync("git", ["tag", "--list", "v*", ...options], { encoding: "utf8" });
    return ((stdout as string | null) ?? "").split("\n").filter(Boolean);
  };
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  return {
    version,
    changelog: readFileSync("CHANGELOG.md", "utf8"),
    tags: listTags(),
    tagsHere: listTags("--points-at", "HEAD"),
  };
}

/**
 * Returns the editions of the site: the files as they are, and then the newest release of each minor version, newest
 * first.
 * @returns also the releases of the changelog whose tags this clone lacks
 */
export function listEditions({ version, changelog, tags, tagsHere }: Releases): {
  editions: [Edition, ...Edition[]];
  missing: string[];
} {
  const isReleased = tagsHere.includes(`v${version}`);
  const versions = listVersions(tags).filter(
    (each) => compareVersions(each, version) < (isReleased ? 0 : 1),
  );
  const byMinor = new Map(versions.map((each) => [minorOf(each), each]));
  // What is read as it is, is the newest of its minor version.
  if (isReleased) byMinor.delete(minorOf(version));
  const older = [...byMinor].map(([minor, each]): Edition => {
    return { label: each, base: `/v${minor}`, tag: `v${each}` };
  });
  const label = older.some((each) => each.label === version) ? UNRELEASED : version;
  const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, each]) => each!);
  return {
    editions: [{ label, base: "" }, ...older.toReversed()],
    missing: released.filter((each) => !tags.includes(`v${each}`)),
  };
}

/** Writes the files of a tag into a folder. */
export async function extractTag(runner: CommandRunner, tag: string, folder: string) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, "files.tar");
  const quiet = { quiet: true };
  await runOrThrow(runner, "git", ["archive", "--format=tar", "-o", archive, tag], quiet);
  await runOrThrow(runner, "tar", ["-xf", archive, "-C", folder], quiet);
  rmSync(archive);
}

const minorOf = (version: string) => version.split(".").slice(0, 2).join(".");

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import { listNeededActions, readReleases } from "./changelog.ts";
import { getNewestMigration, hashOf, readMigrations, readRecords } from "./record.ts";

/** What a release says about itself, in `manifest.json`. Shops read it to learn of a newer version. */
export type ReleaseManifest = {
  version: string;
  /** As in 2026-11-26. */
  date: string;
  /** The commit that the shop was built from, in hex. */
  commit: string;
  /** The number of the newest migration. */
  newestMigration: number;
  upgradableFrom: string;
  /** What the owner has to do, one sentence or more each. Mostly empty. */
  needsAction: string[];
  /** The changelog's section, in Markdown. */
  notes: string;
  /** The SHA-256 of each file, in hex. */
  files: Record<string, string>;
};

/** What is in the archive: the built shop, and what `wrangler` needs to migrate and deploy it. */
const CONTENTS = [
  "dist/client",
  "dist/worker",
  "worker/db/migrations",
  "wrangler.toml",
  "package.json",
  "CHANGELOG.md",
  "LICENSE",
];

/**
 * Writes what a release offers to download: the built shop, its manifest, and checksums.
 * @param release.root the folder of the repository, with a built shop
 * @param release.tag as in v1.2.0
 * @param release.dir where to write, anew
 * @throws Error if the tag, the package, the changelog and the record do not agree
 */
export async function writeAssets(
  runner: CommandRunner,
  release: { root: string; tag: string; commit: string; dir: string },
): Promise<ReleaseManifest> {
  const { root, tag, commit, dir } = release;
  const described = describeRelease(root, tag);
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const archive = `gatehouse-${described.version}.tar.gz`;
  await runOrThrow(runner, "tar", ["-czf", join(dir, archive), "-C", root, ...CONTENTS]);
  const manifest = { ...described, commit, files: { [archive]: hashFile(join(dir, archive)) } };
  writeFileSync(join(dir, "manifest.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const sums = [archive, "manifest.json"].map((name) => `${hashFile(join(dir, name))}  ${name}\n`);
  writeFileSync(join(dir, "SHA256SUMS"), sums.join(""));
  return manifest;
}

/** Reads what the repository says about the release of a tag. @throws Error if it says different things */
export function describeRelease(
  root: string,
  tag: string,
): Omit<ReleaseManifest, "commit" | "files"> {
  const version = tag.replace(/^v/, "");
  const packageJson = readFileSync(join(root, "package.json"), "utf8");
  const current = (JSON.parse(packageJson) as { version: string }).version;
  const worker = readFileSync(join(root, "worker/lib/version.ts"), "utf8");
  const [section] = readReleases(readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  const record = readRecords(root).at(-1);
  const differing = [
    ["package.json has version", current],
    ["worker/lib/version.ts has", /VERSION = "(.+)"/.exec(worker)?.[1]],
    ["the newest section of CHANGELOG.md is of", section?.version],
    ["the newest record in releases/ is of", record?.version],
  ].filter(([, found]) => found !== version);
  if (!section || !record || differing.length > 0)
    throw new Error(
      `The tag is ${tag}, but ${differing.map((each) => each.join(" ")).join(", and ")}. \`npm run release -- prepare ${version}\` writes all of them; tag its commit.`,
    );
  const recorded = Object.entries(record.migrations).map((each) => each.join(" "));
  const found = readMigrations(root).map(({ name, sql }) => `${name} ${hashOf(sql)}`);
  if (recorded.join() !== found.join())
    throw new Error(`Migrations were added or edited after release ${version} was prepared.`);
  return {
    version,
    date: section.date,
    newestMigration: Number.parseInt(getNewestMigration(record), 10),
    upgradableFrom: record.upgradableFrom,
    needsAction: listNeededActions(section.text),
    notes: section.text,
  };
}

const hashFile = (path: string): string =>
  createHash("sha256").update(readFileSync(path)).digest("hex");

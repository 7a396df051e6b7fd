import { basename } from "node:path";
import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import { getRecordPath, type Migration, type ReleaseRecord } from "../release/record.ts";
import { listVersions } from "../release/versions.ts";

/** A clone of the shop's repository, with the releases of its remote. */
export type Repository = {
  /** Fetches the tags of releases. @returns their versions, the oldest first */
  fetchVersions(): Promise<string[]>;
  /** Reads a release's record. Undefined for a release that has none. */
  readRecord(version: string): Promise<ReleaseRecord | undefined>;
  readChangelog(version: string): Promise<string>;
  /** Reads those migrations of a release whose names are not known, in order. */
  readMigrations(version: string, known: ReadonlySet<string>): Promise<Migration[]>;
  readHead(): Promise<string>;
  /** Says what keeps a release from being merged, and what to do; undefined if nothing does. */
  findDrift(version: string): Promise<string | undefined>;
  /** Merges a release into the branch that is checked out. @returns the new commit */
  merge(version: string): Promise<string>;
  /** Goes back to a commit, if the branch is where the upgrade left it. */
  goBack(input: { from: string; to: string }): Promise<void>;
};

/**
 * Opens the clone in the working directory.
 * @param remote where releases come from
 */
export function openRepository(runner: CommandRunner, remote = "origin"): Repository {
  const git = async (...args: string[]) =>
    (await runOrThrow(runner, "git", args, { quiet: true })).stdout.trim();
  const tryGit = (...args: string[]) => runner("git", args, { quiet: true });
  const tagOf = (version: string) => `refs/tags/v${version}`;
  const show = (version: string, path: string) => git("show", `${tagOf(version)}:${path}`);

  return {
    async fetchVersions() {
      await git("fetch", "--quiet", "--tags", remote);
      return listVersions((await git("tag", "--list", "v*")).split("\n"));
    },
    async readRecord(version) {
      const { code, stdout } = await tryGit("show", `${tagOf(version)}:${getRecordPath(version)}`);
      return code === 0 ? (JSON.parse(stdout) as ReleaseRecord) : undefined;
    },
    readChangelog: (version) => show(version, "CHANGELOG.md"),
    async readMigrations(version, known) {
      const paths = await git("ls-tree", "--name-only", tagOf(version), "worker/db/migrations/");
      const wanted = paths
        .split("\n")
        .filter((path) => path.endsWith(".sql") && !known.has(basename(path)));
      return Promise.all(
        wanted.map(async (path) => ({ name: basename(path), sql: await show(version, path) })),
      );
    },
    readHead: () => git("rev-parse", "HEAD"),
    async findDrift(version) {
      const changed = await git("status", "--porcelain", "--untracked-files=no");
      if (changed !== "")
        return `These files have changes that are not committed:\n${changed}\nCommit them, or undo them: git restore FILE`;
      const isAhead = await tryGit("merge-base", "--is-ancestor", tagOf(version), "HEAD");
      const isBehind = await tryGit("merge-base", "--is-ancestor", "HEAD", tagOf(version));
      if (isAhead.code === 0 || isBehind.code === 0) return undefined;
      if ((await tryGit("merge-base", "HEAD", tagOf(version))).code !== 0)
        return "This clone has no history in common with the release. A shallow clone gets it by: git fetch --unshallow";
      const merged = await tryGit(
        "merge-tree",
        "--write-tree",
        "--name-only",
        "HEAD",
        tagOf(version),
      );
      if (merged.code === 0) return undefined;
      const [, ...files] = (merged.stdout.split("\n\n")[0] ?? "").trim().split("\n");
      return `Your own commits change what the release changes, too:\n${files.map((file) => `  ${file}`).join("\n")}\nMerge it yourself (git merge v${version}), resolve the conflicts, commit, and run this again.`;
    },
    async merge(version) {
      const isAhead = await tryGit("merge-base", "--is-ancestor", tagOf(version), "HEAD");
      if (isAhead.code !== 0)
        await git("merge", "--quiet", "--no-edit", "-m", `Upgrade to ${version}`, tagOf(version));
      return git("rev-parse", "HEAD");
    },
    async goBack({ from, to }) {
      const head = await git("rev-parse", "HEAD");
      if (head === to) return;
      if (head !== from)
        throw new Error(
          `The branch is at ${head.slice(0, 8)}, not where the upgrade left it. To go back: git reset --keep ${to}`,
        );
      await git("reset", "--quiet", "--keep", to);
    },
  };
}

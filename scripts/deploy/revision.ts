import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Cloudflare's limits for what is noted with a version. */
const MAX_TAG_LENGTH = 25;
const MAX_MESSAGE_LENGTH = 100;

/** What is deployed: the release, and the commit if this is a Git repository. */
export type Revision = {
  /** The release, as in `0.1.0`. */
  version: string;
  /** The commit in full; undefined outside a repository. */
  commit: string | undefined;
  /** What Cloudflare notes with the deployed version. */
  tag: string;
  message: string;
};

/** Reads which release and which commit is in the working directory. */
export function readRevision(): Revision {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  return describeRevision(version, readCommit());
}

/** @param commit the commit in full */
export function describeRevision(version: string, commit: string | undefined): Revision {
  const short = commit?.slice(0, 8);
  return {
    version,
    commit,
    tag: (short ? `${version}-${short}` : version).slice(0, MAX_TAG_LENGTH),
    message: `Gatehouse ${version}${short ? `, commit ${short}` : ""}`.slice(0, MAX_MESSAGE_LENGTH),
  };
}

function readCommit(): string | undefined {
  const { status, stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

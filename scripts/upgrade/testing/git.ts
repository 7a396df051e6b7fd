import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandRunner } from "../../deploy/runner.ts";

const identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];

/** Runs git in a folder. @throws Error if it fails */
export const runGit = (folder: string, ...args: string[]): string =>
  execFileSync("git", [...identity, "-C", folder, ...args], { encoding: "utf8" }).trim();

/** Writes files of a repository, by their paths, and commits everything. */
export function commitFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  runGit(folder, "add", "-A");
  runGit(folder, "commit", "-qm", "change");
}

/** Returns a runner of git in a folder, which prints nothing. */
export const toGitRunner =
  (folder: string): CommandRunner =>
  async (_, args, options = {}) => {
    const env = { ...process.env, ...options.env };
    const run = spawnSync("git", [...identity, "-C", folder, ...args], { encoding: "utf8", env });
    return { code: run.status ?? 1, stdout: run.stdout, output: run.stdout + run.stderr };
  };

import { spawnSync } from "node:child_process";

/**
 * Returns where this copy of the repository can be read: `DOCS_REPOSITORY`, else the repository of the workflow, else
 * the remote of this clone. Undefined if nobody else can read it.
 */
export function findRepository(
  environment: Record<string, string | undefined> = process.env,
  remote = readRemote(),
): string | undefined {
  const { DOCS_REPOSITORY, GITHUB_REPOSITORY, GITHUB_SERVER_URL } = environment;
  if (DOCS_REPOSITORY) return DOCS_REPOSITORY.replace(/\/$/, "");
  if (GITHUB_REPOSITORY) return `${GITHUB_SERVER_URL ?? "https://github.com"}/${GITHUB_REPOSITORY}`;
  const [, host, path] =
    /^(?:https:\/\/(?:[^@/]+@)?|git@|ssh:\/\/git@)([\w.-]+)[:/](.+?)(?:\.git)?\/?$/.exec(remote) ??
    [];
  return host && path ? `https://${host}/${path}` : undefined;
}

function readRemote(): string {
  const { stdout } = spawnSync("git", ["remote", "get-url", "origin"], { encoding: "utf8" });
  // Null without Git, as in an archive of the repository.
  return (stdout as string | null)?.trim() ?? "";
}

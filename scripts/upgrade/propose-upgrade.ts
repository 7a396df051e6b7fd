import { runOrThrow, type CommandRunner } from "../deploy/runner.ts";
import type { GitHubClient } from "../preview/pull-request.ts";
import { listNeededActions, readReleases } from "../release/changelog.ts";
import type { ReleaseRecord } from "../release/record.ts";
import { compareVersions } from "../release/versions.ts";
import { planUpgrade } from "./plan.ts";
import type { Repository } from "./repository.ts";

/** GitHub refuses longer texts. */
const MAX_BODY_LENGTH = 60_000;

/**
 * Opens a pull request with the newest release that this copy can be upgraded to, unless there was one for it. Its
 * branch is the release itself, so GitHub shows what conflicts with the copy's own commits.
 * @param input.copy the URL of the copy, and a token that may push to it
 * @param input.current the release that the copy is
 * @param input.base the branch that the pull request is for
 * @returns what was done, in a sentence
 */
export async function proposeUpgrade(input: {
  runner: CommandRunner;
  repository: Repository;
  github: GitHubClient;
  copy: { url: string; token: string };
  base: string;
  current: string;
}): Promise<string> {
  const { runner, repository, github, copy, base, current } = input;
  const versions = await repository.fetchVersions();
  const found = await Promise.all(versions.map((version) => repository.readRecord(version)));
  const records = found.filter((record): record is ReleaseRecord => record !== undefined);
  const plan = planUpgrade({ current, records });
  if (plan.kind !== "upgrade")
    return plan.kind === "current" ? `${current} is the newest release.` : plan.reason;
  const branch = `upgrade/${plan.to}`;
  const head = encodeURIComponent(`${github.owner}:${branch}`);
  const existing = await github.request<unknown[]>("GET", `/pulls?state=all&head=${head}`);
  if (existing.length > 0) return `There is a pull request for ${plan.to} already.`;
  const refs = `refs/tags/v${plan.to}^{commit}:refs/heads/${branch}`;
  // In variables, because arguments are printed.
  const credentials = Buffer.from(`x-access-token:${copy.token}`).toString("base64");
  await runOrThrow(runner, "git", ["push", "--force", "--quiet", copy.url, refs], {
    env: {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "http.extraHeader",
      GIT_CONFIG_VALUE_0: `Authorization: Basic ${credentials}`,
    },
  });
  const { html_url: url } = await github.request<{ html_url: string }>("POST", "/pulls", {
    title: `Upgrade to ${plan.to}`,
    head: branch,
    base,
    body: (await describe(repository, current, plan.to)).slice(0, MAX_BODY_LENGTH),
  });
  return `Opened ${url}`;
}

/** Writes the text of the pull request: what needs an action, what the database gets, and the notes. */
async function describe(repository: Repository, from: string, to: string): Promise<string> {
  const releases = readReleases(await repository.readChangelog(to)).filter(
    ({ version }) => compareVersions(version, from) > 0 && compareVersions(version, to) <= 0,
  );
  const actions = releases.flatMap(({ text }) => listNeededActions(text));
  const known = Object.keys((await repository.readRecord(from))?.migrations ?? {});
  const added = await repository.readMigrations(to, new Set(known));
  return [
    `From ${from} to ${to}. Merging it deploys it, if this repository deploys from GitHub; else merge it and run \`npm run upgrade\`.`,
    ...(actions.length > 0
      ? ["## Needs action first", actions.map((action) => `- [ ] ${action}`).join("\n")]
      : []),
    "## Changes of the database",
    added.length === 0
      ? "None."
      : added.map(({ name, sql }) => `${name}\n\n\`\`\`sql\n${sql.trim()}\n\`\`\``).join("\n\n"),
    ...releases.map(({ version, date, text }) => `## ${version} (${date})\n\n${text}`),
  ].join("\n\n");
}

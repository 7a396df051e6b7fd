import { readFileSync } from "node:fs";
import { runCommand } from "../deploy/runner.ts";
import { findMissingVariables } from "../deploy/settings.ts";
import { printNotice } from "../deploy/report.ts";
import { createGitHubClient } from "../preview/pull-request.ts";
import { parseFlags, runScript } from "../run-script.ts";
import { proposeUpgrade } from "../upgrade/propose-upgrade.ts";
import { openRepository } from "../upgrade/repository.ts";

parseFlags("npm run upgrade:propose", { options: {} });

// For the workflow upgrade.yml of a copy.
await runScript(async () => {
  const { env } = process;
  const missing = findMissingVariables(env, ["UPDATES_FROM", "GITHUB_TOKEN"]);
  if (missing.length > 0) {
    printNotice(
      `No upgrade is proposed: ${missing.join(" and ")} is not set. docs/guides/upgrade.md explains how to set it up.`,
    );
    return;
  }
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const result = await proposeUpgrade({
    runner: runCommand,
    repository: openRepository(runCommand, env["UPDATES_FROM"]),
    github: createGitHubClient(env),
    copy: {
      url: `${env["GITHUB_SERVER_URL"]}/${env["GITHUB_REPOSITORY"]}`,
      token: env["GITHUB_TOKEN"] ?? "",
    },
    base: env["GITHUB_REF_NAME"] ?? "main",
    current: version,
  });
  console.log(result);
});

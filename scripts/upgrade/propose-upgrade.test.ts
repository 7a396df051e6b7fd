import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CommandRunner } from "../deploy/runner.ts";
import type { GitHubClient } from "../preview/pull-request.ts";
import { openRepository } from "./repository.ts";
import { proposeUpgrade } from "./propose-upgrade.ts";
import { commitFiles, runGit, toGitRunner } from "./testing/git.ts";

let dir = "";
const release = (version: string, upgradableFrom: string, files: Record<string, string>) => {
  const migrations = version === "1.0.0" ? { "0000_a.sql": "hash" } : {};
  commitFiles(join(dir, "origin"), {
    ...files,
    [`releases/${version}.json`]: JSON.stringify({ version, upgradableFrom, migrations }),
    "CHANGELOG.md": `## [${version}] - 2026-01-02\n\n- **Needs action**: set A.\n- A thing.\n\n## [1.0.0] - 2026-01-01\n\n- Old.`,
  });
  runGit(join(dir, "origin"), "tag", `v${version}`);
};

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "propose-"));
  mkdirSync(join(dir, "origin"));
  runGit(join(dir, "origin"), "init", "-q", "-b", "main");
  release("1.0.0", "1.0.0", { "worker/db/migrations/0000_a.sql": "CREATE TABLE a (b)" });
  runGit(dir, "clone", "-q", "--bare", "origin", "copy.git");
  runGit(dir, "clone", "-q", "copy.git", "clone");
  release("1.1.0", "1.0.0", { "worker/db/migrations/0001_b.sql": "ALTER TABLE a ADD c text" });
});
afterAll(() => rmSync(dir, { recursive: true }));

test("a copy gets one pull request for a release, with its notes and what the database gets", async () => {
  const pulls: { head: string; body: string; title: string }[] = [];
  const github = {
    owner: "ann",
    request: async (method: string, path: string, body?: (typeof pulls)[number]) => {
      if (method === "GET") {
        return path === "/pulls?state=all&head=ann%3Aupgrade%2F1.1.0" ? pulls : [];
      }
      pulls.push(body!);
      return { html_url: "https://github.com/ann/shop/pull/1" };
    },
  } as GitHubClient;
  const commands: string[] = [];
  const git = toGitRunner(join(dir, "clone"));
  const runner: CommandRunner = (command, args, options) => {
    commands.push(args.join(" "));
    return git(command, args, options);
  };
  const propose = (current: string) =>
    proposeUpgrade({
      runner,
      repository: openRepository(runner, join(dir, "origin")),
      github,
      copy: { url: join(dir, "copy.git"), token: "secret-token" },
      base: "main",
      current,
    });
  expect(await propose("1.0.0")).toBe("Opened https://github.com/ann/shop/pull/1");
  expect(await propose("1.0.0")).toBe("There is a pull request for 1.1.0 already.");
  expect(await propose("1.1.0")).toBe("1.1.0 is the newest release.");
  expect(pulls).toMatchObject([{ head: "upgrade/1.1.0", title: "Upgrade to 1.1.0", base: "main" }]);
  expect(pulls[0]?.body).toContain("- [ ] set A.");
  expect(pulls[0]?.body).toContain("0001_b.sql\n\n```sql\nALTER TABLE a ADD c text\n```");
  expect(pulls[0]?.body).not.toContain("0000_a.sql");
  expect(pulls[0]?.body).not.toContain("Old.");
  expect(runGit(join(dir, "copy.git"), "rev-parse", "upgrade/1.1.0")).toBe(
    runGit(join(dir, "origin"), "rev-parse", "v1.1.0"),
  );
  expect(commands.join("\n")).not.toContain("secret-token");
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CommandRunner } from "../deploy/runner.ts";
import { openRepository } from "./repository.ts";
import { commitFiles, runGit, toGitRunner } from "./testing/git.ts";

let dir = "";
const git = (folder: string, ...args: string[]) => runGit(join(dir, folder), ...args);
const commit = (folder: string, files: Record<string, string>) =>
  commitFiles(join(dir, folder), files);

const release = (version: string, files: Record<string, string>) => {
  commit("origin", {
    ...files,
    [`releases/${version}.json`]: JSON.stringify({ version, upgradableFrom: "1.0.0" }),
    "CHANGELOG.md": `## [${version}] - 2026-01-02`,
  });
  git("origin", "tag", `v${version}`);
};

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), "repository-"));
  mkdirSync(join(dir, "origin"));
  git("origin", "init", "-q", "-b", "main");
  release("1.0.0", { "a.txt": "one\n", "worker/db/migrations/0000_a.sql": "CREATE TABLE a (b)" });
  release("1.1.0", { "a.txt": "two\n", "worker/db/migrations/0001_b.sql": "CREATE TABLE b (c)" });
  git("origin", "tag", "vnext");
});
afterAll(() => rmSync(dir, { recursive: true }));

beforeEach(() => {
  rmSync(join(dir, "clone"), { recursive: true, force: true });
  git("", "clone", "-q", "origin", "clone");
  git("clone", "reset", "-q", "--hard", "v1.0.0");
});

const runner: CommandRunner = (...command) => toGitRunner(join(dir, "clone"))(...command);
const repository = openRepository(runner);
const readFile = () => readFileSync(join(dir, "clone", "a.txt"), "utf8");

test("the releases are the tags of the remote, and each says what it has", async () => {
  git("clone", "tag", "-d", "v1.1.0");
  expect(await repository.fetchVersions()).toEqual(["1.0.0", "1.1.0"]);
  expect(await repository.readRecord("1.1.0")).toMatchObject({ upgradableFrom: "1.0.0" });
  expect(await repository.readChangelog("1.1.0")).toContain("[1.1.0]");
  const second = { name: "0001_b.sql", sql: "CREATE TABLE b (c)" };
  expect(await repository.readMigrations("1.1.0", new Set())).toEqual([
    { name: "0000_a.sql", sql: "CREATE TABLE a (b)" },
    second,
  ]);
  expect(await repository.readMigrations("1.1.0", new Set(["0000_a.sql"]))).toEqual([second]);
});

test("a clone without own commits moves to the release, and back", async () => {
  const before = await repository.readHead();
  expect(await repository.findDrift("1.1.0")).toBeUndefined();
  const after = await repository.merge("1.1.0");
  expect([after, readFile()]).toEqual([git("origin", "rev-parse", "v1.1.0"), "two\n"]);
  expect(await repository.merge("1.1.0")).toBe(after);
  await repository.goBack({ from: after, to: before });
  expect([await repository.readHead(), readFile()]).toEqual([before, "one\n"]);
  await repository.goBack({ from: after, to: before });
});

test("own commits that fit are merged, and a way back leads to them", async () => {
  commit("clone", { "theme.css": "red" });
  const own = await repository.readHead();
  expect(await repository.findDrift("1.1.0")).toBeUndefined();
  const merged = await repository.merge("1.1.0");
  expect([readFile(), readFileSync(join(dir, "clone", "theme.css"), "utf8")]).toEqual([
    "two\n",
    "red",
  ]);
  await repository.goBack({ from: merged, to: own });
  expect(await repository.readHead()).toBe(own);
});

test("own commits that conflict stop the upgrade, with the files and what to do", async () => {
  commit("clone", { "a.txt": "mine\n" });
  const drift = await repository.findDrift("1.1.0");
  expect(drift).toContain("  a.txt");
  expect(drift).toContain("git merge v1.1.0");
  expect(readFile()).toBe("mine\n");
});

test("changes that are not committed stop the upgrade, but files that Git does not know do not", async () => {
  writeFileSync(join(dir, "clone", "notes.txt"), "mine");
  expect(await repository.findDrift("1.1.0")).toBeUndefined();
  writeFileSync(join(dir, "clone", "a.txt"), "changed");
  expect(await repository.findDrift("1.1.0")).toContain("a.txt");
});

test("a clone that somebody committed to meanwhile is not put back", async () => {
  const before = await repository.readHead();
  const after = await repository.merge("1.1.0");
  commit("clone", { "more.txt": "more" });
  await expect(repository.goBack({ from: after, to: before })).rejects.toThrow("git reset --keep");
});

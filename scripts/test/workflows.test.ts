import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { registerHooks } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { settingNames } from "../deploy/settings.ts";

// GitHub's language service imports JSON without the import attribute that Node requires.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context),
});
const { validate } = await import("@actions/languageservice");

const directory = ".github/workflows";
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};

async function findWorkflowProblems(name: string, text: string): Promise<string[]> {
  const problems = await validate(
    TextDocument.create(`file:///${directory}/${name}`, "yaml", 1, text),
  );
  return problems.map(({ message, range }) => `${name}:${range.start.line + 1} ${message}`);
}

test("validation finds an unknown key, an invalid expression and a missing job", async () => {
  const invalidWorkflow = `on: push
jobs:
  one:
    runs-on: ubuntu-24.04
    needs: two
    steps:
      - run: echo
        shel: bash
        if: githb.ref == 'x'
`;
  const problems = (await findWorkflowProblems("invalid.yml", invalidWorkflow)).join("\n");
  expect(problems).toContain("shel");
  expect(problems).toContain("githb");
  expect(problems).toContain("two");
});

describe.each(readdirSync(directory))("%s", (name) => {
  const text = readFileSync(`${directory}/${name}`, "utf8");
  const listValues = (key: string) =>
    [...text.matchAll(new RegExp(`^ *(?:- )?${key}: *(.*)$`, "gm"))].map(([, value = ""]) => value);

  test("the file is a valid GitHub workflow", async () => {
    expect(await findWorkflowProblems(name, text)).toEqual([]);
  });

  test("pins every action to a commit, with its version in a comment", () => {
    for (const action of listValues("uses"))
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("a workflow runs only one script per step, without expressions in the command", () => {
    for (const command of listValues("run")) {
      expect(command).toMatch(/^(?:bash \.ci\/run(?: \w+)?|npm run [\w:]+(?: -- .*)?)$/);
      expect(command).not.toContain("${{");
    }
  });

  test("the workflow runs only existing npm scripts", () => {
    const called = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = ""]) => script);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(called));
  });

  test("installs packages in a step without secrets, before the first step that has them", () => {
    const jobs = text.split(/^ {2}(?=[\w-]+:$)/m).filter((job) => job.includes("runs-on:"));
    for (const job of jobs) {
      const [head = "", ...steps] = job.split(/^ {6}- /m);
      const hasSecrets = (part: string) => /\$\{\{ *(secrets\.|github\.token)/.test(part);
      expect(hasSecrets(head)).toBe(false);
      const firstSecret = steps.findIndex(hasSecrets);
      if (firstSecret === -1) continue;
      const installing = steps.findIndex((step) => step.startsWith("run: npm run packages\n"));
      expect(installing).toBeGreaterThanOrEqual(0);
      expect(installing).toBeLessThan(firstSecret);
      expect(steps[installing]).not.toContain("env:");
    }
  });

  test("a workflow gives every job minimal permissions, and never gives secrets to code from forks", () => {
    expect(text).toContain("\npermissions: {}\n");
    expect(text).not.toContain("pull_request_target");
    const jobs = listValues("runs-on").length;
    expect(listValues("permissions")).toHaveLength(jobs + 1);
    expect(listValues("timeout-minutes")).toHaveLength(jobs);
    expect(listValues("persist-credentials")).toEqual(Array.from({ length: jobs }, () => "false"));
  });
});

test.each([
  ["deployment", "ci.yml"],
  ["backup", "backup.yml"],
])("the production %s passes every configuration variable", (_, file) => {
  const text = readFileSync(`${directory}/${file}`, "utf8");
  expect(settingNames.filter((name) => !text.includes(` ${name}: \${{ `))).toEqual([]);
});

test("GitHub's jobs install only what the lock file names", () => {
  const folder = mkdtempSync(join(tmpdir(), "npm-"));
  // Stands in for npm: `ci` fails, and everything else leaves a mark.
  const npm = join(folder, "npm");
  const mark = join(folder, "installed");
  writeFileSync(npm, `#!/bin/sh\n[ "$1" = ci ] && exit 1\ntouch "${mark}"\n`, { mode: 0o755 });
  for (const name of ["scripts", "node_modules"]) mkdirSync(join(folder, name));
  copyFileSync("scripts/with-tools.mjs", join(folder, "scripts/with-tools.mjs"));
  writeFileSync(join(folder, "package-lock.json"), "{}");
  const install = (extra: Record<string, string>) =>
    spawnSync(process.execPath, [join(folder, "scripts/with-tools.mjs")], {
      env: {
        PATH: `${folder}${delimiter}${process.env["PATH"]}`,
        ...extra,
      } as unknown as NodeJS.ProcessEnv,
    }).status;
  expect(install({ GITHUB_ACTIONS: "true" })).toBe(1);
  expect(existsSync(mark)).toBe(false);
  expect(install({})).toBe(0);
  expect(existsSync(mark)).toBe(true);
});

test("Cloudflare's logs leave out query strings, which carry sign-in codes", () => {
  expect(readFileSync("wrangler.toml", "utf8")).toMatch(
    /^\[observability\]\n(?:[^[]*\n)*redact_query_string = true$/m,
  );
});

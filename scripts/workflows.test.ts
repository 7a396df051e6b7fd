import { readdirSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { describe, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { settingNames } from "./deploy-settings.ts";

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

  test("is a valid GitHub workflow", async () => {
    expect(await findWorkflowProblems(name, text)).toEqual([]);
  });

  test("pins every action to a commit, with its version in a comment", () => {
    for (const action of listValues("uses"))
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("runs only one script per step, without expressions in the command", () => {
    for (const command of listValues("run")) {
      expect(command).toMatch(/^(?:bash \.ci\/run|npm run [\w:]+(?: -- .*)?)$/);
      expect(command).not.toContain("${{");
    }
  });

  test("runs only existing npm scripts", () => {
    const called = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = ""]) => script);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(called));
  });

  test("gives every job minimal permissions, and never gives secrets to code from forks", () => {
    expect(text).toContain("\npermissions: {}\n");
    expect(text).not.toContain("pull_request_target");
    const jobs = listValues("runs-on").length;
    expect(listValues("permissions")).toHaveLength(jobs + 1);
    expect(listValues("timeout-minutes")).toHaveLength(jobs);
    expect(listValues("persist-credentials")).toEqual(Array.from({ length: jobs }, () => "false"));
  });
});

test("the production deployment passes every configuration variable", () => {
  const text = readFileSync(`${directory}/ci.yml`, "utf8");
  expect(settingNames.filter((name) => !text.includes(` ${name}: \${{ `))).toEqual([]);
});

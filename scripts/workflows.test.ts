import { readdirSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { describe, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { settingNames } from "./deploy-settings.ts";

// GitHub's language service imports JSON the way bundlers do; Node wants to be told that it is JSON.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context),
});
const { validate } = await import("@actions/languageservice");

const directory = ".github/workflows";
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  scripts: Record<string, string>;
};

async function problemsOf(name: string, text: string): Promise<string[]> {
  const found = await validate(
    TextDocument.create(`file:///${directory}/${name}`, "yaml", 1, text),
  );
  return found.map(({ message, range }) => `${name}:${range.start.line + 1} ${message}`);
}

test("the linter sees a wrong key, a wrong expression and a job that is not there", async () => {
  const wrong = `on: push
jobs:
  one:
    runs-on: ubuntu-24.04
    needs: two
    steps:
      - run: echo
        shel: bash
        if: githb.ref == 'x'
`;
  const problems = (await problemsOf("wrong.yml", wrong)).join("\n");
  expect(problems).toContain("shel");
  expect(problems).toContain("githb");
  expect(problems).toContain("two");
});

describe.each(readdirSync(directory))("%s", (name) => {
  const text = readFileSync(`${directory}/${name}`, "utf8");
  const after = (key: string) =>
    [...text.matchAll(new RegExp(`^ *(?:- )?${key}: *(.*)$`, "gm"))].map(([, value = ""]) => value);

  test("is a workflow GitHub understands", async () => {
    expect(await problemsOf(name, text)).toEqual([]);
  });

  test("pins every action to a commit and says which version that is", () => {
    for (const action of after("uses"))
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  test("runs one script a step, with nothing of the event inside the line", () => {
    for (const command of after("run")) {
      expect(command).toMatch(/^(?:bash \.ci\/run|npm run [\w:]+(?: -- .*)?)$/);
      expect(command).not.toContain("${{");
    }
  });

  test("calls only scripts that there are", () => {
    const called = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, script = ""]) => script);
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(called));
  });

  test("gives no job more than it asks for, and no fork's code a secret", () => {
    expect(text).toContain("\npermissions: {}\n");
    expect(text).not.toContain("pull_request_target");
    const jobs = after("runs-on").length;
    expect(after("permissions")).toHaveLength(jobs + 1);
    expect(after("timeout-minutes")).toHaveLength(jobs);
    expect(after("persist-credentials")).toEqual(Array.from({ length: jobs }, () => "false"));
  });
});

test("the production deployment is handed every variable the configuration has", () => {
  const text = readFileSync(`${directory}/ci.yml`, "utf8");
  expect(settingNames.filter((name) => !text.includes(` ${name}: \${{ `))).toEqual([]);
});

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { listPageFiles } from "../site/pages.ts";
import { findProblem } from "./check-command.ts";
import { readCommands, type ShellCommand } from "./read-commands.ts";

/** The documents that the site shows, except decisions: those say what was true on their day. */
const files = ["README.md", ...listPageFiles()].filter(
  (file) => !file.startsWith("docs/decisions/") && file !== "CHANGELOG.md",
);
let commands: ShellCommand[];

beforeAll(() => {
  commands = files.flatMap((file) => readCommands(file, readFileSync(file, "utf8")));
});

test("every command that the documents name exists and takes its arguments", async () => {
  const problems = [];
  for (const command of commands) {
    const problem = await findProblem(command);
    if (problem) problems.push(`${command.file}: ${command.text}: ${problem}`);
  }
  expect(problems).toEqual([]);
  expect(commands.length).toBeGreaterThan(150);
});

test("commands that only say what they do are run", () => {
  const asking = commands.filter(({ args }) => args.includes("--help"));
  expect(asking.length).toBeGreaterThan(1);
  const paths: Record<string, string> = {
    npm: "scripts/commands/start.ts",
    npx: "packages/sandbox/cli.ts",
  };
  for (const { program, text } of asking) {
    const { status, stdout } = spawnSync(process.execPath, [paths[program] ?? text, "--help"], {
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining("Usage:")]);
  }
});

test("text, pipes and comments are told from commands", () => {
  const markdown = [
    "Run `npm run docs -- --serve`, not `docs/openapi.json`.",
    "```\nnpm test         every check\nPORT=9000 npm start 2>&1 | npm run logs -- --file -\nNo command\n```",
    "```sh\ncd my-app && npm init -y    # a comment\ncurl a \\\n  -d '{\"a\":\n  1}'\n```",
    "```\n41 2 * * *  cd /gatehouse && npm run backup -- --to /b >> ~/log 2>&1\n```",
    "```ts\nnpm();\n```",
  ].join("\n\n");
  expect(readCommands("a.md", markdown).map(({ program, args }) => [program, ...args])).toEqual([
    ["npm", "test"],
    ["npm", "start"],
    ["npm", "run", "logs", "--", "--file", "-"],
    ["cd", "my-app"],
    ["npm", "init", "-y"],
    ["curl", "a", "-d", "'{\"a\":\n  1}'"],
    ["cd", "/gatehouse"],
    ["npm", "run", "backup", "--", "--to", "/b"],
    ["npm", "run", "docs", "--", "--serve"],
  ]);
});

test.each([
  ["npm run bakcup", "there is no script bakcup"],
  ["npm run backup -- --dest /b", "Unknown option '--dest'"],
  ["npm run backup -- --to", "argument missing"],
  ["npm run deploy -- production", "Unexpected argument 'production'"],
  ["npm run deploy --dry-run", "write -- before it"],
  ["npm run stripe -- swep", "stripe has no swep"],
  ["npm run bench -- ingres", "bench has no ingres"],
  ["npm run folders -- --chek", "Unknown option '--chek'"],
  ["npm test -- worker/acess", "no test has worker/acess in its path"],
  ["npm run calls -w @gatehouse/sandbx", "there is no workspace @gatehouse/sandbx"],
  ["PROT=9000 npm start", "nothing reads PROT"],
  ["npx @gatehouse/sandbox --redirct http://a.example", "Unknown option '--redirct'"],
  ["npx wrangler d1 execute gatehouse --remot", "wrangler d1 execute has no --remot"],
  ["npx wrangler d1 exec gatehouse", "wrangler has no command d1 exec gatehouse"],
  ["git fetch --unshalow", "git fetch has no --unshalow"],
  ['curl -X PUT "$GATEHOUSE_URL/api/v1/orders/ord_…"', "the API has no put /orders/ord_…"],
  ['curl "$GATEHOUSE_URL/api/v1/entitlement/check"', "the API has no get /entitlement/check"],
])("a mistake is found: %s", async (text, problem) => {
  const [command] = readCommands("a.md", `\`\`\`sh\n${text}\n\`\`\``);
  expect(await findProblem(command!)).toContain(problem);
});

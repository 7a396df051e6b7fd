import { spawn } from "node:child_process";
import { existsSync, copyFileSync } from "node:fs";

type Check = [name: string, command: string, args: string[]];

/**
 * Takes as long as all others together. One checker has half the work of four, which all check the types they share.
 */
const types: Check = ["types", "tsc", ["-b", "--checkers", "1"]];

/** What runs beside the types, in this order. Those after `build` need its output. */
const others: Check[] = [
  ["lint", "oxlint", ["--deny-warnings"]],
  ["format", "oxfmt", ["--check", "."]],
  ["API reference", "redocly", ["lint", "docs/openapi.json"]],
  ["architecture guide", "node", ["scripts/commands/folders.ts", "--check"]],
  ["dead code", "knip", []],
  ["messages", "node", ["scripts/commands/messages.ts", "--check"]],
  ["migrations", "drizzle-kit", ["check", "--config", "worker/db/drizzle.config.ts"]],
  ["compatibility", "node", ["scripts/commands/compatibility.ts"]],
  ["migrations on D1", "node", ["scripts/commands/migrate.ts", "--check"]],
  ["build", "vite", ["build", "--config", "frontend/vite.config.ts", "--logLevel", "warn"]],
  ["deployable", "wrangler", ["deploy", "--dry-run", "--outdir", "dist/deployable"]],
  [
    "env types",
    "wrangler",
    [
      "types",
      "worker/env.d.ts",
      "--include-runtime=false",
      "--strict-vars=false",
      "--env-file",
      ".dev.vars.example",
      "--check",
    ],
  ],
  ["budget", "size-limit", []],
];

/** Runs alone, because it measures. */
const startUp: Check = ["start-up", "node", ["scripts/worker-bundle/measure-startup.ts"]];

/** Copies the example secrets for the local shop unless it has its own. */
export function prepareSecrets(): void {
  if (!existsSync(".dev.vars")) copyFileSync(".dev.vars.example", ".dev.vars");
}

/**
 * Runs the types beside the others, then measures the start. Prints the output of what fails or measures.
 * @returns `isBuilt`: whether `dist` has the frontend and the Worker as they are now
 */
export async function runChecks(): Promise<{ passed: number; failed: number; isBuilt: boolean }> {
  prepareSecrets();
  const failed = (await Promise.all([listFailed([types]), listFailed(others)])).flat();
  failed.push(...(await listFailed([startUp])));
  return {
    passed: others.length + 2 - failed.length,
    failed: failed.length,
    isBuilt: !failed.includes("build") && !failed.includes("deployable"),
  };
}

/** Runs these checks one after the other. Returns the names of those that failed. */
async function listFailed(checks: Check[]): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, command, args] of checks) {
    const started = performance.now();
    const { code, output } = await captureOutput(command, args);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)`);
    if (code !== 0) failed.push(name);
    if (code !== 0 || name === startUp[0]) console.log(output.trimEnd());
  }
  return failed;
}

async function captureOutput(
  command: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { code, output };
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { parseFlags } from "./run-script.ts";

const benches = ["session", "license", "entitlement", "ingress", "storm", "webhooks", "console"];

const usage = `npm run bench -- [${benches.join(" | ")}] [--customers 500] [--events 10000] [--seed 1]`;
const { values: flags, positionals } = parseFlags(usage, {
  allowPositionals: true,
  options: {
    /** The size of the storm, and the seed of its random numbers. */
    customers: { type: "string", default: "500" },
    events: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
  },
});

const unknown = positionals.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(", ")}. Available: ${benches.join(", ")}.`);
  process.exitCode = 1;
} else {
  const chosen = positionals.length > 0 ? positionals : benches;
  const filters = chosen.map((name) => `bench/${name}`);
  const workerdExitCode = await run("vitest", [
    "run",
    "--config",
    "bench/vitest.config.ts",
    ...filters,
  ]);
  // The console benchmark needs a browser, which can't be measured in workerd.
  const browserExitCode = chosen.includes("console")
    ? await run("node", ["bench/console/first-screen.ts"])
    : 0;
  process.exitCode = workerdExitCode || browserExitCode;
}

async function run(command: string, args: string[]): Promise<number> {
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      STORM_CUSTOMERS: flags.customers,
      STORM_EVENTS: flags.events,
      STORM_SEED: flags.seed,
    },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

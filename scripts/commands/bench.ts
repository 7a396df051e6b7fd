import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { parseFlags } from "../run-script.ts";
import { buildFrontend, buildWorker } from "../shop/parts.ts";
import { watchMemory } from "../test/watch-memory.ts";

const benches = [
  "session",
  "license",
  "entitlement",
  "ingress",
  "trips",
  "storm",
  "webhooks",
  "capacity",
  "console",
  "crash",
  "pages",
  "docs",
  "screens",
];

/** These measure the bundle that is deployed. */
const frequentRequests = ["session", "license", "entitlement", "ingress"];

const usage = `npm run bench -- [${benches.join(" | ")}] [--customers 500] [--events 10000] [--capacity 100000] [--seed 1]`;
const { values: flags, positionals } = parseFlags(usage, {
  allowPositionals: true,
  options: {
    /** The size of the storm. */
    customers: { type: "string", default: "500" },
    events: { type: "string", default: "10000" },
    /** The customers of the large shop. A million take three quarters of an hour and 22 GB of disk. */
    capacity: { type: "string", default: "100000" },
    /** Of the random numbers. */
    seed: { type: "string", default: "1" },
  },
});

const unknown = positionals.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown benchmark: ${unknown.join(", ")}. Available: ${benches.join(", ")}.`);
  process.exitCode = 1;
} else {
  const chosen = positionals.length > 0 ? positionals : benches;
  // These run a shop of their own: four need a browser, one kills the Worker.
  const scripts: Record<string, string> = {
    console: "bench/console/first-screen.ts",
    crash: "bench/crash/kill-deliveries.ts",
    pages: "bench/pages/measure-pages.ts",
    docs: "bench/pages/measure-docs.ts",
    screens: "bench/pages/measure-screens.ts",
  };
  // The console has one of both kinds.
  const filters = chosen
    .map((name) => `bench/${name}`)
    .filter((path) => globSync(`${path}*.bench.ts`).length > 0);
  if (chosen.some((name) => frequentRequests.includes(name))) {
    await buildFrontend();
    await buildWorker("dist");
  }
  let exitCode =
    filters.length === 0
      ? 0
      : await run("vitest", [
          "run",
          // What they print is the result.
          "--silent=false",
          "--disable-console-intercept",
          "--project=bench",
          ...filters,
        ]);
  for (const [name, script] of Object.entries(scripts))
    if (chosen.includes(name)) exitCode = (await run("node", [script])) || exitCode;
  process.exitCode = exitCode;
}

async function run(command: string, args: string[]): Promise<number> {
  const child = spawn(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      STORM_CUSTOMERS: flags.customers,
      STORM_EVENTS: flags.events,
      CAPACITY: flags.capacity,
      STORM_SEED: flags.seed,
    },
  });
  const printMemory = watchMemory(child.pid ?? 0);
  const [code] = (await once(child, "exit")) as [number | null];
  printMemory();
  return code ?? 1;
}

import { spawn } from "node:child_process";
import { parseArgs } from "node:util";

const benches = ["session", "license", "ingress", "storm"];

// npm run bench [-- session | license | ingress | storm] [--customers 500] [--events 10000] [--seed 1]
const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** How big the storm is, and which one. */
    customers: { type: "string", default: "500" },
    events: { type: "string", default: "10000" },
    seed: { type: "string", default: "1" },
  },
});

const unknown = positionals.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(", ")}. There are ${benches.join(", ")}.`);
  process.exitCode = 1;
} else {
  const filters = (positionals.length > 0 ? positionals : benches).map((name) => `bench/${name}`);
  const child = spawn("vitest", ["run", "--config", "bench/vitest.config.ts", ...filters], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      STORM_CUSTOMERS: flags.customers,
      STORM_EVENTS: flags.events,
      STORM_SEED: flags.seed,
    },
  });
  child.once("exit", (code) => (process.exitCode = code ?? 1));
}
